package dev.barnacle.llvm.internal;

import dev.barnacle.store.CacheDirectory;

/** The jars that LLVM's native libraries come in, and how JavaCPP is to unpack and load them. */
public final class NativeJars {
  /** What to do when the native libraries are not found. */
  public static final String WANTED =
      "the jars org.bytedeco:llvm and org.bytedeco:javacpp with the classifier "
          + ToolFolder.platform()
          + " must be on the class path, or on the module path with --add-modules ALL-MODULE-PATH";

  private NativeJars() {}

  /**
   * Tells JavaCPP what it must know before its first class is loaded; what the user has set stays.
   */
  public static void configureLoader() {
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
}
