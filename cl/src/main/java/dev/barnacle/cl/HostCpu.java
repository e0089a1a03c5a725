package dev.barnacle.cl;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What the system says of the processor. */
final class HostCpu {
  private static final Path CPUINFO = Path.of("/proc/cpuinfo");

  private HostCpu() {}

  /** Returns the processor's model where the system tells it, else its architecture. */
  static String name() {
    if (!Files.isReadable(CPUINFO)) {
      return System.getProperty("os.arch");
    }
    try (Stream<String> lines = Files.lines(CPUINFO)) {
      return lines
          .filter(l -> l.startsWith("model name"))
          .map(l -> l.substring(l.indexOf(':') + 1).strip())
          .findFirst()
          .orElse(System.getProperty("os.arch"));
    } catch (IOException e) {
      return System.getProperty("os.arch");
    }
  }
}
