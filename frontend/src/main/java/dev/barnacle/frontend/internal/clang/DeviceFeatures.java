package dev.barnacle.frontend.internal.clang;

import java.util.List;
import java.util.stream.Stream;

/**
 * What Barnacle's device offers of OpenCL C's optional features, as clang's options. The device is
 * little-endian with 64-bit addresses.
 */
public final class DeviceFeatures {
  /**
   * The version of OpenCL that the device supports, whatever version of the language a program
   * uses.
   */
  static final int OPENCL_VERSION = 310;

  private static final List<String> EXTENSIONS =
      List.of(
          "cl_khr_fp64",
          "cl_khr_fp16",
          "cl_khr_byte_addressable_store",
          "cl_khr_global_int32_base_atomics",
          "cl_khr_global_int32_extended_atomics",
          "cl_khr_local_int32_base_atomics",
          "cl_khr_local_int32_extended_atomics",
          "cl_khr_int64_base_atomics",
          "cl_khr_int64_extended_atomics",
          "cl_khr_3d_image_writes",
          "cl_khr_depth_images");

  /**
   * What clang may allow beyond OpenCL C 1.2, and PoCL does: {@code static constant} tables inside
   * of functions.
   */
  static final String STATIC_VARIABLES = "cl_clang_storage_class_specifiers";

  /**
   * The feature that stands for sub-groups. Clang's header gives their functions to programs of any
   * version where its macro is defined, and clang defines it for OpenCL C 3.0. Programs of earlier
   * versions have the functions too, as with other platforms, and {@code cl_khr_subgroups}: the
   * engines let sub-groups make progress independently of each other.
   */
  private static final String SUB_GROUPS = "__opencl_c_subgroups";

  /** Features of OpenCL C 3.0 that clang wants to be told of. */
  private static final List<String> FEATURES =
      List.of(
          "__opencl_c_int64",
          "__opencl_c_fp64",
          "__opencl_c_atomic_order_acq_rel",
          "__opencl_c_atomic_order_seq_cst",
          "__opencl_c_generic_address_space",
          "__opencl_c_program_scope_global_variables",
          "__opencl_c_device_enqueue",
          "__opencl_c_pipes",
          SUB_GROUPS,
          "__opencl_c_images",
          "__opencl_c_3d_image_writes",
          "__opencl_c_read_write_images");

  /** Features of OpenCL C 3.0 that only clang's header defines, and for SPIR targets only. */
  private static final List<String> HEADER_FEATURES =
      List.of(
          "__opencl_c_atomic_scope_device",
          "__opencl_c_atomic_scope_all_devices",
          "__opencl_c_work_group_collective_functions");

  /** Extensions that only clang's header knows, and for SPIR targets only; with their features. */
  private static final List<String> HEADER_EXTENSIONS =
      List.of(
          "cl_ext_float_atomics",
          "cl_khr_extended_bit_ops",
          "cl_khr_integer_dot_product",
          "__opencl_c_integer_dot_product_input_4x8bit",
          "__opencl_c_integer_dot_product_input_4x8bit_packed",
          "cl_khr_mipmap_image",
          "cl_khr_mipmap_image_writes",
          "cl_khr_kernel_clock",
          "__opencl_c_kernel_clock_scope_device",
          "__opencl_c_kernel_clock_scope_work_group",
          "__opencl_c_kernel_clock_scope_sub_group");

  /** Extensions without a function that clang would have to know, or that it does not know. */
  private static final List<String> OTHER_EXTENSIONS =
      List.of(
          "cl_intel_required_subgroup_size",
          "cl_intel_subgroups",
          "cl_intel_subgroups_char",
          "cl_intel_subgroups_long",
          "cl_intel_subgroups_short",
          "cl_khr_async_work_group_copy_fence",
          "cl_khr_expect_assume",
          "cl_khr_extended_async_copies",
          "cl_khr_initialize_memory",
          "cl_khr_srgb_image_writes",
          "cl_khr_work_group_uniform_arithmetic");

  /** Atomic operations on floating-point numbers: all there are of {@code cl_ext_float_atomics}. */
  private static final List<String> FLOAT_ATOMICS =
      Stream.of("fp16", "fp32", "fp64")
          .flatMap(type -> Stream.of(type + "_global", type + "_local"))
          .flatMap(
              place -> Stream.of("load_store", "add", "min_max").map(o -> place + "_atomic_" + o))
          .map(name -> "__opencl_c_ext_" + name)
          .filter(name -> name.contains("fp16") || !name.endsWith("_load_store"))
          .toList();

  /** Extensions of sub-groups, which clang's header knows for SPIR only. */
  private static final List<String> SUB_GROUP_EXTENSIONS =
      List.of(
          "cl_khr_subgroups",
          "cl_khr_subgroup_ballot",
          "cl_khr_subgroup_clustered_reduce",
          "cl_khr_subgroup_extended_types",
          "cl_khr_subgroup_non_uniform_arithmetic",
          "cl_khr_subgroup_non_uniform_vote",
          "cl_khr_subgroup_rotate",
          "cl_khr_subgroup_shuffle",
          "cl_khr_subgroup_shuffle_relative");

  /**
   * What a program may compare {@code __OPENCL_C_VERSION__} with, and clang does not define: where
   * it were not defined, each version would be as new.
   */
  private static final String VERSION_3_1 = "CL_VERSION_3_1=310";

  /** A program's assertion: a trap where the condition does not hold. */
  private static final String ASSERT =
      "barnacle_assert(condition)=((condition)?(void)0:__builtin_trap())";

  /** Macros of the target, which the device is not. */
  private static final List<String> UNDEFINED =
      List.of("__SPIR__", "__SPIR64__", "__SPIR", "__SPIR64");

  private DeviceFeatures() {}

  /** The extensions of OpenCL C that programs can use, by the names of their macros. */
  public static List<String> extensions() {
    return Stream.concat(EXTENSIONS.stream(), extensionsBeyondClang().stream()).toList();
  }

  /** Those of them whose names clang's option for extensions does not take. */
  static List<String> extensionsBeyondClang() {
    return Stream.of(HEADER_EXTENSIONS, SUB_GROUP_EXTENSIONS, OTHER_EXTENSIONS)
        .flatMap(List::stream)
        .filter(e -> e.startsWith("cl_"))
        .toList();
  }

  /** The optional features of OpenCL C 3.0 that programs can use, by the names of their macros. */
  public static List<String> features() {
    return Stream.of(FEATURES, HEADER_FEATURES, HEADER_EXTENSIONS, FLOAT_ATOMICS)
        .flatMap(List::stream)
        .filter(f -> f.startsWith("__opencl_c_"))
        .toList();
  }

  /** The value of clang's {@code -cl-ext}. */
  static String extensionOption() {
    return "-cl-ext=-all,+"
        + String.join(",+", EXTENSIONS)
        + ",+"
        + STATIC_VARIABLES
        + ",+"
        + String.join(",+", FEATURES);
  }

  /** Macros to define for OpenCL C 3.0. */
  static List<String> macrosOf30() {
    return HEADER_FEATURES;
  }

  /** Macros to define for versions before OpenCL C 3.0. */
  static List<String> macrosBefore30() {
    return List.of(SUB_GROUPS);
  }

  /** Macros to define for every version. */
  static List<String> macros() {
    return Stream.of(HEADER_EXTENSIONS, SUB_GROUP_EXTENSIONS, OTHER_EXTENSIONS, FLOAT_ATOMICS)
        .flatMap(List::stream)
        .toList();
  }

  /** The definitions of macros that have another value than 1. */
  static List<String> definitions() {
    return List.of("__OPENCL_VERSION__=" + OPENCL_VERSION, VERSION_3_1, ASSERT);
  }

  static List<String> undefined() {
    return UNDEFINED;
  }
}
