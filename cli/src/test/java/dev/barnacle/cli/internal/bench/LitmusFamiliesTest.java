package dev.barnacle.cli.internal.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cli.Main;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
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
}
