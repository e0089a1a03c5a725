package dev.barnacle.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private final Progress progress = new Progress();
  private final AtomicLong begun = new AtomicLong();

  @Test
  void aLaunchIsStoppedAndEachThatComes() {
    AtomicLong stopped = new AtomicLong();
    progress.begin(begun::get, 100, 2, stopped::incrementAndGet);
    progress.stop();
    assertEquals(1, stopped.get());
    progress.end();
    progress.begin(begun::get, 100, 2, stopped::incrementAndGet);
    assertEquals(2, stopped.get());
  }

  @Test
  void nothingIsLeftWhereNothingRuns() {
    assertEquals(0, progress.nanosLeft());
    progress.begin(begun::get, 100, 2, () -> {});
    progress.end();
    assertEquals(0, progress.nanosLeft());
    assertEquals(0, progress.nanos());
  }

  @Test
  void whatIsLeftFollowsFromTheWorkGroupsThatHaveEnded() {
    progress.begin(begun::get, 100, 2, () -> {});
    begun.set(12);
    long before = progress.nanos();
    long left = progress.nanosLeft();
    long after = progress.nanos();
    assertTrue(left >= 9 * before && left <= 9 * after, before + " " + left + " " + after);
    begun.set(200); // threads that look for more
    assertEquals(0, progress.nanosLeft());
  }

  @Test
  void eachWorkGroupIsTakenToLastAsLongAgainWhereNoneHasEnded() {
    progress.begin(begun::get, 100, 2, () -> {});
    begun.set(2);
    long before = progress.nanos();
    long left = progress.nanosLeft();
    assertTrue(left >= 50 * before && left <= 50 * progress.nanos());
  }
}
