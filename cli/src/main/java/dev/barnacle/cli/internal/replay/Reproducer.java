package dev.barnacle.cli.internal.replay;

import dev.barnacle.cli.internal.launch.LaunchSpec;
import dev.barnacle.ir.Location;
import dev.barnacle.watch.Finding;
import dev.barnacle.watch.Report;
import java.util.List;

/**
 * A launch that shows findings, with the text of its program: an edit of either is another one.
 *
 * @param source the program's text
 * @param launch all of it: sizes and each argument
 * @param order the order of work-items to run in, of {@link
 *     dev.barnacle.watch.WatchOptions#withOnly}
 */
public record Reproducer(Source source, LaunchSpec launch, int order) {
  /** Returns the same of another text. */
  public Reproducer with(Source other) {
    return new Reproducer(other, launch, order);
  }

  /** Returns the same of another launch. */
  public Reproducer with(LaunchSpec other) {
    return new Reproducer(source, other, order);
  }

  /** Returns the same in another order. */
  public Reproducer inOrder(int number) {
    return new Reproducer(source, launch, number);
  }

  /** Returns what a finding is told by. */
  public Sign sign(Finding finding) {
    return Sign.of(finding, this::text);
  }

  /** Returns whether a report has a finding. */
  public boolean shows(Report report, Sign sign) {
    return report.findings().stream().anyMatch(f -> sign(f).equals(sign));
  }

  private String text(Location at) {
    List<String> lines = source.lines();
    boolean own = at.file().equals(source.name()) && at.line() >= 1 && at.line() <= lines.size();
    return own ? lines.get(at.line() - 1) : at.place();
  }
}
