package dev.barnacle.explore.internal.kernel.code;

import dev.barnacle.explore.MemoryStrength;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.MemoryOrder;
import java.lang.invoke.MethodHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One decoded instruction. An operand that is not negative is the number of a register of the
 * frame; the others are the complements of numbers of constants. A vector has a register a lane. In
 * the code of a thread all operands are registers of one lane.
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
    /** Bits of its operands, the first of which has the lowest, from bit {@link #shift} on. */
    REGROUP,
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
    /** Drops the execution unless its operand is true: it is none that is looked at. */
    REQUIRED,
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
    /** Enqueues a kernel on the device, or asks for the queue. */
    QUEUE,
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

  /** Its number in the program; in the code of a thread, its place. */
  public int number;

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

  /** The first bit of what {@link Kind#REGROUP} gives. */
  public int shift;

  /** The static instance of a thread's barrier. */
  public int barrier = -1;

  public @Nullable FunctionCode callee;
  public @Nullable MethodHandle function;

  Op(Kind kind, Instruction source, int number, @Nullable MemoryStrength strength) {
    this.strength = strength;
    this.kind = kind;
    this.source = source;
    this.number = number;
  }

  /**
   * Makes an operation of a thread, on registers of one lane each.
   *
   * @param bits the bits of the operands, and of the result
   */
  public static Op of(
      Kind kind,
      Instruction source,
      @Nullable MemoryStrength strength,
      int bits,
      int result,
      int... operands) {
    Op op = new Op(kind, source, 0, strength);
    op.bits = bits;
    op.resultBits = bits;
    op.take(result, operands);
    return op;
  }

  /** Returns the same operation for one of its lanes. */
  public Op lane(int to, int... from) {
    Op op = of(kind, source, strength, bits, to, from);
    op.resultBits = resultBits;
    op.floating = floating;
    op.resultFloating = resultFloating;
    op.divides = divides;
    op.function = function;
    op.cases = cases;
    op.shift = shift;
    return op;
  }

  private void take(int to, int[] from) {
    result = to;
    operands = from;
    a = from.length > 0 ? from[0] : 0;
    b = from.length > 1 ? from[1] : 0;
    c = from.length > 2 ? from[2] : 0;
  }

  /** Returns what an operation on one lane gives, whose operands after the last one are 0. */
  public long apply(long x, long y, long z) {
    return switch (kind) {
      case BINARY -> {
        Binary.Op what = ((Binary) source).op();
        yield floating ? Lanes.floating(what, x, y, bits) : Lanes.integer(what, x, y, bits);
      }
      case COMPARE -> Lanes.compare(((Compare) source).predicate(), x, y, bits) ? -1 : 0;
      case CAST -> {
        Cast.Op what = ((Cast) source).op();
        yield what == Cast.Op.BITCAST
            ? Lanes.keep(x, resultBits, resultFloating)
            : Lanes.cast(what, x, bits, resultBits);
      }
      case SELECT -> x != 0 ? y : z;
      case NEGATE -> x ^ (1L << (bits - 1));
      case COPY -> x;
      case POINTER_ADD -> x + y;
      case INTRINSIC -> called(x, y, z);
      default -> throw new IllegalArgumentException(kind.toString());
    };
  }

  private long called(long x, long y, long z) {
    try {
      return (long) Objects.requireNonNull(function).invokeExact(x, y, z);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the bits of values, one after the other, as {@link Kind#REGROUP} gives them. */
  public long regroup(long... values) {
    long all = 0;
    for (int k = 0; k < values.length; k++) {
      all |= Lanes.unsigned(values[k], bits) << (k * bits);
    }
    return Lanes.keep(all >>> shift, resultBits, resultFloating);
  }

  /** Returns what a register holds that an access reads from memory, where numbers have signs. */
  public long loaded(long memory) {
    return bits == 1 ? -(memory & 1) : Lanes.keep(memory, bits, floating);
  }

  /** Returns what memory holds that an access writes a register to. */
  public long stored(long register) {
    return bits == 1 ? register & 1 : Lanes.signed(register, bits);
  }

  /** Returns whether it is a division whose quotient of two numbers the type has not got. */
  public boolean overflows(long x, long y) {
    Binary.Op what = ((Binary) source).op();
    boolean signed = what == Binary.Op.SDIV || what == Binary.Op.SREM;
    return signed && y == -1 && x == -1L << (bits - 1);
  }

  /** Returns whether control goes on with the next operation. */
  public boolean falls() {
    return switch (kind) {
      case RETURN, TRAP, UNREACHABLE -> false;
      default -> edges.length == 0;
    };
  }

  /** Returns the edge that a switch takes for a value. */
  public Edge chosen(long value) {
    for (int i = 0; i < cases.length; i++) {
      if (cases[i] == value) {
        return edges[i + 1];
      }
    }
    return edges[0];
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
