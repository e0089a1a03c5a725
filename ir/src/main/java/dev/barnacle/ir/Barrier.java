package dev.barnacle.ir;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * An execution barrier: no work-item of the group goes on before all have come ({@code
 * work_group_barrier}, {@code sub_group_barrier}). It is an entry fence followed by an exit fence
 * (OpenCL architecture, 3.3.6.2).
 */
public final class Barrier extends Instruction {
  /** The groups whose work-items wait for each other. */
  public enum Kind {
    WORK_GROUP,
    SUB_GROUP;

    /** Returns the name in the text form. */
    public String keyword() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final Kind kind;
  private final Set<FenceFlag> flags;
  private final MemoryScope scope;

  /** Makes a barrier. */
  public Barrier(Kind kind, Set<FenceFlag> flags, MemoryScope scope) {
    super(Types.VOID, List.of());
    this.kind = kind;
    this.flags = Set.copyOf(flags);
    this.scope = scope;
  }

  /** Returns whose work-items wait. */
  public Kind kind() {
    return kind;
  }

  /** Returns the memories that it orders. */
  public Set<FenceFlag> flags() {
    return flags;
  }

  /** Returns the memory scope of its fences. */
  public MemoryScope scope() {
    return scope;
  }

  @Override
  public String mnemonic() {
    return "barrier";
  }
}
