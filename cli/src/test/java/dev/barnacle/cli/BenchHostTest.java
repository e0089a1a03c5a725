package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.command.arguments.ExitStatus;
import dev.barnacle.command.input.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code bench} is told by the command line. */
class BenchHostTest {
  /** Which the tests of bench compare with what it makes. */
  private static final Path FAMILIES =
      Path.of("../bench/src/test/resources/dev/barnacle/bench/internal/families");

  /** Each family's condition holds, with every execution looked at and with the verdict alone. */
  @Test
  void familiesHaveTheVerdictThatTheyAreTimedFor() {
    for (List<String> options : List.of(List.of("--json"), List.of("--json", "--verdict-only"))) {
      List<String> words = new java.util.ArrayList<>(List.of("litmus", FAMILIES.toString()));
      words.addAll(options);
      CommandRunner.Result result = CommandRunner.run(words.toArray(String[]::new));
      assertEquals(ExitStatus.OK, result.status(), result.err());
      List<String> lines = result.out().lines().toList();
      assertEquals(4, lines.size());
      for (String line : lines) {
        assertTrue(line.contains("\"condition_holds\":true"), line);
        assertTrue(line.contains("\"race_free\":true"), line);
        assertTrue(line.contains("\"complete\":true"), line);
      }
    }
  }

  @Test
  void litmusTestsAreAnsweredWithinALimit(@TempDir Path folder) throws IOException {
    Path bad = Files.writeString(folder.resolve("bad.litmus"), "C bad\n{}\nP0 () { nothing }\n");
    BenchHost host = new BenchHost();
    assertEquals(List.of(bad), host.litmusTests(List.of(folder)));
    InputException error =
        assertThrows(InputException.class, () -> host.litmus(Duration.ofDays(1)).apply(bad));
    assertTrue(error.diagnostic().startsWith(bad + ":3:"), error::diagnostic);
    Path test = FAMILIES.resolveSibling("long.litmus");
    assertTrue(host.litmus(Duration.ofNanos(1)).apply(test).stopped());
    Path small = FAMILIES.resolve("writers.litmus");
    assertFalse(host.litmus(Duration.ofDays(1)).apply(small).stopped());
  }
}
