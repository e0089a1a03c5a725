package dev.barnacle.llvm;

import dev.barnacle.store.CacheDirectory;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.llvm.LLVM.LLVMErrorRef;
import org.bytedeco.llvm.LLVM.LLVMMemoryBufferRef;
import org.bytedeco.llvm.global.LLVM;
import org.jspecify.annotations.Nullable;

/**
 * Loads LLVM into the process, once. Every wrapper of this package loads it before its first native
 * call, so callers need this class only to load LLVM early (from another thread, say, while
 * something else is read) or to ask for its version.
 */
public final class Llvm {
  /** What to do when the native libraries are not found. */
  static final String NATIVE_JARS =
      "the jars org.bytedeco:llvm and org.bytedeco:javacpp with the classifier "
          + ToolFolder.platform()
          + " must be on the class path, or on the module path with --add-modules ALL-MODULE-PATH";

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
      configureLoader();
      try {
        OtherLlvm.keepApart();
        int[] major = new int[1];
        int[] minor = new int[1];
        int[] patch = new int[1];
        LLVM.LLVMGetVersion(major, minor, patch);
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
   * Tells whether LLVM's native library for this computer is among the jars of the program, or
   * where the system's libraries are: jars on the module path count if they are modules that
   * somebody requires.
   */
  public static boolean hasNativeJars() {
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
        ? cause + "; " + NATIVE_JARS
        : cause;
  }

  /**
   * Tells JavaCPP what it must know before its first class is loaded; what the user has set stays.
   */
  static void configureLoader() {
    // JavaCPP otherwise counts the whole process's memory, OpenCL buffers included, and refuses to
    // allocate above a limit of its own.
    setDefault("org.bytedeco.javacpp.maxPhysicalBytes", "0");
    setDefault("org.bytedeco.javacpp.maxBytes", "0");
    setDefault("org.bytedeco.javacpp.cachedir", CacheDirectory.get().resolve("javacpp").toString());
  }

  private static void setDefault(String property, String value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, value);
    }
  }

  /** Makes the host's code generator ready for use. */
  static void loadNativeTarget() {
    if (!NativeTarget.READY) {
      throw new AssertionError("initialise() either returns true or throws");
    }
  }

  /**
   * Copies a string that LLVM allocated with {@code LLVMCreateMessage} and frees LLVM's copy; null
   * becomes the empty string.
   */
  static String takeMessage(@Nullable BytePointer message) {
    if (message == null || message.isNull()) {
      return "";
    }
    String text = message.getString(StandardCharsets.UTF_8);
    LLVM.LLVMDisposeMessage(message);
    return text;
  }

  /**
   * Throws an {@link LlvmException} that begins with {@code what} if {@code error} is one; consumes
   * it.
   */
  static void check(@Nullable LLVMErrorRef error, String what) {
    if (error != null && !error.isNull()) {
      throw new LlvmException(what + ": " + takeError(error));
    }
  }

  /** LLVM's words for an error; consumes it. */
  static String takeError(LLVMErrorRef error) {
    BytePointer message = LLVM.LLVMGetErrorMessage(error);
    String text = message.getString(StandardCharsets.UTF_8);
    LLVM.LLVMDisposeErrorMessage(message);
    return text;
  }

  /**
   * A new native buffer, terminated by a zero byte that does not count, with a copy of these bytes.
   */
  static LLVMMemoryBufferRef bufferOf(byte[] bytes, String name) {
    try (BytePointer data = new BytePointer(bytes);
        BytePointer cName = utf8(name)) {
      return LLVM.LLVMCreateMemoryBufferWithMemoryRangeCopy(data, bytes.length, cName);
    }
  }

  /** Copies a native buffer's bytes out and frees it. */
  static byte[] takeBuffer(LLVMMemoryBufferRef buffer) {
    byte[] bytes = new byte[Math.toIntExact(LLVM.LLVMGetBufferSize(buffer))];
    LLVM.LLVMGetBufferStart(buffer).capacity(bytes.length).get(bytes);
    LLVM.LLVMDisposeMemoryBuffer(buffer);
    return bytes;
  }

  /** A zero-terminated UTF-8 copy of a string; close it after the call. */
  static BytePointer utf8(String text) {
    return new BytePointer(text, StandardCharsets.UTF_8);
  }

  /** A pointer variable that holds null, for results that LLVM writes. */
  static BytePointer nullMessage() {
    return new BytePointer((Pointer) null);
  }
}
