package dev.barnacle.explore.internal.program;

import dev.barnacle.ir.Instruction;
import dev.barnacle.model.MemoryOrder;
import dev.barnacle.model.MemoryScope;

/** One instruction of a thread, decoded: operands are numbers of slots. */
public final class Code {
  /** The kinds of instructions. */
  public enum Kind {
    BINARY,
    COMPARE,
    CAST,
    SELECT,
    POINTER_ADD,
    LOAD,
    STORE,
    ATOMIC_LOAD,
    ATOMIC_STORE,
    RMW,
    EXCHANGE,
    FENCE,
    BARRIER,
    BRANCH,
    CONDITION,
    SWITCH,
    RETURN
  }

  public final Kind kind;
  public final Instruction source;
  public int result = -1;
  public int a = -1;
  public int b = -1;
  public int c = -1;
  public int bytes;

  /** Its place among the instructions of its thread. */
  public int position;

  public MemoryOrder order = MemoryOrder.NONE;
  public MemoryOrder failureOrder = MemoryOrder.NONE;
  public MemoryScope scope = MemoryScope.NONE;
  public boolean global;
  public boolean local;
  public boolean undefinedCondition;
  public int barrier = -1;
  public int[] targets = {};
  long[] cases = {};

  Code(Kind kind, Instruction source) {
    this.kind = kind;
    this.source = source;
  }

  /** Returns whether it reads memory, private memory included. */
  public boolean reads() {
    return kind == Kind.LOAD
        || kind == Kind.ATOMIC_LOAD
        || kind == Kind.RMW
        || kind == Kind.EXCHANGE;
  }

  /** Returns whether it may write memory, private memory included. */
  public boolean writes() {
    return kind == Kind.STORE
        || kind == Kind.ATOMIC_STORE
        || kind == Kind.RMW
        || kind == Kind.EXCHANGE;
  }
}
