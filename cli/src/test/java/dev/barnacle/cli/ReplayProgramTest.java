package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.Kernel;
import dev.barnacle.cl.LocalMemory;
import dev.barnacle.cl.NDRange;
import dev.barnacle.cl.Program;
import dev.barnacle.icd.RecordedLaunch;
import dev.barnacle.icd.RecordedLaunch.RecordedArgument;
import dev.barnacle.icd.ReportFile;
import dev.barnacle.watch.Finding;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code check --record --shrink -- PROGRAM}, of a program that leaves a report that was made
 * before, as it needs no OpenCL loader so.
 */
class ReplayProgramTest {
  private static final String SHIFT =
      """
      kernel void shift(global int *x, uint n, local int *unused) {
        uint i = get_global_id(0);
        if (i + 1 < n)
          x[i] = x[i + 1];
      }
      """;

  @TempDir private Path folder;

  private static Finding race(Kernel kernel, Context context) {
    try (Buffer x = context.buffer(16 * Integer.BYTES)) {
      return kernel
          .with(x, 16, LocalMemory.bytes(64))
          .check(NDRange.of(16).local(4))
          .findings()
          .getFirst();
    }
  }

  private Path report(RecordedArgument first) throws IOException {
    Path file = Files.createFile(folder.resolve("prepared"));
    ReportFile report = new ReportFile(file);
    try (Context context = Context.create();
        Program program = context.build("program.cl", SHIFT, "-DX=1")) {
      report.source("program.cl", SHIFT);
      report.options("program.cl", "-DX=1");
      report.kernel("program.cl", program.kernel("shift"));
      report.started("program.cl", "shift");
      byte[] sixteen = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(16).array();
      report.launch(
          new RecordedLaunch(
              "one",
              List.of(16L),
              List.of(4L),
              List.of(0L),
              List.of(first, new RecordedArgument.Value(sixteen), new RecordedArgument.Local(64))));
      report.finding("shift", race(program.kernel("shift"), context), "one");
    }
    return file;
  }

  private CommandRunner.Result check(RecordedArgument first, String... options) throws IOException {
    assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "needs /bin/sh");
    String script = "cat '" + report(first) + "' >> $BARNACLE_REPORT";
    return CommandRunner.run(
        Stream.of(
                Stream.of("check"),
                Stream.of(options),
                Stream.of("--record", folder.resolve("rec").toString()),
                Stream.of("--", "/bin/sh", "-c", script))
            .flatMap(s -> s)
            .toArray(String[]::new));
  }

  private static RecordedArgument numbers() {
    byte[] contents = new byte[16 * Integer.BYTES];
    contents[5] = 1;
    return new RecordedArgument.Buffer(contents);
  }

  @Test
  void theLaunchOfAFindingIsReplayedWithoutTheProgram() throws IOException {
    CommandRunner.Result result = check(numbers());
    assertEquals(1, result.status(), result.err());
    Path file = folder.resolve("rec/shift-data-race.json");
    assertTrue(result.err().contains("= replay: barnacle check --replay " + file), result.err());
    CommandRunner.Result again = CommandRunner.run("check", "--replay", file.toString());
    assertEquals(1, again.status(), again.err());
    assertTrue(again.out().contains("data race"), again.out());
    assertTrue(again.out().contains("program.cl:4:"), again.out());
  }

  @Test
  void itIsMadeSmall() throws IOException {
    CommandRunner.Result result = check(numbers(), "--shrink");
    assertEquals(1, result.status(), result.err());
    assertTrue(result.err().contains("= shrunk: "), result.err());
    String recorded = Files.readString(folder.resolve("rec/shift-data-race.json"));
    assertTrue(recorded.contains("\"global\":[2]"), recorded);
    assertTrue(recorded.contains("\"init\":\"zero\""), recorded);
  }

  @Test
  void anEditIsLookedFor() throws IOException {
    CommandRunner.Result result = check(numbers(), "--fix");
    assertEquals(1, result.status(), result.err());
    assertTrue(result.err().contains("= fix: "), result.err());
  }

  @Test
  void aReplayIsFollowedToo() throws IOException {
    check(numbers());
    String file = folder.resolve("rec/shift-data-race.json").toString();
    CommandRunner.Result again = CommandRunner.run("check", "--shrink", "--replay", file);
    assertEquals(1, again.status(), again.err());
    assertTrue(again.out().contains("= shrunk: --kernel shift --global 2"), again.out());
    CommandRunner.Result write = CommandRunner.run("check", "--fix=write", "--replay", file);
    assertEquals(2, write.status(), write.err());
  }

  @Test
  void whatCannotBeRecordedIsSaid() throws IOException {
    CommandRunner.Result result = check(new RecordedArgument.Unknown("an image"));
    assertEquals(1, result.status(), result.err());
    assertTrue(
        result.err().contains("= note: its launch is not recorded: argument 'x' is an image"),
        result.err());
  }

  @Test
  void aProgramsSourcesAreNotWritten() {
    CommandRunner.Result result = CommandRunner.run("check", "--fix=write", "--", "/bin/true");
    assertEquals(2, result.status(), result.err());
    assertTrue(result.err().contains("--fix=write is for files of kernels"), result.err());
  }
}
