package dev.barnacle.cli.internal.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cli.Main;
import dev.barnacle.cli.internal.InputException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LitmusFamiliesTest {
  /** Each family's condition holds, with every execution looked at and with the verdict alone. */
  @Test
  void familiesHaveTheVerdictThatTheyAreTimedFor(@TempDir Path folder) throws IOException {
    List<String> tests =
        List.of(
            LitmusFamilies.fetchAdd(3),
            LitmusFamilies.writers(3),
            LitmusFamilies.storeBuffering(3),
            LitmusFamilies.ticketLock(2));
    for (int i = 0; i < tests.size(); i++) {
      Files.writeString(folder.resolve(i + ".litmus"), tests.get(i));
    }
    for (List<String> options : List.of(List.of("--json"), List.of("--json", "--verdict-only"))) {
      StringWriter out = new StringWriter();
      List<String> arguments = new java.util.ArrayList<>(List.of("litmus", folder.toString()));
      arguments.addAll(options);
      int status =
          Main.run(
              new PrintWriter(out),
              new PrintWriter(new StringWriter()),
              arguments.toArray(new String[0]));
      assertEquals(0, status, out.toString());
      assertEquals(4, out.toString().lines().count());
      assertTrue(
          out.toString()
              .lines()
              .allMatch(
                  l ->
                      l.contains("\"condition_holds\":true")
                          && l.contains("\"race_free\":true")
                          && l.contains("\"complete\":true")),
          out.toString());
    }
  }

  /** Neither a test with an error nor one that takes too long keeps the others from their row. */
  @Test
  void oneTestDoesNotHoldUpTheSet(@TempDir Path folder) throws IOException {
    List<Path> files =
        List.of(
            Files.writeString(folder.resolve("bad.litmus"), "C bad\n{}\nP0 () { nothing }\n"),
            Files.writeString(folder.resolve("long.litmus"), LitmusFamilies.writers(6)),
            Files.writeString(folder.resolve("short.litmus"), LitmusFamilies.storeBuffering(2)));
    StringWriter text = new StringWriter();
    LitmusBench bench = new LitmusBench(new PrintWriter(text, true), false, 2, Duration.ofNanos(1));
    List<InputException> errors = bench.set(files);
    assertEquals(1, errors.size());
    assertTrue(errors.get(0).diagnostic().startsWith(files.get(0) + ":3:"), errors.toString());
    assertTrue(text.toString().startsWith("litmus_test       2 tests, 1 stopped "), text::toString);
    assertTrue(text.toString().contains("s: " + files.get(1)), text::toString);
    StringWriter object = new StringWriter();
    new LitmusBench(new PrintWriter(object), true, 2, Duration.ofDays(1)).set(files.subList(2, 3));
    assertEquals(1, object.toString().lines().count());
    assertTrue(object.toString().contains("\"size\":\"1 test\""), object::toString);
  }
}
