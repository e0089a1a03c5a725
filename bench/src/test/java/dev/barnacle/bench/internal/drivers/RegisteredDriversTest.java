package dev.barnacle.bench.internal.drivers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which drivers are registered. */
class RegisteredDriversTest {
  @TempDir private Path folder;

  @Test
  void driversAreFoundAsTheLoadersFindThem() throws IOException {
    Files.writeString(folder.resolve("b.icd"), "libb.so\n");
    Files.writeString(folder.resolve("a.icd"), "/opt/liba.so");
    Files.writeString(folder.resolve("ours.icd"), "/x/libbarnacle-icd.so\n");
    Files.writeString(folder.resolve("readme"), "libno.so\n");
    List<String> system = RegisteredDrivers.libraries(null, null);
    assertEquals(
        with(system, "/opt/liba.so", "libb.so"),
        RegisteredDrivers.libraries(folder.toString(), ""));
    assertEquals(
        with(system, "libb.so"),
        RegisteredDrivers.libraries(folder.resolve("b.icd").toString(), null));
    assertEquals(
        with(system, "/y/libz.so", "/p/lib1.so", "lib2.so"),
        RegisteredDrivers.libraries("/y/libz.so", "/p/lib1.so:lib2.so"));
  }

  private static List<String> with(List<String> all, String... more) {
    List<String> together = new ArrayList<>(all);
    together.addAll(List.of(more));
    return together;
  }
}
