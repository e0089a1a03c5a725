package dev.barnacle.simd.internal.threads;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code pool.c} by itself, with tens of threads that ThreadSanitizer looks at. */
class PoolStressTest {
  private static final String SKIPPED = "SKIPPED: there is no gcc with ThreadSanitizer that runs: ";
  private static final Pattern TABLE =
      Pattern.compile("pool_functions\\[\\] = \\{([^}]*)\\}", Pattern.DOTALL);

  /** What a program wrote on both outputs, and its status; -1 where it can't be run. */
  private record Ended(int status, String text) {}

  @TempDir private Path folder = Path.of("");

  @Test
  @Timeout(value = 300, unit = TimeUnit.SECONDS)
  void tensOfThreadsRunEachStepOnceAndRaceNowhere() throws Exception {
    write("none.c", "int main(void) { return 0; }");
    Ended none = compiledAndRun("none", "none.c");
    assumeTrue(none.status() == 0, SKIPPED + none.text());
    write("pool.c", NativePool.source());
    Ended ended = compiledAndRun("stress", "pool.c", program("stress.c"));
    assumeFalse(ended.text().contains("unexpected memory mapping"), SKIPPED + ended.text());
    assertEquals(0, ended.status(), ended.text());
  }

  /** A thread that a placed worker begins was bound for good: half of the launches were serial. */
  @Test
  void threadsThatPlacedWorkersBeginMayRunEverywhereLater() throws Exception {
    write("none.c", "int main(void) { return 0; }");
    Ended none = compiledAndRun("none", "none.c");
    assumeTrue(none.status() == 0, SKIPPED + none.text());
    write("pool.c", NativePool.source());
    Ended ended = compiledAndRun("born", "-I.", program("born_placed.c"));
    assumeFalse(ended.text().contains("unexpected memory mapping"), SKIPPED + ended.text());
    assumeFalse(ended.status() == 2, "SKIPPED: there is one processor alone");
    assertEquals(0, ended.status(), ended.text());
  }

  private static String program(String name) {
    return Path.of("src/test/resources/dev/barnacle/simd/internal/threads", name)
        .toAbsolutePath()
        .toString();
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }

  private Ended compiledAndRun(String program, String... sources) throws Exception {
    List<String> command = new ArrayList<>(List.of("gcc", "-std=gnu11", "-O1", "-g"));
    command.addAll(List.of("-fsanitize=thread", "-pthread", "-o", program));
    command.addAll(List.of(sources));
    Ended compiled = run(command);
    return compiled.status() == 0 ? run(List.of("./" + program)) : compiled;
  }

  private Ended run(List<String> command) throws InterruptedException {
    try {
      Process process =
          new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
      String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Ended(process.waitFor(), text);
    } catch (IOException e) {
      return new Ended(-1, String.valueOf(e.getMessage()));
    }
  }

  /** Java finds each function by its place in the table of the C. */
  @Test
  void javaHasTheFunctionsInTheOrderOfTheTable() {
    Matcher table = TABLE.matcher(NativePool.source());
    assertTrue(table.find());
    List<String> names =
        Arrays.stream(table.group(1).split(",", -1))
            .map(name -> name.strip().replace("pool_", "").toUpperCase(Locale.ROOT))
            .toList();
    assertEquals(Arrays.stream(NativePool.Function.values()).map(Enum::name).toList(), names);
  }
}
