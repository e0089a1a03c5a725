package dev.barnacle.icd.internal.query;

import java.util.List;
import java.util.stream.Stream;

/** The extensions that the platform has, which its devices have too, and versions. */
public final class Extensions {
  /** OpenCL 3.1.0, as {@code cl_version} has it. */
  public static final int OPENCL_3_1 = 3 << 22 | 1 << 12;

  private static final List<Info.NameVersion> OWN =
      List.of(
          new Info.NameVersion(1 << 22, "cl_khr_icd"),
          new Info.NameVersion(1 << 22, "cl_khr_create_command_queue"),
          new Info.NameVersion(1 << 22, "cl_khr_extended_versioning"));

  /** Of memory by addresses; SYCL's run time asks the platform for it, not the device. */
  private static final List<Info.NameVersion> OF_MEMORY =
      List.of(
          new Info.NameVersion(1 << 22 | 2 << 12, "cl_intel_unified_shared_memory"),
          new Info.NameVersion(1 << 22, "cl_intel_create_buffer_with_properties"),
          new Info.NameVersion(9 << 12, "cl_khr_unified_svm"));

  private static final List<Info.NameVersion> ALL =
      Stream.of(OWN, CommandBufferInfo.extensions(), OF_MEMORY)
          .flatMap(List::stream)
          .filter(e -> !HiddenExtensions.has(e.name()))
          .toList();

  private static final List<Info.NameVersion> OF_DEVICES =
      List.of(
          new Info.NameVersion(1 << 22, "cl_intel_device_attribute_query"),
          new Info.NameVersion(1 << 22, "cl_ext_immutable_memory_objects"),
          new Info.NameVersion(1 << 22, "cl_ext_image_from_buffer"),
          new Info.NameVersion(5 << 12, "cl_ext_image_requirements_info"),
          new Info.NameVersion(1 << 22 | 2, "cl_ext_buffer_device_address"));

  private Extensions() {}

  /** Returns those that devices have and the platform has not. */
  static List<Info.NameVersion> ofDevices() {
    return OF_DEVICES;
  }

  /** Returns the platform's. */
  public static List<Info.NameVersion> all() {
    return ALL;
  }

  /** Returns the names of extensions with blanks between them. */
  public static String names(List<Info.NameVersion> extensions) {
    return String.join(" ", extensions.stream().map(Info.NameVersion::name).toList());
  }
}
