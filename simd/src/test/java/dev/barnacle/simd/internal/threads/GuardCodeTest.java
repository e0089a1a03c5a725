package dev.barnacle.simd.internal.threads;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code guard.c} by itself, with kernels in C that fault. */
class GuardCodeTest {
  @TempDir private Path folder = Path.of("");

  /** Needs GCC. */
  @Test
  @Timeout(value = 60, unit = TimeUnit.SECONDS)
  void faultsOfKernelsEndThemAlone() throws Exception {
    faults("gcc", List.of());
  }

  /** Needs a GCC for AArch64, and QEMU. */
  @Test
  @Timeout(value = 60, unit = TimeUnit.SECONDS)
  void faultsOnAarch64Too() throws Exception {
    faults("aarch64-linux-gnu-gcc", List.of("qemu-aarch64-static"));
  }

  private void faults(String gcc, List<String> emulator) throws Exception {
    for (String program : List.of(gcc, emulator.isEmpty() ? gcc : emulator.getFirst())) {
      assumeTrue(run(List.of(program, "--version")) != null, "SKIPPED: there is no " + program);
    }
    Files.writeString(folder.resolve("none.c"), "int main(void) { return 0; }");
    String none = run(List.of(gcc, "-static", "-o", "none", "none.c"));
    assumeTrue("".equals(none), "SKIPPED: " + gcc + " makes no program: " + none);
    Path faults =
        Path.of("src/test/resources/dev/barnacle/simd/internal/threads/faults.c").toAbsolutePath();
    Files.writeString(folder.resolve("all.c"), NativePool.source() + Files.readString(faults));
    List<String> compile =
        new ArrayList<>(List.of(gcc, "-std=gnu11", "-O2", "-static", "-pthread"));
    compile.addAll(List.of("-fno-builtin", "-w", "-o", "all", "all.c"));
    assertEquals("", run(compile));
    List<String> command = new ArrayList<>(emulator);
    command.add("./all");
    assertEquals("", run(command));
  }

  /** Returns what a program said, and its status if that is not 0; null where there is none. */
  private @Nullable String run(List<String> command) throws InterruptedException {
    try {
      Process process =
          new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
      String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      int status = process.waitFor();
      return status == 0 ? text : text + "status " + status;
    } catch (IOException e) {
      return null;
    }
  }
}
