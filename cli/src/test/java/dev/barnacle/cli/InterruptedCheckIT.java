package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What Ctrl-C leaves of a check that takes long. */
class InterruptedCheckIT extends LauncherRuns {
  private static final int SIGINT = 130;

  @Override
  boolean sharesRoot() {
    return true;
  }

  /** It says at once what it was given, and in the end what was found. */
  @Test
  void whatWasFoundIsToldAndThePageIsWritten() throws Exception {
    Path slow =
        Files.writeString(
            folder.resolve("slow.cl"),
            """
            kernel void slow(global int *x) {
              x[get_global_id(0) / 2] = 1;
              int s = 0;
              for (int k = 0; k < 50000000; k++) s += k ^ s;
              x[get_global_id(0)] = s;
            }
            """);
    Path page = folder.resolve("page.html");
    String[] command = {"check", slow.toString(), "--global=65536", "--html", page.toString()};
    Process process = start(root.resolve("barnacle"), Map.of(), command);
    Path out = outputs.getLast();
    Path err = Path.of(out + ".err");
    while (process.isAlive() && !Files.readString(err).contains("kernel slow is given")) {
      Thread.sleep(100);
    }
    assertTrue(process.isAlive(), Files.readString(out) + Files.readString(err));
    new ProcessBuilder("kill", "-INT", String.valueOf(process.pid())).start().waitFor();
    Result result = finish(process, out);
    assertEquals(SIGINT, result.status(), result.err());
    assertTrue(result.err().contains("note: interrupted: "), result.err());
    assertTrue(result.out().contains("slow.cl:2:27: error: data race: "), result.out());
    assertTrue(Files.readString(page).contains("data race"));
  }
}
