package dev.barnacle.frontend.internal.spirv.dictionary;

import dev.barnacle.frontend.internal.spirv.binary.Opcode;
import java.util.Locale;

/** Instructions of SPIR-V that are one of LLVM's, or one of the engines' atomic operations. */
public final class Operations {
  /** Arithmetic, by LLVM's names. */
  public static final TwoWay ARITHMETIC =
      new TwoWay(
          Opcode.I_ADD, "add",
          Opcode.I_SUB, "sub",
          Opcode.I_MUL, "mul",
          Opcode.U_DIV, "udiv",
          Opcode.S_DIV, "sdiv",
          Opcode.U_MOD, "urem",
          Opcode.S_REM, "srem",
          Opcode.F_ADD, "fadd",
          Opcode.F_SUB, "fsub",
          Opcode.F_MUL, "fmul",
          Opcode.F_DIV, "fdiv",
          Opcode.F_REM, "frem");

  /** Shifts, by LLVM's names. */
  public static final TwoWay SHIFTS =
      new TwoWay(
          Opcode.SHIFT_LEFT_LOGICAL, "shl",
          Opcode.SHIFT_RIGHT_LOGICAL, "lshr",
          Opcode.SHIFT_RIGHT_ARITHMETIC, "ashr");

  /** Bits of integers, by LLVM's names. */
  public static final TwoWay BITS =
      new TwoWay(
          Opcode.BITWISE_AND, "and",
          Opcode.BITWISE_OR, "or",
          Opcode.BITWISE_XOR, "xor");

  /** Truth values: by what LLVM does with integers of one bit. */
  public static final TwoWay LOGIC =
      new TwoWay(
          Opcode.LOGICAL_EQUAL, "icmp eq",
          Opcode.LOGICAL_NOT_EQUAL, "icmp ne",
          Opcode.LOGICAL_OR, "or",
          Opcode.LOGICAL_AND, "and");

  /** Comparisons of numbers and pointers, by LLVM's names. */
  public static final TwoWay COMPARISONS =
      new TwoWay(
          Opcode.I_EQUAL, "icmp eq",
          Opcode.I_NOT_EQUAL, "icmp ne",
          Opcode.U_GREATER_THAN, "icmp ugt",
          Opcode.S_GREATER_THAN, "icmp sgt",
          Opcode.U_GREATER_THAN_EQUAL, "icmp uge",
          Opcode.S_GREATER_THAN_EQUAL, "icmp sge",
          Opcode.U_LESS_THAN, "icmp ult",
          Opcode.S_LESS_THAN, "icmp slt",
          Opcode.U_LESS_THAN_EQUAL, "icmp ule",
          Opcode.S_LESS_THAN_EQUAL, "icmp sle",
          Opcode.F_ORD_EQUAL, "fcmp oeq",
          Opcode.F_UNORD_EQUAL, "fcmp ueq",
          Opcode.F_ORD_NOT_EQUAL, "fcmp one",
          Opcode.F_UNORD_NOT_EQUAL, "fcmp une",
          Opcode.F_ORD_LESS_THAN, "fcmp olt",
          Opcode.F_UNORD_LESS_THAN, "fcmp ult",
          Opcode.F_ORD_GREATER_THAN, "fcmp ogt",
          Opcode.F_UNORD_GREATER_THAN, "fcmp ugt",
          Opcode.F_ORD_LESS_THAN_EQUAL, "fcmp ole",
          Opcode.F_UNORD_LESS_THAN_EQUAL, "fcmp ule",
          Opcode.F_ORD_GREATER_THAN_EQUAL, "fcmp oge",
          Opcode.F_UNORD_GREATER_THAN_EQUAL, "fcmp uge",
          Opcode.ORDERED, "fcmp ord",
          Opcode.UNORDERED, "fcmp uno",
          Opcode.LESS_OR_GREATER, "fcmp one",
          Opcode.PTR_EQUAL, "icmp eq",
          Opcode.PTR_NOT_EQUAL, "icmp ne");

  /** Conversions of numbers, by LLVM's names; integers in another width are extended. */
  public static final TwoWay CONVERSIONS =
      new TwoWay(
          Opcode.CONVERT_F_TO_U, "fptoui",
          Opcode.CONVERT_F_TO_S, "fptosi",
          Opcode.CONVERT_S_TO_F, "sitofp",
          Opcode.CONVERT_U_TO_F, "uitofp",
          Opcode.U_CONVERT, "zext",
          Opcode.S_CONVERT, "sext");

  /** Atomic operations that change a value, by the names of the engines' functions. */
  public static final TwoWay ATOMICS =
      new TwoWay(
          Opcode.ATOMIC_EXCHANGE, "xchg",
          Opcode.ATOMIC_I_ADD, "add",
          Opcode.ATOMIC_I_SUB, "sub",
          Opcode.ATOMIC_S_MIN, "min",
          Opcode.ATOMIC_U_MIN, "umin",
          Opcode.ATOMIC_S_MAX, "max",
          Opcode.ATOMIC_U_MAX, "umax",
          Opcode.ATOMIC_AND, "and",
          Opcode.ATOMIC_OR, "or",
          Opcode.ATOMIC_XOR, "xor",
          Opcode.ATOMIC_F_ADD_EXT, "fadd",
          Opcode.ATOMIC_F_MIN_EXT, "fmin",
          Opcode.ATOMIC_F_MAX_EXT, "fmax");

  /** Comparisons of OpenCL.std that OpenCL C has under the name of those of integers. */
  public static final TwoWay STANDARD =
      new TwoWay(
          "fclamp", "clamp",
          "fmax_common", "max",
          "fmin_common", "min");

  /** Questions about blocks, by the functions that clang calls; some take a range first. */
  public static final TwoWay KERNELS =
      new TwoWay(
          Opcode.GET_KERNEL_WORK_GROUP_SIZE, "__get_kernel_work_group_size_impl",
          Opcode.GET_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE,
              "__get_kernel_preferred_work_group_size_multiple_impl",
          Opcode.GET_KERNEL_N_DRANGE_SUB_GROUP_COUNT,
              "__get_kernel_sub_group_count_for_ndrange_impl",
          Opcode.GET_KERNEL_N_DRANGE_MAX_SUB_GROUP_SIZE,
              "__get_kernel_max_sub_group_size_for_ndrange_impl");

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
