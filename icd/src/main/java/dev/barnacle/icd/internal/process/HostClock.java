package dev.barnacle.icd.internal.process;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The clock of the processors ({@code CL_DEVICE_MAX_CLOCK_FREQUENCY}), where the system tells. */
public final class HostClock {
  private static final String PROCESSORS = "sys/devices/system/cpu";
  private static final String DEVICE_TREE = "sys/firmware/devicetree/base/cpus";

  private HostClock() {}

  /**
   * Returns the fastest clock of any processor in MHz: a machine's first one may be its slowest. It
   * is 0 where the system does not say, as in most virtual machines with AArch64.
   *
   * @param root the root of the system
   */
  public static int megahertz(Path root) {
    Path processors = root.resolve(PROCESSORS);
    long found = fastest(processors, "cpu[0-9]*", "cpufreq/cpuinfo_max_freq") / 1000;
    if (found == 0) {
      found = ofCpuinfo(root.resolve("proc/cpuinfo"));
    }
    if (found == 0) {
      found = fastest(processors, "cpu[0-9]*", "acpi_cppc/nominal_freq");
    }
    if (found == 0) {
      found = ofDeviceTree(root.resolve(DEVICE_TREE));
    }
    return found > 0 && found < Integer.MAX_VALUE ? (int) found : 0;
  }

  /** Returns the greatest of the numbers in one file of several folders; 0 if there is none. */
  private static long fastest(Path parent, String folders, String file) {
    long most = 0;
    try (DirectoryStream<Path> all = Files.newDirectoryStream(parent, folders)) {
      for (Path folder : all) {
        most = Math.max(most, number(folder.resolve(file)));
      }
    } catch (IOException e) {
      // no Linux, or a container that hides it
    }
    return most;
  }

  private static long number(Path file) {
    try {
      return Long.parseLong(Files.readString(file, StandardCharsets.US_ASCII).strip());
    } catch (IOException | NumberFormatException e) {
      return 0;
    }
  }

  /** On x86-64 only: what AArch64 has there, "BogoMIPS", is of a timer. */
  private static long ofCpuinfo(Path file) {
    try (Stream<String> lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
      return lines
          .filter(l -> l.startsWith("cpu MHz"))
          .mapToLong(l -> (long) Double.parseDouble(l.substring(l.indexOf(':') + 1)))
          .findFirst()
          .orElse(0);
    } catch (IOException | NumberFormatException e) {
      return 0;
    }
  }

  /** Devicetree Specification 0.4, section 3.8.1: Hz in one or two big-endian words. */
  private static long ofDeviceTree(Path folder) {
    long most = 0;
    try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, "cpu@*")) {
      for (Path processor : all) {
        Path file = processor.resolve("clock-frequency");
        byte[] bytes = Files.exists(file) ? Files.readAllBytes(file) : new byte[0];
        if (bytes.length == Integer.BYTES || bytes.length == Long.BYTES) {
          most = Math.max(most, new BigInteger(1, bytes).longValue() / 1_000_000);
        }
      }
    } catch (IOException e) {
      return most;
    }
    return most;
  }
}
