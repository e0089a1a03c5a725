package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code --record}, {@code --replay} and {@code --shrink} promise. */
class ReplayTest {
  private static final String RACE =
      """
      #include "tile.h"
      kernel void race(global int *x, int n, local int *tile) {
        int i = get_local_id(0);
        STORE(tile, i, x[get_global_id(0)]);
        int unused = n * 2;
        if (unused > 0)
          x[get_global_id(0)] = tile[(i + 1) % get_local_size(0)];
      }
      """;
  private static final String HEADER = "#define STORE(t, i, v) t[i] = (v)\n";

  /** Found only where the second work-item goes first. */
  private static final String ORDER =
      """
      kernel void order(global atomic_int *flag, global int *data) {
        if (get_global_id(0) == 1)
          atomic_store_explicit(flag, 1, memory_order_relaxed, memory_scope_device);
        else if (atomic_load_explicit(flag, memory_order_relaxed, memory_scope_device) == 1)
          data[100000] = 1;
      }
      """;

  @TempDir private Path folder;

  private Path write(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  private List<Path> recorded() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("rec"))) {
      return files.sorted().toList();
    }
  }

  private String kernel() throws IOException {
    write("include/tile.h", HEADER);
    return write("race.cl", RACE).toString();
  }

  @Test
  void aRecordedFindingIsTheSameEachTimeWithoutTheFiles() throws IOException {
    String file = kernel();
    String options = "-I" + folder.resolve("include");
    CommandRunner.Result first =
        CommandRunner.run(
            "check", file, "--options", options, "--record", folder.resolve("rec").toString());
    assertEquals(1, first.status(), first.err());
    assertTrue(first.out().contains("= replay: barnacle check --replay "), first.out());
    Files.delete(Path.of(file));
    Files.delete(folder.resolve("include/tile.h"));
    for (Path record : recorded()) {
      assertTrue(Files.size(record) < 4096, () -> record + " is large");
      Set<String> outputs = new HashSet<>();
      for (int i = 0; i < 10; i++) {
        CommandRunner.Result again = CommandRunner.run("check", "--replay", record.toString());
        assertEquals(1, again.status(), again.err());
        outputs.add(again.out());
      }
      assertEquals(1, outputs.size());
      String out = outputs.iterator().next();
      assertTrue(out.contains("tile[(i + 1) % get_local_size(0)];"), out);
      assertTrue(out.contains("race.cl:7:"), out);
    }
  }

  /** Two files of one name, in two folders, are two files. */
  @Test
  void filesOfOneNameAreNotMixedUp() throws IOException {
    String file =
        write("k.cl", "kernel void k(global int *a, global int *b) { if (b[0] == 7) a[9] = a[0]; }")
            .toString();
    Files.write(write("one/x.bin", ""), new byte[] {1, 0, 0, 0});
    Files.write(write("two/x.bin", ""), new byte[] {7, 0, 0, 0});
    CommandRunner.Result first =
        CommandRunner.run(
            "check",
            file,
            "--global=1",
            "--arg",
            "a=int[1]=@" + folder.resolve("one/x.bin"),
            "--arg",
            "b=int[1]=@" + folder.resolve("two/x.bin"),
            "--record",
            folder.resolve("rec").toString());
    assertEquals(1, first.status(), first.err());
    CommandRunner.Result again =
        CommandRunner.run("check", "--replay", recorded().getFirst().toString());
    assertEquals(1, again.status(), again.err() + again.out());
  }

  @Test
  void whatAnOrderShowsIsReplayedInThatOrderAlone() throws IOException {
    String file = write("order.cl", ORDER).toString();
    CommandRunner.Result first =
        CommandRunner.run(
            "check", file, "--global", "2", "--record", folder.resolve("rec").toString());
    assertEquals(1, first.status(), first.out() + first.err());
    Path record = recorded().getFirst();
    assertTrue(!Files.readString(record).contains("\"order\":0,"), Files.readString(record));
    CommandRunner.Result again = CommandRunner.run("check", "--replay", record.toString());
    assertEquals(1, again.status(), again.err());
    assertTrue(again.out().contains("out of bounds access"), again.out());
  }

  @Test
  void dataOfFilesIsRecorded() throws IOException {
    String file =
        write("k.cl", "kernel void k(global int *x, global int *y) { y[x[0]] = 1; }\n").toString();
    Files.write(folder.resolve("data.bin"), new byte[] {100, 0, 0, 0});
    CommandRunner.Result first =
        CommandRunner.run(
            "check",
            file,
            "--global",
            "1",
            "--arg",
            "x=int[1]=@" + folder.resolve("data.bin"),
            "--arg",
            "y=int[8]",
            "--record",
            folder.resolve("rec").toString());
    assertEquals(1, first.status(), first.err());
    Files.delete(folder.resolve("data.bin"));
    CommandRunner.Result again =
        CommandRunner.run("check", "--replay", recorded().getFirst().toString());
    assertEquals(1, again.status(), again.err());
    assertTrue(again.out().contains("y[100]"), again.out());
  }

  @Test
  void aFileThatShowsItsFindingNoMoreIsAnError() throws IOException {
    String file = write("k.cl", "kernel void k(global int *x) { x[9999999] = 1; }\n").toString();
    CommandRunner.run("check", file, "--record", folder.resolve("rec").toString());
    Path record = recorded().getFirst();
    Files.writeString(record, Files.readString(record).replace("x[9999999] = 1", "x[0] += 0"));
    CommandRunner.Result again = CommandRunner.run("check", "--replay", record.toString());
    assertEquals(2, again.status());
    assertTrue(again.err().contains("is not found again"), again.err());
  }

  @Test
  void aFolderThatCannotBeWrittenCostsNoFinding() throws IOException {
    String file = write("k.cl", "kernel void k(global int *x) { x[9999999] = 1; }\n").toString();
    String log = folder.resolve("log.sarif").toString();
    CommandRunner.Result result =
        CommandRunner.run("check", file, "--record", file, "--output", "sarif=" + log);
    assertEquals(2, result.status(), result.err());
    assertTrue(result.out().contains("out of bounds access"), result.out());
    assertTrue(Files.readString(Path.of(log)).contains("out-of-bounds"));
  }

  /** A replay may come from a stranger. */
  @Test
  void aReplayWritesNothingOutsideOfItsFolder() throws IOException {
    String file = write("k.cl", "kernel void k(global int *x) { x[9999999] = 1; }\n").toString();
    CommandRunner.run("check", file, "--record", folder.resolve("rec").toString());
    Path record = recorded().getFirst();
    String text = Files.readString(record);
    Path target = folder.resolve("outside.h");
    for (String name :
        List.of("../../../../../../../.." + target, target.toString(), "data/../.." + target)) {
      Files.writeString(
          record, text.replace("\"files\":{", "\"files\":{\"" + name + "\":\"int i;\","));
      CommandRunner.Result result = CommandRunner.run("check", "--replay", record.toString());
      assertEquals(2, result.status(), result.out() + result.err());
      assertTrue(result.err().contains("leads out of its folder"), result.err());
      assertTrue(Files.notExists(target), name);
    }
  }

  @Test
  void whatIsNoReplayIsToldInOneLine() throws IOException {
    for (String text : List.of("", "{}", "{\"replay\": 7}", "[1]", "{\"replay\": 1}")) {
      CommandRunner.Result result =
          CommandRunner.run("check", "--replay", write("no.json", text).toString());
      assertEquals(2, result.status(), text);
      assertEquals(1, result.err().lines().count(), result.err());
      assertTrue(result.err().contains("no.json"), result.err());
    }
    CommandRunner.Result both = CommandRunner.run("check", "k.cl", "--replay", "no.json");
    assertEquals(2, both.status());
  }

  @Test
  void aLaunchIsShrunkToTwoWorkItemsAndTheProgramToWhatShowsIt() throws IOException {
    String file = kernel();
    CommandRunner.Result result =
        CommandRunner.run(
            "check",
            file,
            "--options",
            "-I" + folder.resolve("include"),
            "--global",
            "256",
            "--local",
            "64",
            "--shrink=source");
    assertEquals(1, result.status(), result.err());
    String out = result.out();
    assertTrue(out.contains("= shrunk: --kernel race --global 2 --local 2 "), out);
    String source = out.substring(out.indexOf("= source:"), out.indexOf("\n\n"));
    assertTrue(!source.contains("unused"), source);
    assertTrue(source.contains("STORE(tile, i, x[get_global_id(0)]);"), source);
  }
}
