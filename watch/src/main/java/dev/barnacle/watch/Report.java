package dev.barnacle.watch;

import dev.barnacle.engine.fault.FindingKind;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The report of the detectors on a launch.
 *
 * @param findings one for each kind and pair of places in the program
 * @param benign how often work-items wrote the same value without order, where {@link
 *     WatchOptions#sameValueBenign} says that this is no finding
 * @param compileNanos nanoseconds of compiling for this launch; 0 when the code was there already
 * @param kernelNanos nanoseconds from the first work-item's start to the last one's end
 */
public record Report(List<Finding> findings, long benign, long compileNanos, long kernelNanos) {
  public Report {
    findings = List.copyOf(findings);
  }

  /** Returns whether nothing was found. */
  public boolean isClean() {
    return findings.isEmpty();
  }

  /** Returns how many findings there are of each kind, such as {@code 2 data races, 1 timeout}. */
  public static String totals(List<Finding> findings) {
    Map<FindingKind, Integer> counts = new EnumMap<>(FindingKind.class);
    findings.forEach(f -> counts.merge(f.kind(), 1, Integer::sum));
    return counts.isEmpty()
        ? "nothing found"
        : counts.entrySet().stream()
            .map(e -> e.getKey().words(e.getValue()))
            .collect(Collectors.joining(", "));
  }

  /** Returns all findings in words, and how many there are of each kind. */
  @Override
  public String toString() {
    return findings.stream().map(f -> f + "\n").collect(Collectors.joining()) + totals(findings);
  }
}
