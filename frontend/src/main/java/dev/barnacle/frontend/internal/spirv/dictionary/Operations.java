package dev.barnacle.frontend.internal.spirv.dictionary;

import java.util.Locale;

/** Instructions of SPIR-V that are one of LLVM's, or one of the engines' atomic operations. */
public final class Operations {
  /** Arithmetic, by LLVM's names. */
  public static final TwoWay ARITHMETIC =
      new TwoWay(
          "OpIAdd", "add",
          "OpISub", "sub",
          "OpIMul", "mul",
          "OpUDiv", "udiv",
          "OpSDiv", "sdiv",
          "OpUMod", "urem",
          "OpSRem", "srem",
          "OpFAdd", "fadd",
          "OpFSub", "fsub",
          "OpFMul", "fmul",
          "OpFDiv", "fdiv",
          "OpFRem", "frem");

  /** Shifts, by LLVM's names. */
  public static final TwoWay SHIFTS =
      new TwoWay(
          "OpShiftLeftLogical", "shl",
          "OpShiftRightLogical", "lshr",
          "OpShiftRightArithmetic", "ashr");

  /** Bits of integers, by LLVM's names. */
  public static final TwoWay BITS =
      new TwoWay(
          "OpBitwiseAnd", "and",
          "OpBitwiseOr", "or",
          "OpBitwiseXor", "xor");

  /** Truth values: by what LLVM does with integers of one bit. */
  public static final TwoWay LOGIC =
      new TwoWay(
          "OpLogicalEqual", "icmp eq",
          "OpLogicalNotEqual", "icmp ne",
          "OpLogicalOr", "or",
          "OpLogicalAnd", "and");

  /** Comparisons of numbers and pointers, by LLVM's names. */
  public static final TwoWay COMPARISONS =
      new TwoWay(
          "OpIEqual", "icmp eq",
          "OpINotEqual", "icmp ne",
          "OpUGreaterThan", "icmp ugt",
          "OpSGreaterThan", "icmp sgt",
          "OpUGreaterThanEqual", "icmp uge",
          "OpSGreaterThanEqual", "icmp sge",
          "OpULessThan", "icmp ult",
          "OpSLessThan", "icmp slt",
          "OpULessThanEqual", "icmp ule",
          "OpSLessThanEqual", "icmp sle",
          "OpFOrdEqual", "fcmp oeq",
          "OpFUnordEqual", "fcmp ueq",
          "OpFOrdNotEqual", "fcmp one",
          "OpFUnordNotEqual", "fcmp une",
          "OpFOrdLessThan", "fcmp olt",
          "OpFUnordLessThan", "fcmp ult",
          "OpFOrdGreaterThan", "fcmp ogt",
          "OpFUnordGreaterThan", "fcmp ugt",
          "OpFOrdLessThanEqual", "fcmp ole",
          "OpFUnordLessThanEqual", "fcmp ule",
          "OpFOrdGreaterThanEqual", "fcmp oge",
          "OpFUnordGreaterThanEqual", "fcmp uge",
          "OpOrdered", "fcmp ord",
          "OpUnordered", "fcmp uno",
          "OpLessOrGreater", "fcmp one",
          "OpPtrEqual", "icmp eq",
          "OpPtrNotEqual", "icmp ne");

  /** Conversions of numbers, by LLVM's names; integers in another width are extended. */
  public static final TwoWay CONVERSIONS =
      new TwoWay(
          "OpConvertFToU", "fptoui",
          "OpConvertFToS", "fptosi",
          "OpConvertSToF", "sitofp",
          "OpConvertUToF", "uitofp",
          "OpUConvert", "zext",
          "OpSConvert", "sext");

  /** Atomic operations that change a value, by the names of the engines' functions. */
  public static final TwoWay ATOMICS =
      new TwoWay(
          "OpAtomicExchange", "xchg",
          "OpAtomicIAdd", "add",
          "OpAtomicISub", "sub",
          "OpAtomicSMin", "min",
          "OpAtomicUMin", "umin",
          "OpAtomicSMax", "max",
          "OpAtomicUMax", "umax",
          "OpAtomicAnd", "and",
          "OpAtomicOr", "or",
          "OpAtomicXor", "xor",
          "OpAtomicFAddEXT", "fadd",
          "OpAtomicFMinEXT", "fmin",
          "OpAtomicFMaxEXT", "fmax");

  /** Comparisons of OpenCL.std that OpenCL C has under the name of those of integers. */
  public static final TwoWay STANDARD =
      new TwoWay(
          "fclamp", "clamp",
          "fmax_common", "max",
          "fmin_common", "min");

  /** Questions about blocks, by the functions that clang calls; some take a range first. */
  public static final TwoWay KERNELS =
      new TwoWay(
          "OpGetKernelWorkGroupSize", "__get_kernel_work_group_size_impl",
          "OpGetKernelPreferredWorkGroupSizeMultiple",
              "__get_kernel_preferred_work_group_size_multiple_impl",
          "OpGetKernelNDrangeSubGroupCount", "__get_kernel_sub_group_count_for_ndrange_impl",
          "OpGetKernelNDrangeMaxSubGroupSize", "__get_kernel_max_sub_group_size_for_ndrange_impl");

  private Operations() {}

  /**
   * Returns the instruction that is one of LLVM's.
   *
   * @param other LLVM's name, in any case
   */
  public static String spirv(TwoWay table, String other) {
    String name = table.spirv(other.toLowerCase(Locale.ROOT));
    if (name == null) {
      throw new IllegalArgumentException("no instruction for " + other);
    }
    return name;
  }
}
