package dev.barnacle.cli.internal.icd;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.barnacle.icd.DriverLibrary;
import dev.barnacle.watch.WatchOptions;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 2, unit = TimeUnit.MINUTES)
class OpenClProgramTest {
  /** Ctrl-C, or a limit on a long test run, does not take away what was found before. */
  @Test
  void aProgramThatIsStoppedKeepsItsReport(@TempDir Path folder) throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "needs /bin/sh");
    Path started = folder.resolve("started");
    OpenClProgram program =
        new OpenClProgram(new DriverLibrary(folder), new PrintWriter(System.err, false, UTF_8));
    // It does not end when it is asked to. An entry of a report that was cut off is noticed.
    String script = "trap '' TERM; printf x >>$BARNACLE_REPORT; : >" + started + "; exec sleep 100";
    CompletableFuture<OpenClProgram.Checked> checked =
        CompletableFuture.supplyAsync(
            () ->
                program.check(
                    List.of("/bin/sh", "-c", script), false, WatchOptions.defaults(), false));
    while (!Files.exists(started)) {
      Thread.sleep(10);
    }
    program.stop();
    assertTrue(checked.get().report().torn());
    assertEquals(128 + 9, checked.get().status());
  }

  /** Else Intel's runtime, where it is loaded too, takes the signals that a JVM needs. */
  @Test
  void otherPlatformsLeaveTheSignalsToTheJvm(@TempDir Path folder) {
    assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "needs /bin/sh");
    OpenClProgram program =
        new OpenClProgram(new DriverLibrary(folder), new PrintWriter(System.err, false, UTF_8));
    assertEquals(
        0,
        program.run(
            List.of(
                "/bin/sh",
                "-c",
                "test -n \"$CL_DISABLE_STACK_TRACE\" && test \"$OCL_ICD_VENDORS\" = "
                    + folder
                    + "/vendors/")));
  }
}
