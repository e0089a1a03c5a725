package dev.barnacle.icd.internal.query;

import static dev.barnacle.icd.internal.abi.Cl.*;

import dev.barnacle.cl.Device;
import dev.barnacle.icd.internal.process.HostClock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/** The facts about the machine, and what all devices have or lack. */
final class SharedInfo {
  private static final Path CPU = Path.of("/sys/devices/system/cpu/cpu0");

  private SharedInfo() {}

  /** Returns the fastest clock of the processors in MHz; 0 where the system does not say. */
  static int clockMegahertz() {
    return Machine.CLOCK_MEGAHERTZ;
  }

  /** Returns the size of the largest cache in bytes; 0 where the system does not say. */
  static long cacheBytes() {
    return Machine.CACHE_BYTES;
  }

  /**
   * Returns {@code CL_DEVICE_SVM_CAPABILITIES}: device and host have one memory and the same
   * addresses.
   */
  static long svmCapabilities(Device device) {
    return CL_DEVICE_SVM_COARSE_GRAIN_BUFFER
        | CL_DEVICE_SVM_FINE_GRAIN_BUFFER
        | (device.systemSvm() ? CL_DEVICE_SVM_FINE_GRAIN_SYSTEM : 0)
        | CL_DEVICE_SVM_ATOMICS;
  }

  /** Read from the system once, when first asked for. */
  private static final class Machine {
    static final int CLOCK_MEGAHERTZ = HostClock.megahertz(Path.of("/"));
    static final long CACHE_BYTES = cache();

    private static long cache() {
      long largest = 0;
      for (int i = 0; i < 8; i++) {
        largest = Math.max(largest, number(CPU.resolve("cache/index" + i + "/size")).orElse(0));
      }
      return largest;
    }

    private static OptionalLong number(Path file) {
      try {
        String text = Files.readString(file, StandardCharsets.US_ASCII).strip();
        return text.endsWith("K")
            ? OptionalLong.of(Long.parseLong(text.substring(0, text.length() - 1)) << 10)
            : OptionalLong.of(Long.parseLong(text));
      } catch (IOException | NumberFormatException e) {
        return OptionalLong.empty();
      }
    }
  }
}
