package dev.barnacle.cli.internal.check;

import dev.barnacle.cl.Kernel;
import dev.barnacle.cl.analysis.KernelUse;
import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.watch.Finding;
import dev.barnacle.watch.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/**
 * A launch that is clean, with other values of what was chosen for it: zeros take each branch on
 * data the same way, no guard bites where integers are the global size, and no mode is chosen.
 *
 * <p>What decides where something is written is another matter: nobody knows which data or numbers
 * fit each other there, so races are not told then. Atomic operations may be on locks, flags and
 * counters, which begin as zeros; kernels that have some are only looked at for divergence, with
 * one other number.
 *
 * @param kinds what is told of
 * @param note says why it was not found before
 */
record Variation(Defaults defaults, Set<FindingKind> kinds, String note) {
  private static final Set<FindingKind> ALL =
      Set.of(FindingKind.DATA_RACE, FindingKind.BARRIER_DIVERGENCE, FindingKind.MISSING_FENCE);
  private static final Set<FindingKind> UNSET =
      Set.of(FindingKind.UNINITIALIZED_READ, FindingKind.BARRIER_DIVERGENCE);
  private static final long LARGE = 4096;
  private static final String GRAPHS =
      "found where the buffers that were chosen hold a graph in CSR form, of two entries a row";
  private static final String PIPES = "found where the pipes that were chosen hold one packet";
  private static final Set<FindingKind> DIVERGENCE = Set.of(FindingKind.BARRIER_DIVERGENCE);

  /** Returns what a launch may be tried with. */
  static List<Variation> of(Defaults clean, Kernel kernel) {
    List<Variation> all = new ArrayList<>();
    boolean atomics = KernelUse.of(kernel).hasAtomics();
    if (clean.hasZeros() && !atomics) {
      addContents(all, clean, kernel);
      addGraphs(all, clean, kernel);
    }
    if (clean.hasIntegers() && KernelUse.of(kernel).hasShortIndices()) {
      addLarge(all, clean);
    }
    if (clean.hasPipes()) {
      all.add(new Variation(clean.withOnePacket(), UNSET, PIPES));
    }
    if (clean.hasIntegers()) {
      boolean places = atomics || KernelUse.of(kernel).hasNumberAddresses();
      addIntegers(all, clean, places ? DIVERGENCE : ALL, atomics);
    }
    return all;
  }

  private static void addContents(List<Variation> all, Defaults clean, Kernel kernel) {
    Set<FindingKind> told = KernelUse.of(kernel).hasDataAddresses() ? DIVERGENCE : ALL;
    Defaults counted = clean.with(Guess.Contents.COUNTED);
    all.add(new Variation(counted, told, contents("0, 1, 2, …")));
    Defaults mixed = clean.with(Guess.Contents.MIXED);
    all.add(new Variation(mixed, told, contents("small numbers in no order")));
    Defaults falling = clean.with(Guess.Contents.FALLING);
    all.add(new Variation(falling, told, contents("numbers that fall")));
  }

  private static void addGraphs(List<Variation> all, Defaults clean, Kernel kernel) {
    if (GraphBuffers.of(kernel).isEmpty()) {
      return;
    }
    Guess steps = clean.guess().with(Guess.Names.STEPS, OptionalLong.empty());
    for (Guess.Contents contents : List.of(Guess.Contents.GRAPH, Guess.Contents.FLAGGED_GRAPH)) {
      all.add(new Variation(clean.with(steps.with(contents)), ALL, GRAPHS));
    }
  }

  /** Sizes as images have them, in buffers with room for a row of work-items in each of as many. */
  private static void addLarge(List<Variation> all, Defaults clean) {
    if (clean.spec().global().size() > 2) {
      return;
    }
    long most = clean.spec().global().stream().reduce(1L, Math::max);
    long each = LARGE * most / Math.max(1, clean.items()) + 1;
    Defaults large = clean.with(clean.guess().withInteger(LARGE).withEach(each));
    all.add(new Variation(large, Set.of(FindingKind.OUT_OF_BOUNDS), integers(LARGE)));
  }

  /** Returns whether the launch's choices are no worse than those before. */
  boolean isAsGood(Report report) {
    return kinds.contains(FindingKind.OUT_OF_BOUNDS) || !Guess.isWorse(report);
  }

  /**
   * Returns whether a finding is told; one outside of a buffer only where the index did not fit
   * into its type.
   */
  private boolean isTold(Finding finding) {
    return kinds.contains(finding.kind())
        && (finding.kind() != FindingKind.OUT_OF_BOUNDS
            || finding.explanation().contains(" does not fit into "));
  }

  /** A work-group in which a guard bites is one that ends in no multiple of the local size. */
  private static void addIntegers(
      List<Variation> all, Defaults clean, Set<FindingKind> told, boolean one) {
    long part = NamedIntegers.part(clean.spec().global().getFirst());
    for (long integer : one ? new long[] {part} : new long[] {part, 0, 1}) {
      all.add(new Variation(clean.withInteger(integer), told, integers(integer)));
    }
  }

  private static String contents(String held) {
    return "found where the buffers and images that were chosen hold "
        + held
        + " and not zeros, which take all branches the same way";
  }

  private static String integers(long integer) {
    return "found where the integers that were chosen are "
        + integer
        + " and not the global size, by which kernels decide little";
  }

  /** Returns what is told of a report, with the note. */
  Report told(Report report) {
    List<Finding> findings =
        report.findings().stream()
            .filter(this::isTold)
            .map(f -> f.note().isEmpty() ? f.withNote(note) : f)
            .toList();
    return new Report(findings, report.benign(), report.compileNanos(), report.kernelNanos());
  }
}
