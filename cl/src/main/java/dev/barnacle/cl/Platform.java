package dev.barnacle.cl;

import dev.barnacle.frontend.LanguageSupport;
import dev.barnacle.simd.KernelFaults;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.UnaryOperator;

/** The platform ({@code clGetPlatformInfo}). */
public final class Platform {
  /** {@code CL_PLATFORM_NAME}. */
  public static final String NAME = "Barnacle";

  /** {@code CL_PLATFORM_VENDOR}. */
  public static final String VENDOR = "The Barnacle project";

  /** {@code CL_PLATFORM_VERSION}. */
  public static final String VERSION = "OpenCL 3.0 Barnacle " + Release.VERSION;

  private Platform() {}

  /** Returns Barnacle's own version, such as {@code 0.1.0}. */
  public static String release() {
    return Release.VERSION;
  }

  /** Returns the folder where Barnacle keeps what can be made again; it need not exist yet. */
  public static Path cache() {
    return LanguageSupport.cache();
  }

  /** Returns the extensions of OpenCL C that the devices have, such as {@code cl_khr_fp64}. */
  public static List<String> languageExtensions() {
    return LanguageSupport.extensions();
  }

  /**
   * From the first device on there is a function that says which kernel a thread runs; handlers of
   * signals may call it.
   *
   * @param words what it writes to standard error, by the kernel's name
   * @param installed is given its address, of {@code void tell(void)}
   */
  public static void tellOfFaults(UnaryOperator<String> words, LongConsumer installed) {
    KernelFaults.tell(words, installed);
  }

  /**
   * Returns the optional features of OpenCL C 3.0 that the devices have ({@code
   * CL_DEVICE_OPENCL_C_FEATURES}), such as {@code __opencl_c_fp64}.
   */
  public static List<String> languageFeatures() {
    return LanguageSupport.features();
  }
}
