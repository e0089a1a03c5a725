package dev.barnacle.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Options as text, which a program under watch gets in its environment. */
class WatchOptionsTest {
  @Test
  void textSaysWhatItReads() {
    WatchOptions options =
        WatchOptions.defaults()
            .withSchedules(4)
            .withTimeout(Duration.ofMillis(2500))
            .withSameValueBenign(true);
    assertEquals("schedules=4,timeout=2.5,same-value-benign=on", options.text());
    assertEquals(options, WatchOptions.defaults().with(options.text()));
    assertEquals(WatchOptions.defaults(), options.with(WatchOptions.defaults().text()));
    assertEquals(options, options.with(""));
  }

  @Test
  void whatIsNoOptionIsNamed() {
    for (String wrong :
        List.of(
            "schedules",
            "schedules=0",
            "timeout=-1",
            "timeout=NaN",
            "timeout=x",
            "same-value-benign=yes",
            "order=1")) {
      IllegalArgumentException e =
          assertThrows(IllegalArgumentException.class, () -> WatchOptions.defaults().with(wrong));
      assertTrue(String.valueOf(e.getMessage()).startsWith("'" + wrong + "'"), e::toString);
    }
  }
}
