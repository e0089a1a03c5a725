package dev.barnacle.cl;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** What the system says of the processor. */
final class HostCpu {
  private static final Path CPUINFO = Path.of("/proc/cpuinfo");

  private HostCpu() {}

  /** Returns the bytes of a vector register: 64 with AVX-512, 32 with AVX2, else 16. */
  static int vectorBytes() {
    return Vectors.BYTES;
  }

  private static final class Vectors {
    static final int BYTES = readVectorBytes();
  }

  private static int readVectorBytes() {
    if (!Files.isReadable(CPUINFO)) {
      return 16;
    }
    try (Stream<String> lines = Files.lines(CPUINFO)) {
      List<String> flags =
          lines
              .filter(l -> l.startsWith("flags"))
              .map(l -> Arrays.asList(l.split(" ")))
              .findFirst()
              .orElse(List.of());
      if (flags.contains("avx512f") && flags.contains("avx512dq")) {
        return 64;
      }
      return flags.contains("avx2") ? 32 : 16;
    } catch (IOException e) {
      return 16;
    }
  }

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
