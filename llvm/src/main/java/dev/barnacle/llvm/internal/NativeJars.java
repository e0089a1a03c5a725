package dev.barnacle.llvm.internal;

import dev.barnacle.store.CacheDirectory;
import java.io.File;
import java.nio.file.Path;
import java.util.Optional;

/** The jars that LLVM's native libraries come in, and how JavaCPP is to unpack and load them. */
public final class NativeJars {
  /** The advice for native libraries that are not found. */
  public static final String WANTED =
      "the jars org.bytedeco:llvm and org.bytedeco:javacpp with the classifier "
          + ToolFolder.platform()
          + " must be on the class path, or on the module path with --add-modules ALL-MODULE-PATH";

  /** The system property that names a folder with all that the jars have, unpacked. */
  private static final String UNPACKED = "barnacle.llvm";

  private static final String LIBRARIES = "java.library.path";

  private NativeJars() {}

  /** Returns the folder where all is unpacked already, where who starts the JVM has named one. */
  public static Optional<Path> unpacked() {
    return Optional.of(System.getProperty(UNPACKED, "")).filter(f -> !f.isEmpty()).map(Path::of);
  }

  /**
   * Tells JavaCPP what it must know before its first class is loaded; what the user has set stays.
   */
  public static void configureLoader() {
    // JavaCPP otherwise counts the whole process's memory, OpenCL buffers included, and refuses to
    // allocate above a limit of its own.
    setDefault("org.bytedeco.javacpp.maxPhysicalBytes", "0");
    setDefault("org.bytedeco.javacpp.maxBytes", "0");
    setDefault("org.bytedeco.javacpp.cachedir", CacheDirectory.get().resolve("javacpp").toString());
    unpacked().ifPresent(NativeJars::loadFrom);
  }

  /** JavaCPP looks where the system's libraries are before it looks into jars. */
  private static void loadFrom(Path folder) {
    String own = folder.resolve("lib").toString();
    String others = System.getProperty(LIBRARIES, "");
    if (!others.startsWith(own)) {
      setDefault("org.bytedeco.javacpp.pathsFirst", "true");
      System.setProperty(LIBRARIES, others.isEmpty() ? own : own + File.pathSeparator + others);
    }
  }

  private static void setDefault(String property, String value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, value);
    }
  }
}
