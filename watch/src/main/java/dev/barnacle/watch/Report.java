package dev.barnacle.watch;

import java.util.List;

/**
 * What the detectors say of a launch.
 *
 * @param findings one for each kind and pair of places in the program
 * @param compileNanos nanoseconds of compiling for this launch; 0 when the code was there already
 * @param kernelNanos nanoseconds from the first work-item's start to the last one's end
 */
public record Report(List<Finding> findings, long compileNanos, long kernelNanos) {
  public Report {
    findings = List.copyOf(findings);
  }

  /** Tells whether nothing was found. */
  public boolean isClean() {
    return findings.isEmpty();
  }
}
