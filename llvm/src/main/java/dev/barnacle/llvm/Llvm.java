package dev.barnacle.llvm;

import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.llvm.global.LLVM;

/**
 * Loads LLVM into the process, once. Every wrapper of this package calls {@link #load} itself
 * before its first native call.
 */
public final class Llvm {
  private Llvm() {}

  /**
   * Runs {@link #load}'s work in its static initialiser, so that it happens once and is published
   * safely.
   */
  private static final class Loaded {
    static final String VERSION = versionOf();

    private static String versionOf() {
      int[] major = new int[1];
      int[] minor = new int[1];
      int[] patch = new int[1];
      LLVM.LLVMGetVersion(major, minor, patch);
      return major[0] + "." + minor[0] + "." + patch[0];
    }
  }

  /** Loads LLVM's native library if it is not loaded yet. Any thread may call this at any time. */
  public static void load() {
    version();
  }

  /** LLVM's version, such as {@code 20.1.7}. */
  public static String version() {
    return Loaded.VERSION;
  }

  /**
   * Copies a string that LLVM allocated with {@code LLVMCreateMessage} and frees LLVM's copy; null
   * becomes the empty string.
   */
  static String takeMessage(BytePointer message) {
    if (message.isNull()) {
      return "";
    }
    String text = message.getString(java.nio.charset.StandardCharsets.UTF_8);
    LLVM.LLVMDisposeMessage(message);
    return text;
  }
}
