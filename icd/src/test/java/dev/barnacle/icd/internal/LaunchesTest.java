package dev.barnacle.icd.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Launches that the shim runs without Java are as those that Java runs. */
class LaunchesTest extends GuestPrograms {
  private static final String BY_PLAN = "launches need Java no more";

  @Test
  void launchesAreRightWhoeverRunsThem() throws Exception {
    assertEquals(new Result(0, "right\n", ""), shell("launches", "$P"));
  }

  @Test
  void theyAreRunWithoutJava() throws Exception {
    Result result = shell("launches", "$P", "BARNACLE_DEBUG", "1");
    assertTrue(result.messages().contains(BY_PLAN), result.messages());
  }

  @Test
  void theEngineThatWatchesSeesEachLaunch() throws Exception {
    Result result =
        shell("launching_threads", "$P", "BARNACLE_ENGINE", "watch", "BARNACLE_DEBUG", "1");
    assertEquals("right\n", result.output(), result.messages());
    assertTrue(!result.messages().contains(BY_PLAN), result.messages());
  }

  @Test
  void theirEventsAreAsJavas() throws Exception {
    assertEquals(new Result(0, "right\n", ""), shell("events", "$P"));
  }

  @Test
  void eventsUnderWatchAreTheSame() throws Exception {
    assertEquals(new Result(0, "right\n", ""), shell("events", "$P", "BARNACLE_ENGINE", "watch"));
  }

  @Test
  void sixteenThreadsLaunchAtOnce() throws Exception {
    assertEquals(new Result(0, "right\n", ""), shell("launching_threads", "$P"));
  }

  /** Launches in Java have no threads beside those of the shim. */
  @Test
  void aProcessHasOnePool() throws Exception {
    assertEquals(new Result(0, "0 threads of Java's\n", ""), shell("one_pool", "$P"));
  }

  @Test
  void callsThatNeedNotWaitReturnBesideAKernelThatWaitsForTheHost() throws Exception {
    assertEquals(new Result(0, "right\n", ""), shell("not_waiting", "timeout 300 $P"));
  }

  @Test
  void firstLaunchesOfOneQueueMeetAndWaitsEnd() throws Exception {
    assertEquals(new Result(0, "right\n", ""), shell("fresh_queues", "timeout 300 $P"));
  }

  /** Whoever ran it, before it came to the end of the heap it wrote over what was there. */
  @ParameterizedTest
  @ValueSource(strings = {"timeout 60 $P", "timeout 60 $P later"})
  void aKernelThatOverwritesTheHeapIsNamed(String line) throws Exception {
    for (int i = 0; i < 3; i++) {
      Result result = shell("overwrite", line);
      assertTrue(
          result.messages().contains("error: kernel heap left its memory"), result::toString);
      assertEquals(KILLED + 11, result.status(), result::toString);
    }
  }
}
