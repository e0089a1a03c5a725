package dev.barnacle.bench.internal.first;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What {@code bench --pauses} prints of what processes told. */
class PausesTest {
  @Test
  void aLineForEachPauseAndPlatform() {
    List<String> lines =
        PausesJson.report(false).lines().map(line -> line.replaceAll(" +", " ")).toList();
    assertEquals(
        "Launches of about a millisecond: best, median in ms, median over best; medians of"
            + " processes, and the worst one's.",
        lines.getFirst());
    assertEquals("pause 0.0 ms 1.000 1.500 1.50 9.00 Barnacle", lines.get(1));
    assertEquals("pause 20.0 ms 1.000 1.500 1.50 9.00 Barnacle", lines.get(4));
    assertEquals(" broken: its process crashed (signal 11)", lines.get(5));
    assertEquals(6, lines.size());
  }

  @Test
  void jsonHasAnObjectForEachPauseAndPlatform() {
    List<String> lines = PausesJson.report(true).lines().toList();
    assertEquals(
        "{\"bench\":\"pauses\",\"platform\":\"Barnacle\",\"pause_ms\":0.2,\"busy\":false,"
            + "\"best_ms\":1.0,\"median_ms\":1.5,\"median_over_best\":1.5,\"worst_process\":9.0}",
        lines.get(1));
  }

  /** Three processes, of which the middle one's median counts. */
  static Pauses.Measured three(String name) {
    Pauses.Measured measured = new Pauses.Measured(new Installed(name, Path.of("none")));
    for (String median : List.of("1500000", "9000000", "1200000")) {
      measured.add(
          FirstProcess.read(
              List.of(0, 200, 2000, 20_000).stream()
                  .flatMap(
                      micros ->
                          List.of(
                              "best_" + micros + " 1000000 0",
                              "median_" + micros + " " + median + " 0")
                              .stream())
                  .toList()));
    }
    return measured;
  }
}
