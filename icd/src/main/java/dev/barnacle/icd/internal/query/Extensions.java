package dev.barnacle.icd.internal.query;

import dev.barnacle.frontend.extension.Extension;
import java.util.List;
import java.util.stream.Stream;

/** The answers to {@code CL_…_EXTENSIONS} and {@code CL_…_EXTENSIONS_WITH_VERSION}. */
public final class Extensions {
  /** OpenCL 3.1.0, as {@code cl_version} has it. */
  public static final int OPENCL_3_1 = 3 << 22 | 1 << 12;

  private static final List<Info.NameVersion> PLATFORM =
      versions(Extension.of(Extension.Kind.PLATFORM).stream());

  private Extensions() {}

  private static List<Info.NameVersion> versions(Stream<Extension> extensions) {
    return extensions
        .filter(e -> !HiddenExtensions.has(e))
        .map(e -> new Info.NameVersion(e.version(), e.text()))
        .toList();
  }

  /** Returns those of devices that compile programs. */
  static List<Info.NameVersion> ofDevices() {
    return versions(Stream.of(Extension.values()));
  }

  /** Returns the platform's. */
  public static List<Info.NameVersion> ofPlatform() {
    return PLATFORM;
  }

  /** Returns the names of extensions with blanks between them. */
  public static String names(List<Info.NameVersion> extensions) {
    return String.join(" ", extensions.stream().map(Info.NameVersion::name).toList());
  }
}
