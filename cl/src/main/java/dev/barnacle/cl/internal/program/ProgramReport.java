package dev.barnacle.cl.internal.program;

import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.ir.Location;
import dev.barnacle.watch.Finding;
import dev.barnacle.watch.Report;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The findings of all launches of a context that is watched, once each. */
public final class ProgramReport {
  private final BiConsumer<String, Report> listener;
  private final Map<Key, Finding> findings = new LinkedHashMap<>();
  private long benign;
  private long compileNanos;
  private long kernelNanos;

  private record Place(@Nullable Location location, String access) {}

  private record Key(String kernel, FindingKind kind, List<Place> places) {}

  /** Makes an empty one; {@code listener} is told of each launch too. */
  public ProgramReport(BiConsumer<String, Report> listener) {
    this.listener = listener;
  }

  /** Adds what a launch of a kernel found. */
  public void launch(String kernel, Report report) {
    synchronized (this) {
      benign += report.benign();
      compileNanos += report.compileNanos();
      kernelNanos += report.kernelNanos();
      for (Finding finding : report.findings()) {
        List<Place> places =
            finding.accesses().stream().map(a -> new Place(a.location(), a.access())).toList();
        findings.merge(
            new Key(kernel, finding.kind(), places),
            finding,
            (a, b) -> a.withCount(a.count() + b.count()));
      }
    }
    listener.accept(kernel, report);
  }

  /** Passes on what was found between commands, which {@link #all} is given again. */
  void commands(Report report) {
    listener.accept("", report);
  }

  /** Returns all that was found in kernels, and then what was found between commands. */
  synchronized Report all(List<Finding> betweenCommands) {
    List<Finding> all = new ArrayList<>(findings.values());
    all.addAll(betweenCommands);
    return new Report(all, benign, compileNanos, kernelNanos);
  }
}
