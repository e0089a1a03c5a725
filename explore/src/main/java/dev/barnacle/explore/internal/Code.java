package dev.barnacle.explore.internal;

import dev.barnacle.ir.Instruction;
import dev.barnacle.model.MemoryOrder;
import dev.barnacle.model.MemoryScope;

/** One instruction of a thread, decoded: operands are numbers of slots. */
final class Code {
  /** What an instruction does. */
  enum Kind {
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

  final Kind kind;
  final Instruction source;
  int result = -1;
  int a = -1;
  int b = -1;
  int c = -1;
  int bytes;

  /** Its place among the instructions of its thread. */
  int position;

  MemoryOrder order = MemoryOrder.NONE;
  MemoryOrder failureOrder = MemoryOrder.NONE;
  MemoryScope scope = MemoryScope.NONE;
  boolean global;
  boolean local;
  boolean undefinedCondition;
  int barrier = -1;
  int[] targets = {};
  long[] cases = {};

  Code(Kind kind, Instruction source) {
    this.kind = kind;
    this.source = source;
  }

  /** Whether it reads memory, private memory included. */
  boolean reads() {
    return kind == Kind.LOAD
        || kind == Kind.ATOMIC_LOAD
        || kind == Kind.RMW
        || kind == Kind.EXCHANGE;
  }

  /** Whether it may write memory, private memory included. */
  boolean writes() {
    return kind == Kind.STORE
        || kind == Kind.ATOMIC_STORE
        || kind == Kind.RMW
        || kind == Kind.EXCHANGE;
  }
}
