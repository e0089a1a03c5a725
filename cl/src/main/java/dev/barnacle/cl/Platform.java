package dev.barnacle.cl;

import dev.barnacle.cl.internal.builtin.BuiltInRegistry;
import dev.barnacle.cl.internal.host.GivenNames;
import dev.barnacle.frontend.LanguageSupport;
import dev.barnacle.frontend.SpirvSupport;
import dev.barnacle.simd.KernelFaults;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.UnaryOperator;

/** The platform ({@code clGetPlatformInfo}). */
public final class Platform {
  /** {@code CL_PLATFORM_NAME}, where the environment does not say another. */
  public static final String NAME = "Barnacle";

  /** {@code CL_PLATFORM_VENDOR}, where the environment does not say another. */
  public static final String VENDOR = "The Barnacle project";

  /** {@code CL_PLATFORM_VERSION}. */
  public static final String VERSION = "OpenCL 3.1 Barnacle " + Release.VERSION;

  private Platform() {}

  /**
   * Returns whether the platform is of OpenCL 3.1 or newer, of which some calls take more than of
   * earlier ones: local memory of no bytes as an argument ({@code clSetKernelArg}).
   */
  public static boolean is31() {
    return VERSION.startsWith("OpenCL 3.1");
  }

  /**
   * Returns {@code CL_PLATFORM_NAME}: {@link #NAME}, or what {@code BARNACLE_PLATFORM_NAME} says.
   */
  public static String name() {
    return GivenNames.OF_PROCESS.of("BARNACLE_PLATFORM_NAME", NAME);
  }

  /**
   * Returns {@code CL_PLATFORM_VENDOR}: {@link #VENDOR}, or what {@code BARNACLE_PLATFORM_VENDOR}
   * says.
   */
  public static String vendor() {
    return GivenNames.OF_PROCESS.of("BARNACLE_PLATFORM_VENDOR", VENDOR);
  }

  /** Returns Barnacle's own version, such as {@code 0.1.0}. */
  public static String release() {
    return Release.VERSION;
  }

  /** Returns the folder where Barnacle keeps what can be made again; it need not exist yet. */
  public static Path cache() {
    return LanguageSupport.cache();
  }

  /**
   * Returns the built-in kernels ({@code CL_DEVICE_BUILT_IN_KERNELS}) in the order in which they
   * were found, when this is first called: see {@link BuiltInKernels}.
   */
  public static List<BuiltInKernel> builtInKernels() {
    return List.copyOf(BuiltInRegistry.get().kernels().values());
  }

  /** Returns what could not be loaded of {@link BuiltInKernels}, and why, a line each. */
  public static List<String> builtInProblems() {
    return BuiltInRegistry.get().problems();
  }

  /** Returns those of these names, each once. */
  static List<BuiltInKernel> builtInKernels(List<String> names) {
    List<BuiltInKernel> kernels = new ArrayList<>();
    for (String name : new LinkedHashSet<>(names)) {
      BuiltInKernel kernel = BuiltInRegistry.get().kernels().get(name);
      if (kernel == null) {
        List<String> words = new ArrayList<>(List.of("there is no built-in kernel '" + name + "'"));
        words.addAll(builtInProblems());
        throw new ClException(ErrorCode.CL_INVALID_VALUE, String.join("; ", words));
      }
      kernels.add(kernel);
    }
    return kernels;
  }

  /** Returns the extensions of OpenCL C that the devices have, such as {@code cl_khr_fp64}. */
  public static List<String> languageExtensions() {
    return LanguageSupport.extensions();
  }

  /**
   * From the first context on, a kernel that leaves the process's memory ends its launch with a
   * {@link KernelCrashException}, where the JVM would end with its report of a crash. What the
   * process has in memory may be damaged: a kernel may have written where something else was before
   * it came to memory that nobody has. The signals of faults (SIGSEGV and others) are taken for the
   * whole process; the JVM is asked first about those of other threads. To be called before the
   * first context is made; Linux only.
   */
  public static void stopKernelsThatFault() {
    KernelFaults.recover(false, false);
  }

  /**
   * From the first device on there is a function that says which kernel a thread runs; handlers of
   * signals may call it.
   *
   * @param words what it writes to standard error, by the kernel's name
   * @param installed is given its address, of {@code int tell(int others)}
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

  /**
   * Returns the extended instruction sets that modules of SPIR-V may import ({@code
   * CL_DEVICE_SPIRV_EXTENDED_INSTRUCTION_SETS}).
   */
  public static List<String> spirvInstructionSets() {
    return SpirvSupport.instructionSets();
  }

  /** Returns the extensions of SPIR-V that modules may use ({@code CL_DEVICE_SPIRV_EXTENSIONS}). */
  public static List<String> spirvExtensions() {
    return SpirvSupport.extensions();
  }

  /**
   * Returns the numbers of SPIR-V's capabilities that modules may ask for ({@code
   * CL_DEVICE_SPIRV_CAPABILITIES}).
   */
  public static List<Integer> spirvCapabilities() {
    return SpirvSupport.capabilities();
  }
}
