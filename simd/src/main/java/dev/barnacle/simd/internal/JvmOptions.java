package dev.barnacle.simd.internal;

import dev.barnacle.llvm.Llvm;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Optional;

/**
 * The options that the JVM needs at its start to run kernels. Code that calls native code needs
 * permission (JEP 472). Without it the JVM warns, or refuses if {@code
 * --illegal-native-access=deny} says so.
 */
public final class JvmOptions {
  /** The modules that call native code. */
  private static final List<String> CALLERS =
      List.of(
          "org.bytedeco.javacpp",
          "org.bytedeco.llvm",
          "dev.barnacle.llvm",
          "dev.barnacle.engine",
          "dev.barnacle.simd",
          "dev.barnacle.watch",
          "dev.barnacle.cl");

  private JvmOptions() {}

  /** Returns what is missing, in a line that begins with the option, or nothing. */
  public static Optional<String> missing() {
    Module own = JvmOptions.class.getModule();
    ModuleLayer layer = own.getLayer();
    if (layer == null) {
      return own.isNativeAccessEnabled() || !isRefused()
          ? Optional.empty()
          : Optional.of(leave("ALL-UNNAMED"));
    }
    List<Module> callers =
        CALLERS.stream().flatMap(name -> layer.findModule(name).stream()).toList();
    if (!callers.stream().allMatch(Module::isNativeAccessEnabled)
        && (own.isNativeAccessEnabled() ? isDeniedByOption() : isRefused())) {
      return Optional.of(leave(String.join(",", callers.stream().map(Module::getName).toList())));
    }
    return layer.equals(ModuleLayer.boot()) && !Llvm.hasNativeJars()
        ? Optional.of(
            "--add-modules ALL-MODULE-PATH: no module requires the jars of org.bytedeco with the"
                + " native libraries for this computer, or they are not on the module path")
        : Optional.empty();
  }

  private static String leave(String modules) {
    return "--enable-native-access="
        + modules
        + ": kernels are native code, which this JVM is told to refuse otherwise";
  }

  /** Returns whether this module may not do what it has no leave for; the JVM warns otherwise. */
  private static boolean isRefused() {
    try {
      return MemorySegment.NULL.reinterpret(0).byteSize() != 0;
    } catch (IllegalCallerException e) {
      return true;
    }
  }

  private static boolean isDeniedByOption() {
    return ManagementFactory.getRuntimeMXBean()
        .getInputArguments()
        .contains("--illegal-native-access=deny");
  }
}
