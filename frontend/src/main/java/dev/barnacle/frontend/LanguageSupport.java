package dev.barnacle.frontend;

import dev.barnacle.frontend.extension.LanguageFeature;
import dev.barnacle.frontend.internal.clang.DeviceFeatures;
import dev.barnacle.store.CacheDirectory;
import java.nio.file.Path;
import java.util.List;

/** The optional parts of OpenCL C that programs can use. */
public final class LanguageSupport {
  private LanguageSupport() {}

  /** Returns the folder of caches, see {@link CacheDirectory}. */
  public static Path cache() {
    return CacheDirectory.get();
  }

  /** Returns the user's home: {@code $HOME}, or else what the system knows. */
  public static Path home() {
    return CacheDirectory.home();
  }

  /** Returns the extensions, by the names of their macros, such as {@code cl_khr_fp64}. */
  public static List<String> extensions() {
    return DeviceFeatures.extensions();
  }

  /** Returns the features of OpenCL C 3.0, such as {@code __opencl_c_fp64}. */
  public static List<String> features() {
    return LanguageFeature.names(LanguageFeature.Kind.values());
  }
}
