package dev.barnacle.frontend.internal.spirv.module;

import java.util.regex.Pattern;

/**
 * LLVM's intrinsic functions that modules import by their names: Khronos' translator does so with
 * those that it knows no instruction for, such as {@code llvm.usub.sat.i32}. Those are taken that
 * compute a number of numbers (LLVM Language Reference, "Arithmetic Intrinsics" and its kin).
 */
public final class ImportedIntrinsics {
  private static final String TYPE = "(v\\d+)?(i\\d+|f\\d+)";

  private static final Pattern NAME =
      Pattern.compile(
          "llvm\\.([su](add|sub|shl)\\.sat|[su](min|max|cmp)|abs|ctpop|ctlz|cttz|bitreverse|bswap"
              + "|fsh[lr]|fpto[su]i\\.sat|is\\.fpclass|fabs|copysign|(min|max)(num|imum|imumnum)"
              + "|floor|ceil|trunc|rint|nearbyint|round|roundeven|l?lround|l?lrint|canonicalize"
              + "|sqrt|sin|cos|tan|asin|acos|atan|sinh|cosh|tanh|exp|exp2|exp10|log|log2|log10|pow"
              + "|powi|ldexp|fma|fmuladd|arithmetic\\.fence"
              + "|vector\\.reduce\\.(f?(add|mul|min|max|minimum|maximum)|and|x?or|[su](min|max)))"
              + "(\\."
              + TYPE
              + ")+");

  private ImportedIntrinsics() {}

  /** Returns whether a function that is imported is one of them. */
  public static boolean has(SpirvModule module, SpirvFunction function) {
    return NAME.matcher(module.linkName(function.id())).matches()
        && isNumber(module.types().get(function.declaration().type(), function.declaration()))
        && function.parameters().stream().allMatch(p -> isNumber(module.types().get(p.type(), p)));
  }

  private static boolean isNumber(SpirvType type) {
    return switch (type) {
      case SpirvType.Bool b -> true;
      case SpirvType.Int i -> true;
      case SpirvType.FloatType f -> true;
      case SpirvType.Vector v -> true;
      default -> false;
    };
  }
}
