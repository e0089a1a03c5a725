package dev.barnacle.icd.internal.process;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostClockTest {
  private static final String TREE = "sys/firmware/devicetree/base/cpus/";
  private static final String SYSTEM = "sys/devices/system/cpu/";

  @TempDir private Path root = Path.of("");

  private void write(String file, byte... bytes) throws IOException {
    Path path = root.resolve(file);
    Files.createDirectories(path.getParent());
    Files.write(path, bytes);
  }

  private void write(String file, String text) throws IOException {
    write(file, text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void nobodyKnows() throws IOException {
    assertEquals(0, HostClock.megahertz(root));
    write("proc/cpuinfo", "processor\t: 0\nBogoMIPS\t: 243.75\nCPU part\t: 0xd0c\n");
    write(SYSTEM + "cpu0/cpufreq/cpuinfo_max_freq", "none\n");
    write(TREE + "cpu@0/clock-frequency", new byte[3]);
    assertEquals(0, HostClock.megahertz(root));
  }

  /** The first processors of telephones and small boards are the slow ones. */
  @Test
  void theFastestProcessorCounts() throws IOException {
    write(SYSTEM + "cpu0/cpufreq/cpuinfo_max_freq", "1800000\n");
    write(SYSTEM + "cpu7/cpufreq/cpuinfo_max_freq", "2400000\n");
    write(SYSTEM + "cpufreq/cpuinfo_max_freq", "9999999\n");
    write("proc/cpuinfo", "cpu MHz\t\t: 1200.012\n");
    assertEquals(2400, HostClock.megahertz(root));
  }

  @Test
  void x86SaysWhatItRunsAt() throws IOException {
    write("proc/cpuinfo", "processor\t: 0\ncpu MHz\t\t: 2100.999\n");
    assertEquals(2100, HostClock.megahertz(root));
  }

  @Test
  void serversHaveItFromAcpi() throws IOException {
    write(SYSTEM + "cpu0/acpi_cppc/nominal_freq", "0\n");
    write(SYSTEM + "cpu1/acpi_cppc/nominal_freq", "3000\n");
    assertEquals(3000, HostClock.megahertz(root));
  }

  @Test
  void boardsHaveItFromTheirDeviceTree() throws IOException {
    write(TREE + "cpu@0/clock-frequency", (byte) 0x59, (byte) 0x68, (byte) 0x2f, (byte) 0);
    write(TREE + "cpu@1/device_type", "cpu\0");
    assertEquals(1500, HostClock.megahertz(root));
    byte[] wide = {0, 0, 0, 0, (byte) 0x95, (byte) 0x02, (byte) 0xf9, 0};
    write(TREE + "cpu@100/clock-frequency", wide);
    assertEquals(2500, HostClock.megahertz(root));
  }
}
