package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Output that cannot be written is an error in every command. */
class OutputIT extends LauncherRuns {
  @Override
  boolean sharesRoot() {
    return true;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--version",
        "--help",
        "run K --global 3 --arg a=int[3] --print a",
        "run K --global 3 --arg a=int[3] --json",
        "check K",
        "check K --json",
        "explore K --global 2 --arg a=int[2]",
        "litmus L",
        "compare sc opencl --size 2 --count 1",
        "devices",
        "icd path",
        "bench --list",
      })
  void aFullDiskIsAnError(String words) throws Exception {
    assumeTrue(Files.exists(Path.of("/dev/full")), "needs /dev/full");
    Path litmus =
        Files.writeString(
            folder.resolve("l.litmus"),
            """
            C one
            { [x] = 0; }
            P0 (atomic_int* x) { atomic_store(x, 1); }
            exists (x=1)
            """);
    List<String> all = new ArrayList<>(List.of("-c", "\"$0\" \"$@\" >/dev/full"));
    all.add(root.resolve("barnacle").toString());
    for (String word : words.split(" ", -1)) {
      all.add(word.equals("K") ? kernel.toString() : word.equals("L") ? litmus.toString() : word);
    }
    Result result = run(Path.of("/bin/sh"), all.toArray(String[]::new));
    assertEquals(2, result.status(), result.err());
    assertTrue(
        result.err().contains("error: the output cannot be written: No space left on device\n"),
        result.err());
  }
}
