package dev.barnacle.simd.internal.abi;

import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.GlobalVariable;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * The memory of a thread that runs work-groups: a header, the kernel's local variables, the state
 * that its work-items keep across barriers, then (laid out at launch) its local arguments.
 */
public final class ArenaLayout {
  /** The offset of the address of the entry function's stack frame. */
  public static final long FRAME = 0;

  /** The offset of the {@link FaultCode} of a work-group that can't go on, an i64. */
  public static final long FAULT = 8;

  /** The offset of the place of that fault's work-group: three i64. */
  public static final long FAULT_GROUP = 16;

  /** The offset of the size of the whole arena of a launch, an i64. */
  public static final long END = 40;

  /** The offset of the thread's slot of the {@code FaultGuard}, a pointer, if there is a guard. */
  public static final long SLOT = 48;

  /** The offset of a {@link GroupOutcome}, an i64, if work-items of the kernel may be put aside. */
  public static final long OUTCOME = 56;

  /** The bytes before the local variables. */
  public static final long HEADER = 64;

  /**
   * The bytes around local memory that may be written as they are: the header, and so many behind
   * the arena.
   */
  public static final long MARGIN = HEADER;

  private final Map<GlobalVariable, Long> offsets = new HashMap<>();
  private final long localEnd;
  private long end;

  public ArenaLayout(Collection<GlobalVariable> variables) {
    end = HEADER;
    for (GlobalVariable variable : variables) {
      if (variable.space() == AddressSpace.LOCAL) {
        offsets.put(variable, reserve(variable.byteSize(), variable.alignment()));
      }
    }
    localEnd = end;
  }

  /** Returns where a local variable lies in the arena. */
  public long offsetOf(GlobalVariable variable) {
    Long offset = offsets.get(variable);
    if (offset == null) {
      throw new IllegalStateException("local variable " + variable + " is not in the layout");
    }
    return offset;
  }

  /** Reserves memory and returns its offset. */
  public long reserve(long byteSize, long alignment) {
    long offset = alignUp(end, alignment);
    end = Math.addExact(offset, byteSize);
    return offset;
  }

  public static long alignUp(long offset, long alignment) {
    return Math.addExact(offset, alignment - 1) & -alignment;
  }

  /** Returns the bytes of local variables. */
  public long localBytes() {
    return localEnd - HEADER;
  }

  /** Returns where the local variables end. */
  public long localEnd() {
    return localEnd;
  }

  /** Returns the size of the arena without local arguments. */
  public long byteSize() {
    return end;
  }
}
