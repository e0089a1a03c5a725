package dev.barnacle.frontend.extension;

import static dev.barnacle.frontend.extension.LanguageFeature.Kind.CLANG;
import static dev.barnacle.frontend.extension.LanguageFeature.Kind.EARLIER;
import static dev.barnacle.frontend.extension.LanguageFeature.Kind.MACRO;
import static dev.barnacle.frontend.extension.LanguageFeature.Kind.MACRO_OF_30;

import java.util.List;
import java.util.stream.Stream;

/**
 * The optional features of OpenCL C 3.0 that the devices have, those of extensions too.
 *
 * @param name of its macro, such as {@code __opencl_c_fp64}
 * @param kind how clang learns of it
 */
public record LanguageFeature(String name, Kind kind) {
  /** The way that clang learns of a feature. */
  public enum Kind {
    /** By its option for extensions and features. */
    CLANG,
    /**
     * By that option, and by a macro before OpenCL C 3.0. Clang's header gives the functions to
     * programs of any version where the macro is defined, and clang defines it for OpenCL C 3.0;
     * programs of earlier versions have them too, as with other platforms.
     */
    EARLIER,
    /** By a macro in OpenCL C 3.0: clang's header defines it for SPIR targets only. */
    MACRO_OF_30,
    /** By a macro in every version: an extension's. */
    MACRO
  }

  private static final String PREFIX = "__opencl_c_";

  private static final List<LanguageFeature> ALL =
      Stream.of(
              of(CLANG, "int64", "fp64", "atomic_order_acq_rel", "atomic_order_seq_cst"),
              of(CLANG, "generic_address_space", "program_scope_global_variables"),
              of(CLANG, "device_enqueue", "pipes"),
              of(EARLIER, "subgroups"),
              of(CLANG, "images", "3d_image_writes", "read_write_images"),
              of(MACRO_OF_30, "atomic_scope_device", "atomic_scope_all_devices"),
              of(MACRO_OF_30, "work_group_collective_functions"),
              of(MACRO, "integer_dot_product_input_4x8bit"), // CL_KHR_INTEGER_DOT_PRODUCT
              of(MACRO, "integer_dot_product_input_4x8bit_packed"),
              of(MACRO, "kernel_clock_scope_device"), // CL_KHR_KERNEL_CLOCK
              of(MACRO, "kernel_clock_scope_work_group", "kernel_clock_scope_sub_group"),
              floatAtomics())
          .flatMap(s -> s)
          .toList();

  /**
   * Returns the names of those of some kinds, in the order of {@code CL_DEVICE_OPENCL_C_FEATURES}.
   */
  public static List<String> names(Kind... kinds) {
    List<Kind> wanted = List.of(kinds);
    return ALL.stream().filter(f -> wanted.contains(f.kind)).map(LanguageFeature::name).toList();
  }

  private static Stream<LanguageFeature> of(Kind kind, String... names) {
    return Stream.of(names).map(name -> new LanguageFeature(PREFIX + name, kind));
  }

  /** All there are of {@code CL_EXT_FLOAT_ATOMICS}. */
  private static Stream<LanguageFeature> floatAtomics() {
    return Stream.of("fp16", "fp32", "fp64")
        .flatMap(type -> Stream.of(type + "_global", type + "_local"))
        .flatMap(
            place -> Stream.of("load_store", "add", "min_max").map(o -> place + "_atomic_" + o))
        .filter(name -> name.contains("fp16") || !name.endsWith("_load_store"))
        .flatMap(name -> of(MACRO, "ext_" + name));
  }
}
