package dev.barnacle.explore.internal.kernel.code;

import dev.barnacle.explore.MemoryStrength;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.MemoryOrder;
import java.lang.invoke.MethodHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One decoded instruction. An operand that is not negative is the number of a register of the
 * frame; the others are the complements of numbers of constants. A vector has a register a lane.
 */
public final class Op {
  /** The kinds of operations. */
  public enum Kind {
    BINARY,
    NEGATE,
    COPY,
    COMPARE,
    CAST,
    SELECT,
    INTRINSIC,
    EXTRACT,
    INSERT,
    SHUFFLE,
    ALLOCA,
    POINTER_ADD,
    LOAD,
    STORE,
    MEMORY_COPY,
    MEMORY_FILL,
    ATOMIC_LOAD,
    ATOMIC_STORE,
    ATOMIC_RMW,
    COMPARE_EXCHANGE,
    /** Gives whether the last compare-exchange has exchanged, where the values are equal. */
    EXCHANGED,
    ASSUMED,
    FENCE,
    BARRIER,
    QUERY,
    GROUP,
    ASYNC_COPY,
    ASYNC_FENCE,
    WAIT_EVENTS,
    SPACE_TEST,
    /** Computes with the state of a pipe, and changes nothing of it. */
    PIPE,
    PRINTF,
    TRAP,
    CALL,
    JUMP,
    BRANCH,
    SWITCH,
    RETURN,
    UNREACHABLE,
    NOTHING;

    /** Returns whether the work-items of a group meet at such an operation. */
    public boolean meets() {
      return switch (this) {
        case BARRIER, GROUP, ASYNC_COPY, ASYNC_FENCE, WAIT_EVENTS -> true;
        default -> false;
      };
    }
  }

  private static final int[] NONE = {};
  private static final Edge[] NOWHERE = {};

  public final Kind kind;
  public final Instruction source;

  /** Its number in the program. */
  public final int number;

  /** The parameters of the operation for the memory model; null if there are none. */
  public final @Nullable MemoryStrength strength;

  /** The first register of the result, -1 for none. */
  public int result = -1;

  public int a;
  public int b;
  public int c;

  /** The lanes of the result, or of what is written or compared. */
  public int lanes = 1;

  /** The bits of an element of the operands, and of the result where they differ. */
  public int bits;

  public int resultBits;

  /**
   * True if the elements of the operands are floating-point numbers; {@link #resultFloating} is for
   * the result.
   */
  public boolean floating;

  public boolean resultFloating;

  /**
   * True for a read-modify-write whose result is not used, and which may change places with others
   * of its kind.
   */
  public boolean blind;

  /**
   * True if it would be {@link #blind}, but that its function returns its result; of a call, if the
   * result is only returned.
   */
  public boolean blindIfUnused;

  /** The loops around it, by number, of a function of a group, a call, or an access of memory. */
  public int[] loops = NONE;

  /** True for an integer division or remainder. */
  public boolean divides;

  /** True for a call whose result is not used. */
  public boolean unused;

  /** More operands: of calls, and of group operations. */
  public int[] operands = NONE;

  public Edge[] edges = NOWHERE;
  public long[] cases = {};
  public @Nullable FunctionCode callee;
  public @Nullable MethodHandle function;

  Op(Kind kind, Instruction source, int number, @Nullable MemoryStrength strength) {
    this.strength = strength;
    this.kind = kind;
    this.source = source;
    this.number = number;
  }

  /** Returns what an operation says to the memory model that is known to say something. */
  public MemoryStrength says() {
    return Objects.requireNonNull(strength);
  }

  /** Returns whether it is sequentially consistent, or is so where it fails. */
  public boolean isSequential() {
    return strength != null
        && (strength.order() == MemoryOrder.SEQ_CST
            || strength.failureOrder() == MemoryOrder.SEQ_CST);
  }

  /** Returns the bytes of one element in memory. */
  public int elementBytes() {
    return Math.max(1, bits / 8);
  }
}
