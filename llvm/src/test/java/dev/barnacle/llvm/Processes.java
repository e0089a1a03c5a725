package dev.barnacle.llvm;

import dev.barnacle.llvm.clang.Clang;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Tests that need a process of their own. */
public final class Processes {
  private Processes() {}

  public static ProcessBuilder java(String classPath, String type, String argument) {
    return new ProcessBuilder(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "--enable-native-access=ALL-UNNAMED",
        "-cp",
        classPath,
        type,
        argument);
  }

  /** All that this test runs from, whether it came from the class path or the module path. */
  public static String classPath() throws Exception {
    List<String> parts = new ArrayList<>();
    parts.add(location(Processes.class));
    parts.add(location(Clang.class));
    parts.add(Path.of(location(Processes.class)).resolveSibling("test-classes").toString());
    parts.add(Path.of(location(Processes.class)).resolveSibling("classes").toString());
    parts.add(System.getProperty("java.class.path", ""));
    parts.add(System.getProperty("jdk.module.path", ""));
    return String.join(File.pathSeparator, parts);
  }

  private static String location(Class<?> type) throws Exception {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
  }
}
