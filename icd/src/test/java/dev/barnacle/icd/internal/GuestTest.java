package dev.barnacle.icd.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The driver is a guest in somebody's process: what it needs and touches there, row by row of the
 * table in {@code docs/guide/c.md}. C programs, under limits that a shell sets.
 */
class GuestTest extends GuestPrograms {
  private static final String RUNS = "0 1\nBarnacle: 0\nalive\n";
  private static final String NO_PLATFORM = "-1001 0\nalive\n";

  @ParameterizedTest
  @ValueSource(strings = {"-v 950000", "-v 2000000", "-v 3000000", "-d 900000", "-s 140", "-n 100"})
  void aSmallKernelRunsUnderALimit(String limit) throws Exception {
    assertEquals(
        new Result(0, RUNS, ""), shell("every_platform", "ulimit " + limit + " && exec $P"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"-v 100000", "-v 400000", "-v 600000", "-d 60000"})
  void withoutRoomForAJvmThereIsNoPlatformAndTheProgramLivesOn(String limit) throws Exception {
    String line = "ulimit " + limit + " && exec $P";
    assertEquals(new Result(0, NO_PLATFORM, ""), shell("every_platform", line));
    Result told = shell("every_platform", line, "BARNACLE_DEBUG", "1");
    assertTrue(
        told.messages().startsWith("barnacle: no JVM fits: limits (ulimit -v"), told::toString);
  }

  /** What the JVM itself finds wrong, when it has begun to start. */
  @Test
  void aJvmThatGivesUpIsNoEndOfTheProgram() throws Exception {
    String options = "-Xms9999999m -Xmx9999999m";
    assertEquals(
        new Result(0, NO_PLATFORM, ""),
        shell("every_platform", "exec $P", "BARNACLE_JAVA_OPTS", options));
    Result told =
        shell("every_platform", "exec $P", "BARNACLE_JAVA_OPTS", options, "BARNACLE_DEBUG", "1");
    assertTrue(told.messages().contains("memory"), told::toString);
  }

  @ParameterizedTest
  @CsvSource({
    "16,first",
    "16,after",
    "64,first",
    "64,after",
    "96,first",
    "96,after",
    "256,after",
    "1024,after",
    "64,coroutine",
    "256,coroutine"
  })
  void callsMayComeOnSmallStacks(int kilobytes, String when) throws Exception {
    assertEquals(
        new Result(0, "0\n", ""), shell("small_stack", "exec $P " + kilobytes + " " + when));
  }

  /** Java's code faults on purpose, where it stops for others, on each thread that runs it. */
  @ParameterizedTest
  @ValueSource(strings = {"exec $P", "exec $P blocked", "ulimit -s 140 && exec $P"})
  void callsGoOnWhileTheJvmStopsAllThreads(String line) throws Exception {
    String stops = "-XX:+SafepointALot -XX:GuaranteedSafepointInterval=1";
    assertEquals(
        new Result(0, "alive\n", ""), shell("many_calls", line, "BARNACLE_JAVA_OPTS", stops));
  }

  /** Microseconds between the last launch and the end: something else is compiled each time. */
  @ParameterizedTest
  @ValueSource(ints = {0, 10_000, 40_000, 100_000})
  void aProgramMayEndWhileKernelsAreCompiledBeside(int microseconds) throws Exception {
    assertEquals(new Result(0, "ends\n", ""), shell("exit_compiling", "exec $P " + microseconds));
  }

  /** A program that has been seen before needs LLVM for better code alone. */
  @Test
  void aProgramMayEndWhileLlvmIsLoaded() throws Exception {
    assertEquals(
        new Result(0, "ends\nends\n", ""), shell("exit_compiling", "$P 0 $$ && exec $P 0 $$"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"before", "after"})
  void handlersGetTheirSignalsOnTheProgramsThreads(String when) throws Exception {
    assertEquals(new Result(0, "0 elsewhere\n", ""), shell("signals", "exec $P " + when));
  }

  /**
   * Threads that Java starts for a thread of the program would have what that one has unblocked.
   */
  @Test
  void noOtherThreadTakesSignals() throws Exception {
    assertEquals(new Result(0, "end\n", ""), shell("signals", "exec $P threads"));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 6, 8, 10, 11, 12, 13, 15, 16, 25, 62})
  void signalsThatTheProgramDoesNotTakeEndIt(int number) throws Exception {
    assertEquals(KILLED + number, shell("signals", "$P " + number + "; exit $?").status());
  }

  @Test
  void aBadAccessEndsTheProgramAsWithoutTheDriver() throws Exception {
    Result result = shell("signals", "$P fault 2>&1; s=$?; ls; exit $s");
    assertEquals(KILLED + 11, result.status());
    assertEquals("err\nout\n", result.output());
  }

  @ParameterizedTest
  @ValueSource(strings = {"pipe", "print"})
  void nobodyReadsOnAndTheProgramEnds(String what) throws Exception {
    Result result = shell("signals", "$P " + what + " | head -1; exit ${PIPESTATUS[0]}");
    assertEquals(new Result(KILLED + 13, "line\n", ""), result);
  }

  @ParameterizedTest
  @CsvSource({
    "handler,'0 before, 1 calls, 1 children'",
    "later,'0 before, 1 calls, 1 children'",
    "ignore,-1",
    "wait,1 7 -1"
  })
  void theProgramsChildrenAreItsOwnAlone(String how, String expected) throws Exception {
    assertEquals(new Result(0, expected + "\n", ""), shell("children", "exec $P " + how));
  }

  /** Handlers, masks, limits, locale, environment, floating point and more; see the program. */
  @ParameterizedTest
  @ValueSource(strings = {"", "handlers", "blocked", "floats", "locale", "handlers floats"})
  void nothingOfTheProcessHasChanged(String before) throws Exception {
    Result result = shell("unchanged", "ulimit -Sn 100; exec $P " + before);
    assertEquals("done", String.join("\n", changes(result)), result::toString);
  }

  /** But sockets and devices, which programs that this one starts find open. */
  private static List<String> changes(Result result) {
    return result
        .output()
        .lines()
        .filter(l -> !l.matches("open: (socket:.*|pipe:.*|/dev/u?random)"))
        .toList();
  }
}
