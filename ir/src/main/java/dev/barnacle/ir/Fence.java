package dev.barnacle.ir;

import java.util.List;
import java.util.Set;

/**
 * A memory fence ({@code atomic_work_item_fence}; OpenCL architecture, 3.3.6.2 "Fence operations").
 */
public final class Fence extends Instruction {
  private final Set<FenceFlag> flags;

  private final MemoryOrder order;
  private final MemoryScope scope;
  private final boolean implicit;

  /** Makes a fence. */
  public Fence(Set<FenceFlag> flags, MemoryOrder order, MemoryScope scope) {
    this(flags, order, scope, false);
  }

  /**
   * Makes a fence.
   *
   * @param implicit whether the program names neither order nor scope ({@code mem_fence})
   */
  public Fence(Set<FenceFlag> flags, MemoryOrder order, MemoryScope scope, boolean implicit) {
    super(Types.VOID, List.of());
    this.implicit = implicit;
    this.flags = Set.copyOf(flags);
    this.order = order;
    this.scope = scope;
  }

  /** Returns the memories that it orders. */
  public Set<FenceFlag> flags() {
    return flags;
  }

  /** Returns the memory order. */
  public MemoryOrder order() {
    return order;
  }

  /** Returns the memory scope. */
  public MemoryScope scope() {
    return scope;
  }

  /** Returns whether the program names neither order nor scope, for words about it. */
  public boolean isImplicit() {
    return implicit;
  }

  @Override
  public String mnemonic() {
    return "fence";
  }
}
