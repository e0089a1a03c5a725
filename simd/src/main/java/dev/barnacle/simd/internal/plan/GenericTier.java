package dev.barnacle.simd.internal.plan;

import dev.barnacle.engine.SubGroupSizes;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.FastMath;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.GroupOperation;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Intrinsic;
import dev.barnacle.ir.KernelInfo;
import dev.barnacle.ir.Printf;
import dev.barnacle.ir.Unary;
import dev.barnacle.ir.analysis.CallGraph;
import dev.barnacle.simd.internal.abi.Specialization;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Decides which kernels may run as a version that is made for no local size in particular ({@link
 * Specialization#general}). The moment at which versions are exchanged depends on time, so nobody
 * may be able to tell them apart. Their results are the same to the last bit, and what they print
 * comes in the same order.
 */
public final class GenericTier {
  /** Rows of at least so many work-items run in the same lanes, whatever the version. */
  private static final int SAME_LANES = 16;

  /** Operations whose result is the same however many lanes compute it at a time. */
  private static final Set<Intrinsic.Op> EXACT =
      EnumSet.of(
          Intrinsic.Op.SQRT,
          Intrinsic.Op.FABS,
          Intrinsic.Op.FLOOR,
          Intrinsic.Op.CEIL,
          Intrinsic.Op.TRUNC_F,
          Intrinsic.Op.RINT,
          Intrinsic.Op.ROUND,
          Intrinsic.Op.CANONICALIZE,
          Intrinsic.Op.COPYSIGN,
          Intrinsic.Op.FMIN,
          Intrinsic.Op.FMAX,
          Intrinsic.Op.MINIMUM,
          Intrinsic.Op.MAXIMUM,
          Intrinsic.Op.FMA,
          Intrinsic.Op.FMULADD,
          Intrinsic.Op.LDEXP);

  private final boolean possible;
  private final boolean alike;
  private final boolean exact;

  private GenericTier(boolean possible, boolean alike, boolean exact) {
    this.possible = possible;
    this.alike = alike;
    this.exact = exact;
  }

  /** Looks at a kernel and all that it calls. */
  public static GenericTier of(Function kernel) {
    List<Instruction> all =
        CallGraph.reached(kernel).stream()
            .flatMap(f -> f.blocks().stream())
            .flatMap(b -> b.instructions().stream())
            .toList();
    KernelInfo info = kernel.kernel();
    boolean alike =
        SubGroupSizes.required(kernel) == 0
            && !SubGroupSize.areUsed(kernel)
            && all.stream().allMatch(GenericTier::isSameInAllVersions);
    boolean possible = alike && (info == null || info.requiredWorkGroupSize().isEmpty());
    return new GenericTier(possible, alike, all.stream().allMatch(GenericTier::isExact));
  }

  /**
   * Returns whether the kernel's results are the same however many lanes compute them at a time.
   */
  boolean areExact() {
    return exact;
  }

  /** Returns whether nobody can tell two versions of the code for these facts apart. */
  public boolean areAlike(Specialization specialization) {
    return alike && (exact || specialization.localX() >= SAME_LANES);
  }

  /** Returns whether launches of a specialisation could run as a general version. */
  public boolean arePossible(Specialization specialization) {
    return possible && (exact || specialization.localX() >= SAME_LANES);
  }

  private static boolean isSameInAllVersions(Instruction instruction) {
    return switch (instruction) {
      case Printf _, GroupOperation _ -> false;
      default -> fastMath(instruction).isEmpty();
    };
  }

  static Set<FastMath> fastMath(Instruction instruction) {
    return switch (instruction) {
      case Binary binary -> binary.fastMath();
      case Unary unary -> unary.fastMath();
      case Compare compare -> compare.fastMath();
      case Intrinsic intrinsic -> intrinsic.fastMath();
      default -> Set.of();
    };
  }

  private static boolean isExact(Instruction instruction) {
    return !(instruction instanceof Intrinsic intrinsic)
        || !intrinsic.op().isFloat()
        || EXACT.contains(intrinsic.op());
  }
}
