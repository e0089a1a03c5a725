package dev.barnacle.cl.internal.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The name of the device, from what systems say of their processors. */
class HostCpuTest {
  @TempDir private Path root = Path.of("");

  private void write(String file, String text) throws IOException {
    Path path = root.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  private static String arm(int processor, String implementer, String part) {
    return """
    processor\t: %d
    BogoMIPS\t: 50.00
    Features\t: fp asimd evtstrm aes pmull sha1 sha2 crc32 atomics fphp asimdhp cpuid asimdrdm
    CPU implementer\t: %s
    CPU architecture: 8
    CPU variant\t: 0x3
    CPU part\t: %s
    CPU revision\t: 1

    """
        .formatted(processor, implementer, part);
  }

  private String name(String... processors) throws IOException {
    write("proc/cpuinfo", String.join("", processors));
    return HostCpu.name(root);
  }

  @Test
  void anX86ProcessorHasAModelName() throws IOException {
    String text = "processor\t: 0\nvendor_id\t: GenuineIntel\nmodel\t\t: 85\n";
    assertEquals("Xeon(R) @ 2.00GHz", name(text, "model name\t: Xeon(R) @ 2.00GHz\nstepping: 3\n"));
  }

  @Test
  void anAArch64ProcessorHasNumbers() throws IOException {
    assertEquals("Arm Neoverse N1", name(arm(0, "0x41", "0xd0c"), arm(1, "0x41", "0xd0c")));
    assertEquals("Fujitsu A64FX", name(arm(0, "0x46", "0x001")));
    assertEquals("Ampere AmpereOne", name(arm(0, "0xc0", "0xac3")));
  }

  /** The first kilobytes may be of processors of one kind. */
  @Test
  void allKindsOfProcessorsAreNamed() throws IOException {
    String[] all = new String[40];
    for (int i = 0; i < all.length; i++) {
      all[i] = arm(i, "0x41", i < 36 ? "0xd05" : "0xd0b");
    }
    assertEquals("Arm Cortex-A55 + Arm Cortex-A76", name(all));
  }

  /** Some vendors' systems call all processors so, as all do for programs of 32 bits. */
  @Test
  void oneNameForAllIsNone() throws IOException {
    String text =
        arm(0, "0x4e", "0x004").replace("BogoMIPS", "model name\t: ARMv8 rev 0\nBogoMIPS");
    assertEquals("NVIDIA Carmel", name(text));
  }

  @Test
  void whatIsNotKnownIsSaidAsItIs() throws IOException {
    assertEquals("Arm AArch64 processor 0xdff", name(arm(0, "0x41", "0xdff")));
    assertEquals("AArch64 processor 0x99 0x007", name(arm(0, "0x99", "0x7")));
    write("proc/device-tree/model", "Raspberry Pi 9 Model C Rev 1.0\0");
    assertEquals(
        "Arm AArch64 processor 0xdff of Raspberry Pi 9 Model C Rev 1.0",
        name(arm(0, "0x41", "0xdff")));
    assertEquals("Arm Cortex-A72", name(arm(0, "0x41", "0xd08")));
  }

  @Test
  void generationsAreNumbers() throws IOException {
    write("proc/cpuinfo", "cpu family\t: 25\nmodel\t\t: 17\nmodel name\t: 9\nstepping\t: 1\n");
    assertEquals(List.of(25, 17, 1), HostCpu.generation(root));
    write("proc/cpuinfo", arm(0, "0x41", "0xd0c"));
    assertEquals(List.of(8, 3, 1), HostCpu.generation(root));
    write("proc/cpuinfo", "processor\t: 0\nstepping\t: unknown\n");
    assertEquals(List.of(0, 0, 0), HostCpu.generation(root));
  }

  @Test
  void whereNothingIsSaidItIsTheArchitecture() throws IOException {
    assertEquals(System.getProperty("os.arch"), HostCpu.name(root));
    assertEquals(System.getProperty("os.arch"), name("processor\t: 0\n"));
    write("proc/device-tree/model", "Board\0");
    assertEquals(System.getProperty("os.arch") + " of Board", name(arm(0, "many", "0x1")));
  }
}
