package dev.barnacle.cli.internal.fix;

import dev.barnacle.cli.internal.replay.Reproducer;
import dev.barnacle.cli.internal.replay.Sign;
import dev.barnacle.cli.internal.replay.Source;
import dev.barnacle.cli.internal.replay.Trials;
import dev.barnacle.cli.internal.report.SourceFix;
import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.watch.Finding;
import dev.barnacle.watch.Report;
import dev.barnacle.watch.WatchOptions;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Looks for edits of a program that make a finding go away, and tries each on all launches of the
 * program: no launch may show more of any kind, and one that was clean must stay so and compute the
 * same.
 */
public final class Fixer {
  /**
   * Kinds whose accesses a checked launch leaves out, or gives a value: an edit that only does that
   * changes nothing of what the launch computes.
   */
  private static final Set<FindingKind> LEFT_OUT =
      Set.of(
          FindingKind.OUT_OF_BOUNDS,
          FindingKind.MISALIGNED,
          FindingKind.NULL_DEREFERENCE,
          FindingKind.DIVISION_BY_ZERO,
          FindingKind.INVALID_ARGUMENT);

  /** Kinds of which a small launch shows as much as a large one. */
  private static final Set<String> ORDERED = Set.of("data-race", "barrier-divergence");

  private static final long EXPLORE_NANOS = 1_000_000_000L;

  private final Trials trials;
  private final List<Reproducer> launches;
  private final BooleanSupplier stopped;
  private final Map<Reproducer, Trials.Outcome> before = new HashMap<>();
  private final Map<Reproducer, String> initial = new HashMap<>();
  private int tried;

  /**
   * Makes one.
   *
   * @param launches all launches of the program
   * @param stopped tells when there is no more time
   */
  public Fixer(Trials trials, List<Reproducer> launches, BooleanSupplier stopped) {
    this.trials = trials;
    this.launches = launches.stream().map(l -> l.inOrder(WatchOptions.ALL_ORDERS)).toList();
    this.stopped = stopped;
  }

  /** Returns how many edits were tried since it was made. */
  public int tried() {
    return tried;
  }

  /** Returns how many launches each edit was tried on. */
  public int launches() {
    return launches.size();
  }

  /**
   * Returns the smallest edit that makes a finding go away. One that leaves nothing of its launch
   * comes before one that leaves something, and one with which the launch computes the same before
   * one that changes that, where the finding's accesses are left out anyhow, or by the edit.
   *
   * @param shown the launch that shows it
   * @param small a small launch that shows it, to be explored with an edit
   */
  public Optional<SourceFix> fix(Reproducer shown, Reproducer small, Finding finding) {
    Source source = shown.source();
    Code code = new Code(source.name(), source.lines());
    Sign sign = shown.sign(finding);
    @Nullable SourceFix second = null;
    boolean keeps = LEFT_OUT.contains(finding.kind());
    for (Edit edit : Candidates.of(finding, code)) {
      if (stopped.getAsBoolean()) {
        break;
      }
      tried++;
      Source edited = source.withLines(edit.applied(source.lines()));
      Optional<Trials.Outcome> first = trials.attempt(shown.with(edited));
      if (first.isEmpty() || isWorse(shown, sign, first.get().report())) {
        continue;
      }
      boolean all = first.get().report().isClean();
      boolean same = first.get().contents().equals(outcome(shown).contents());
      boolean leavesOut =
          keeps || (sign.kind().equals(FindingKind.DATA_RACE.keyword()) && edit.leavesOut());
      boolean best = all && (same || !leavesOut);
      if (second != null && !best) {
        continue;
      }
      Proof proof = isGood(edited) ? proof(small.with(edited), sign) : Proof.REFUTED;
      if (proof != Proof.REFUTED) {
        String words =
            edit.description()
                + (leavesOut && !same ? "; the launch computes other values then" : "")
                + (proof == Proof.PROVED ? "; explore proves a small launch" : "");
        SourceFix fix = new SourceFix(words, edit.changes());
        if (best) {
          return Optional.of(fix);
        }
        second = fix;
      }
    }
    return Optional.ofNullable(second);
  }

  /** Returns whether a launch does not show a finding with a fix. */
  public boolean removes(Reproducer shown, Sign sign, SourceFix fix) {
    Reproducer edited = shown.with(applied(shown.source(), List.of(fix)));
    return trials
        .attempt(edited)
        .filter(
            outcome ->
                outcome.report().findings().stream()
                    .noneMatch(f -> f.kind().keyword().equals(sign.kind())))
        .isPresent();
  }

  /** The result of exploring every execution of a small launch with an edit. */
  private enum Proof {
    /** No execution has a fault. */
    PROVED,
    /** Some execution has the fault still. */
    REFUTED,
    /** It cannot be explored, or not in this time. */
    UNKNOWN
  }

  private Proof proof(Reproducer small, Sign sign) {
    long end = System.nanoTime() + EXPLORE_NANOS;
    BooleanSupplier over = () -> stopped.getAsBoolean() || System.nanoTime() > end;
    return trials
        .explored(small, over)
        .map(
            outcome ->
                ORDERED.contains(sign.kind())
                        && outcome.faults().stream()
                            .anyMatch(f -> f.kind().keyword().equals(sign.kind()))
                    ? Proof.REFUTED
                    : outcome.faults().isEmpty() && outcome.complete()
                        ? Proof.PROVED
                        : Proof.UNKNOWN)
        .orElse(Proof.UNKNOWN);
  }

  /** Returns whether a launch shows as much of the finding's kind as before, or more of any. */
  private boolean isWorse(Reproducer shown, Sign sign, Report after) {
    Map<FindingKind, Integer> was = kinds(outcome(shown).report());
    Map<FindingKind, Integer> is = kinds(after);
    boolean more =
        is.entrySet().stream().anyMatch(e -> e.getValue() > was.getOrDefault(e.getKey(), 0));
    FindingKind kind =
        was.keySet().stream().filter(k -> k.keyword().equals(sign.kind())).findFirst().orElse(null);
    return more || kind == null || is.getOrDefault(kind, 0) >= was.getOrDefault(kind, 0);
  }

  private static Map<FindingKind, Integer> kinds(Report report) {
    Map<FindingKind, Integer> counts = new EnumMap<>(FindingKind.class);
    report.findings().forEach(f -> counts.merge(f.kind(), 1, Integer::sum));
    return counts;
  }

  /** Returns whether no launch is worse with a text, in any order. */
  public boolean isGood(Source edited) {
    for (Reproducer launch : launches) {
      Trials.Outcome was = outcome(launch);
      Optional<Trials.Outcome> is = trials.attempt(launch.with(edited));
      if (is.isEmpty()) {
        return false;
      }
      Map<FindingKind, Integer> kinds = kinds(was.report());
      boolean more =
          kinds(is.get().report()).entrySet().stream()
              .anyMatch(e -> e.getValue() > kinds.getOrDefault(e.getKey(), 0));
      boolean other = was.report().isClean() && !was.contents().equals(is.get().contents());
      String initial = initial(launch);
      boolean idle = // a guard that lets nobody in
          !was.contents().equals(initial) && is.get().contents().equals(initial);
      if (more || other || idle) {
        return false;
      }
    }
    return true;
  }

  private String initial(Reproducer launch) {
    return initial.computeIfAbsent(launch, trials::initial);
  }

  private Trials.Outcome outcome(Reproducer launch) {
    return before.computeIfAbsent(launch, trials::run);
  }

  /** Returns a text with the fixes that go together, in the order of the lines. */
  public static Source applied(Source source, List<SourceFix> fixes) {
    List<SourceFix.Change> changes = new ArrayList<>();
    for (SourceFix fix : fixes) {
      for (SourceFix.Change change : fix.changes()) {
        if (!changes.contains(change)) {
          changes.add(change);
        }
      }
    }
    return source.withLines(new Edit("", 0, changes).applied(source.lines()));
  }
}
