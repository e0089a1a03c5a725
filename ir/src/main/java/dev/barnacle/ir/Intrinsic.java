package dev.barnacle.ir;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A pure function that works lane by lane: all operands and the result have one type, but for
 * {@link Op#POWI} and {@link Op#LDEXP}.
 */
public final class Intrinsic extends Instruction {
  /**
   * The functions. Floating-point ones are C's, within the ulp limits of the OpenCL specification's
   * table; RINT rounds to even, FMIN and FMAX return the number when the other operand is a NaN,
   * MINIMUM and MAXIMUM return NaN, FMULADD may be fused or not; CTLZ and CTTZ of zero give the
   * width, ABS of the least integer gives it back. Those that begin with EXPECT give their first
   * operand, and are undefined where that and the others are not what a built-in function of OpenCL
   * C expects.
   */
  public enum Op {
    SQRT(1, true),
    /** The reciprocal of the square root. */
    RSQRT(1, true),
    SIN(1, true),
    COS(1, true),
    TAN(1, true),
    ASIN(1, true),
    ACOS(1, true),
    ATAN(1, true),
    SINH(1, true),
    COSH(1, true),
    TANH(1, true),
    ASINH(1, true),
    ACOSH(1, true),
    ATANH(1, true),
    EXP(1, true),
    EXP2(1, true),
    EXP10(1, true),
    EXPM1(1, true),
    LOG(1, true),
    LOG2(1, true),
    LOG10(1, true),
    LOG1P(1, true),
    CBRT(1, true),
    ERF(1, true),
    ERFC(1, true),
    LGAMMA(1, true),
    TGAMMA(1, true),
    FABS(1, true),
    FLOOR(1, true),
    CEIL(1, true),
    TRUNC_F(1, true),
    RINT(1, true),
    ROUND(1, true),
    CANONICALIZE(1, true),
    POW(2, true),
    ATAN2(2, true),
    HYPOT(2, true),
    FMOD(2, true),
    REMAINDER(2, true),
    COPYSIGN(2, true),
    FMIN(2, true),
    FMAX(2, true),
    MINIMUM(2, true),
    MAXIMUM(2, true),
    FMA(3, true),
    FMULADD(3, true),
    CTPOP(1, false),
    BITREVERSE(1, false),
    BSWAP(1, false),
    CTLZ(1, false),
    CTTZ(1, false),
    ABS(1, false),
    SMIN(2, false),
    SMAX(2, false),
    UMIN(2, false),
    UMAX(2, false),
    SADD_SAT(2, false),
    UADD_SAT(2, false),
    SSUB_SAT(2, false),
    USUB_SAT(2, false),
    SSHL_SAT(2, false),
    USHL_SAT(2, false),
    FSHL(3, false),
    FSHR(3, false),
    /** Powers with an integer exponent: the second operand is an i32. */
    POWI(2, true),
    /** Times two to the power of the second operand, an i32 a lane. */
    LDEXP(2, true),
    /** Expects a signed upper bound that is at least the lower one. */
    EXPECT_CLAMP(2, false),
    /** Expects an unsigned upper bound that is at least the lower one. */
    EXPECT_UCLAMP(2, false),
    /** Expects an upper bound that is not less than the lower one. */
    EXPECT_FCLAMP(2, true),
    /** Expects an edge below the second one; none of these and of the third operand is a NaN. */
    EXPECT_SMOOTHSTEP(3, true),
    /** Expects what is neither below 0 nor above 1. */
    EXPECT_MIX(1, true),
    /** Expects what is not further from 0 than 2 to the power of 16. */
    EXPECT_ANGLE(1, true),
    /** Expects a sum of squares that is a float. */
    EXPECT_SQUARES(1, true),
    /** Expects a signed integer of 24 bits. */
    EXPECT_MUL24(1, false),
    /** Expects an unsigned integer of 24 bits. */
    EXPECT_UMUL24(1, false),
    /** Expects the first of as many bits as the second operand says, among as many as the third. */
    EXPECT_BITFIELD(3, false),
    /** Expects an unsigned step that is no smaller than the second operand. */
    EXPECT_STEP(2, false),
    /** Expects the number of a memory order whose bit is set in the second operand. */
    EXPECT_ORDER(2, false),
    /** Expects the number of a memory scope whose bit is set in the second operand. */
    EXPECT_SCOPE(2, false),
    /** Expects memory fence flags that are all set in the second operand. */
    EXPECT_FLAGS(2, false),
    /** Expects a coordinate that is a number. */
    EXPECT_COORDINATE(1, true),
    /** Expects the bits of a sampler that may be used as the second operand says. */
    EXPECT_SAMPLER(2, false),
    /**
     * Expects that a weak compare-exchange, the work-item's last one, has not failed spuriously
     * (C11 7.17.7.4); if it has, which an engine may choose, this is 0.
     */
    EXPECT_EXCHANGE(1, false),
    /**
     * Expects that a program's assumption is not 0; executions in which it is are none that the
     * program's author asks about. An engine may ignore it.
     */
    EXPECT_ASSUMPTION(1, false);

    private final int arity;
    private final boolean floating;

    Op(int arity, boolean floating) {
      this.arity = arity;
      this.floating = floating;
    }

    /** Returns the number of operands. */
    public int arity() {
      return arity;
    }

    /** Returns whether it works on floating-point numbers. */
    public boolean isFloat() {
      return floating;
    }

    /** Returns whether it gives its first operand, and only says what that is expected to be. */
    public boolean isExpectation() {
      return compareTo(EXPECT_CLAMP) >= 0;
    }

    /** Returns the name in the text form. */
    public String keyword() {
      return this == TRUNC_F ? "ftrunc" : name().toLowerCase(Locale.ROOT).replace('_', '.');
    }
  }

  private final Op op;
  private final Set<FastMath> fastMath;

  /** Makes a call of a function. */
  public Intrinsic(Op op, List<? extends Value> operands, Set<FastMath> fastMath) {
    super(operands.getFirst().type(), operands);
    this.op = op;
    this.fastMath = Set.copyOf(fastMath);
  }

  /** Returns the function. */
  public Op op() {
    return op;
  }

  /** Returns what a floating-point function may do. */
  public Set<FastMath> fastMath() {
    return fastMath;
  }

  @Override
  public String mnemonic() {
    return op.keyword();
  }
}
