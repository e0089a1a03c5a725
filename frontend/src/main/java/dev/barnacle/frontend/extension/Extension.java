package dev.barnacle.frontend.extension;

import static dev.barnacle.frontend.extension.Extension.Kind.CLANG;
import static dev.barnacle.frontend.extension.Extension.Kind.DEVICE;
import static dev.barnacle.frontend.extension.Extension.Kind.MACRO;
import static dev.barnacle.frontend.extension.Extension.Kind.PLATFORM;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The extensions of the platform and its devices, in the order in which {@code
 * CL_DEVICE_EXTENSIONS} names them.
 */
public enum Extension {
  CL_KHR_ICD(PLATFORM, "the loader finds the driver"),
  CL_KHR_CREATE_COMMAND_QUEUE(PLATFORM),
  CL_KHR_EXTENDED_VERSIONING(PLATFORM),
  CL_KHR_COMMAND_BUFFER(
      PLATFORM,
      version(0, 9, 8),
      "simultaneous use, `printf`, kernels that enqueue others, out-of-order queues"),
  CL_KHR_COMMAND_BUFFER_MUTABLE_DISPATCH(PLATFORM, version(0, 9, 5), "all fields of launches"),
  CL_KHR_COMMAND_BUFFER_MULTI_DEVICE(
      PLATFORM, version(0, 9, 2), "several queues, also of the custom device; remapping"),
  CL_KHR_SEMAPHORE(PLATFORM, "binary ones"),
  CL_KHR_PRIORITY_HINTS(PLATFORM, "ready commands of more urgent queues come first"),
  CL_KHR_THROTTLE_HINTS(PLATFORM, "without effect"),
  CL_KHR_DEVICE_UUID(PLATFORM),
  CL_KHR_SUGGESTED_LOCAL_WORK_SIZE(PLATFORM),
  CL_INTEL_UNIFIED_SHARED_MEMORY(PLATFORM, version(1, 2, 0)),
  CL_INTEL_CREATE_BUFFER_WITH_PROPERTIES(PLATFORM),
  CL_KHR_UNIFIED_SVM(PLATFORM, version(0, 9, 0)),
  CL_KHR_IMAGE2D_FROM_BUFFER(DEVICE),
  CL_KHR_IL_PROGRAM(DEVICE, "[SPIR-V](../guide/spirv.md)"),
  CL_KHR_SPIRV_QUERIES(DEVICE),
  CL_KHR_SPIRV_EXTENDED_DEBUG_INFO(DEVICE),
  CL_KHR_SPIRV_NO_INTEGER_WRAP_DECORATION(DEVICE),
  CL_KHR_SPIRV_LINKONCE_ODR(DEVICE),
  CL_INTEL_DEVICELIB_ASSERT(
      DEVICE,
      "`assert` in SYCL: its words go where `printf`'s go, and the launch ends with an error"),
  CL_INTEL_DEVICE_ATTRIBUTE_QUERY(DEVICE),
  CL_EXT_IMMUTABLE_MEMORY_OBJECTS(DEVICE),
  CL_EXT_IMAGE_FROM_BUFFER(DEVICE, "images of all types"),
  CL_EXT_IMAGE_REQUIREMENTS_INFO(DEVICE, version(0, 5, 0)),
  CL_EXT_BUFFER_DEVICE_ADDRESS(DEVICE, version(1, 0, 2)),
  CL_EXT_CXX_FOR_OPENCL(DEVICE, "[C++ for OpenCL](../guide/cxx.md) 1.0 and 2021"),
  CL_KHR_FP64(CLANG),
  CL_KHR_FP16(CLANG),
  CL_KHR_BYTE_ADDRESSABLE_STORE(CLANG),
  CL_KHR_GLOBAL_INT32_BASE_ATOMICS(CLANG),
  CL_KHR_GLOBAL_INT32_EXTENDED_ATOMICS(CLANG),
  CL_KHR_LOCAL_INT32_BASE_ATOMICS(CLANG),
  CL_KHR_LOCAL_INT32_EXTENDED_ATOMICS(CLANG),
  CL_KHR_INT64_BASE_ATOMICS(CLANG),
  CL_KHR_INT64_EXTENDED_ATOMICS(CLANG),
  CL_KHR_3D_IMAGE_WRITES(CLANG),
  CL_KHR_DEPTH_IMAGES(CLANG),
  CL_EXT_FLOAT_ATOMICS(MACRO, "`half`, `float`, `double`; global and local memory"),
  CL_KHR_EXTENDED_BIT_OPS(MACRO),
  CL_KHR_INTEGER_DOT_PRODUCT(MACRO, version(2, 0, 0), "packed and not"),
  CL_KHR_MIPMAP_IMAGE(MACRO),
  CL_KHR_MIPMAP_IMAGE_WRITES(MACRO),
  CL_KHR_KERNEL_CLOCK(MACRO, "of device, work-group and sub-group"),
  CL_KHR_SUBGROUPS(MACRO, "independent forward progress"),
  CL_KHR_SUBGROUP_BALLOT(MACRO),
  CL_KHR_SUBGROUP_CLUSTERED_REDUCE(MACRO),
  CL_KHR_SUBGROUP_EXTENDED_TYPES(MACRO),
  CL_KHR_SUBGROUP_NON_UNIFORM_ARITHMETIC(MACRO),
  CL_KHR_SUBGROUP_NON_UNIFORM_VOTE(MACRO),
  CL_KHR_SUBGROUP_ROTATE(MACRO),
  CL_KHR_SUBGROUP_SHUFFLE(MACRO),
  CL_KHR_SUBGROUP_SHUFFLE_RELATIVE(MACRO),
  CL_INTEL_REQUIRED_SUBGROUP_SIZE(MACRO),
  CL_INTEL_SUBGROUP_BUFFER_PREFETCH(MACRO, "without effect"),
  CL_INTEL_SUBGROUPS(MACRO),
  CL_INTEL_SUBGROUPS_CHAR(MACRO),
  CL_INTEL_SUBGROUPS_LONG(MACRO),
  CL_INTEL_SUBGROUPS_SHORT(MACRO),
  CL_KHR_ASYNC_WORK_GROUP_COPY_FENCE(MACRO),
  CL_KHR_EXPECT_ASSUME(MACRO),
  CL_KHR_EXTENDED_ASYNC_COPIES(MACRO),
  CL_KHR_INITIALIZE_MEMORY(MACRO, "in machine code and under `check`"),
  CL_KHR_SRGB_IMAGE_WRITES(MACRO),
  CL_KHR_WORK_GROUP_UNIFORM_ARITHMETIC(MACRO);

  /** The requirements of an extension on a device, and the way that clang learns of it. */
  public enum Kind {
    /** Nothing of a device: the platform has it and all its devices, the custom one too. */
    PLATFORM,
    /** A device that compiles programs; programs have no macro of it. */
    DEVICE,
    /** The same, with a macro of OpenCL C; clang's own list of extensions has it. */
    CLANG,
    /** The same, with a macro that clang is told, as its list lacks it. */
    MACRO
  }

  private final Kind kind;
  private final int version;
  private final String note;

  Extension(Kind kind) {
    this(kind, "");
  }

  Extension(Kind kind, int version) {
    this(kind, version, "");
  }

  Extension(Kind kind, String note) {
    this(kind, version(1, 0, 0), note);
  }

  Extension(Kind kind, int version, String note) {
    this.kind = kind;
    this.version = version;
    this.note = note;
  }

  private static int version(int major, int minor, int patch) {
    return major << 22 | minor << 12 | patch;
  }

  /** Returns those of some kinds, in order. */
  public static List<Extension> of(Kind... kinds) {
    List<Kind> wanted = List.of(kinds);
    return Arrays.stream(values()).filter(e -> wanted.contains(e.kind)).toList();
  }

  /** Returns its name, such as {@code cl_khr_fp64}. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns its version as a {@code cl_version} (OpenCL API, 4.1). */
  public int version() {
    return version;
  }

  /** Returns what {@code docs/reference/extensions.md} says of it, or "". */
  public String note() {
    return note;
  }
}
