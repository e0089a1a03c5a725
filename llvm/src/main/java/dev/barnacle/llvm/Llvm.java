package dev.barnacle.llvm;

import dev.barnacle.llvm.error.LlvmException;
import dev.barnacle.llvm.internal.ExitHandlers;
import dev.barnacle.llvm.internal.FatalErrors;
import dev.barnacle.llvm.internal.NativeJars;
import dev.barnacle.llvm.internal.OtherLlvm;
import dev.barnacle.llvm.internal.ToolFolder;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bytedeco.llvm.global.LLVM;
import org.jspecify.annotations.Nullable;

/**
 * Loads LLVM into the process, once. Every wrapper of this module loads it before its first native
 * call, so callers need this class only to load LLVM early (from another thread, say, while
 * something else is read) or to ask for its version.
 */
public final class Llvm {
  private static final AtomicBoolean PRELOADED = new AtomicBoolean();

  private Llvm() {}

  /**
   * Does {@link #load}'s work in its static initialiser, so that it happens once and is published
   * safely.
   *
   * @param version LLVM's version, or empty
   * @param failure why it cannot be loaded, or null
   */
  private record Loaded(String version, @Nullable Throwable failure) {
    static final Loaded OUTCOME = attempt();

    private static Loaded attempt() {
      NativeJars.configureLoader();
      try {
        OtherLlvm.keepApart();
        int[] major = new int[1];
        int[] minor = new int[1];
        int[] patch = new int[1];
        ExitHandlers.whileLoading(
            () -> {
              LLVM.LLVMGetVersion(major, minor, patch);
              ExitHandlers.keepLlvm();
            });
        FatalErrors.install();
        return new Loaded(major[0] + "." + minor[0] + "." + patch[0], null);
      } catch (LinkageError | LlvmException e) {
        return new Loaded("", e);
      }
    }
  }

  /** Initialises the host's target, once. */
  private static final class NativeTarget {
    static final boolean READY = initialise();

    private static boolean initialise() {
      load();
      if (LLVM.LLVMInitializeNativeTarget() != 0
          || LLVM.LLVMInitializeNativeAsmPrinter() != 0
          || LLVM.LLVMInitializeNativeAsmParser() != 0) {
        throw new LlvmException("LLVM was built without a code generator for this machine");
      }
      return true;
    }
  }

  /**
   * Loads LLVM's native library if it is not loaded yet (about 0.1 s, once a process). Any thread
   * may call this at any time.
   *
   * @throws LlvmException if it cannot be loaded
   */
  public static void load() {
    version();
  }

  /**
   * Begins to load LLVM on another thread, unless that has been done, and returns at once; {@link
   * #load} and everything that needs LLVM then wait for that.
   */
  public static void preload() {
    if (PRELOADED.getAndSet(true)) {
      return;
    }
    // A failure is for those who need LLVM to report.
    Thread.ofPlatform().daemon().name("barnacle-llvm-load").start(() -> Loaded.OUTCOME.version());
  }

  /** LLVM's version, such as {@code 20.1.7}. */
  public static String version() {
    Loaded outcome = Loaded.OUTCOME;
    Throwable failure = outcome.failure();
    if (failure != null) {
      throw new LlvmException("LLVM cannot be loaded: " + reason(failure), failure);
    }
    return outcome.version();
  }

  /**
   * Returns whether LLVM's native library for this computer is among the jars of the program, or
   * where the system's libraries are: jars on the module path count if they are modules that
   * somebody requires.
   */
  public static boolean hasNativeJars() {
    if (NativeJars.unpacked().isPresent()) {
      return true;
    }
    String library = System.mapLibraryName("jniLLVM");
    String resource = "org/bytedeco/llvm/" + ToolFolder.platform() + "/" + library;
    if (Llvm.class.getClassLoader().getResource(resource) != null) {
      return true;
    }
    String folders = System.getProperty("java.library.path", "");
    return Arrays.stream(folders.split(File.pathSeparator))
        .anyMatch(folder -> Files.exists(Path.of(folder, library)));
  }

  /** The innermost cause says what is wrong, and what to do where the library itself is missing. */
  private static String reason(Throwable failure) {
    Throwable innermost = failure;
    while (innermost.getCause() != null) {
      innermost = innermost.getCause();
    }
    String cause = String.valueOf(innermost.getMessage());
    return innermost == failure || cause.contains("Could not find jni")
        ? cause + "; " + NativeJars.WANTED
        : cause;
  }

  /** Initialises all targets that LLVM was built with, once. */
  private static final class AllTargets {
    static final boolean READY = initialise();

    private static boolean initialise() {
      load();
      LLVM.LLVMInitializeAllTargetInfos();
      LLVM.LLVMInitializeAllTargets();
      LLVM.LLVMInitializeAllTargetMCs();
      LLVM.LLVMInitializeAllAsmPrinters();
      return true;
    }
  }

  /** Makes the code generators of other machines ready for use. */
  public static void loadAllTargets() {
    if (!AllTargets.READY) {
      throw new AssertionError("initialise() either returns true or throws");
    }
  }

  /** Makes the host's code generator ready for use. */
  public static void loadNativeTarget() {
    if (!NativeTarget.READY) {
      throw new AssertionError("initialise() either returns true or throws");
    }
  }
}
