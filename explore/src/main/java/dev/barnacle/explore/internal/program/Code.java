package dev.barnacle.explore.internal.program;

import dev.barnacle.ir.Instruction;
import dev.barnacle.model.MemoryOrder;
import dev.barnacle.model.MemoryScope;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/** One instruction of a thread, decoded: operands are numbers of slots. */
public final class Code {
  /** The kinds of instructions. */
  public enum Kind {
    BINARY,
    COMPARE,
    CAST,
    SELECT,
    /** A function of up to three values, {@link Code#function}. */
    APPLY,
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
    /** The execution is none that is looked at. */
    DROP,
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

  /** The function that is applied to values; null if it is nothing of that kind. */
  public @Nullable MethodHandle function;

  /** True if what it reads is only stored again, as in a copy, which copies padding too. */
  boolean copies;

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
