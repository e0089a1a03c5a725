package dev.barnacle.cli.internal.check;

import dev.barnacle.cl.DataType;
import dev.barnacle.cl.Kernel;
import dev.barnacle.cl.KernelParameter;
import dev.barnacle.cl.analysis.AddressUse;
import dev.barnacle.cl.analysis.KernelUse;
import dev.barnacle.cli.internal.launch.ArgumentSpec;
import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.watch.Finding;
import dev.barnacle.watch.Report;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;

/**
 * Looks for accesses just behind a buffer that has as many elements as a program's would. The
 * buffers that a check chooses are four times as large as most kernels need, so that {@code s[i +
 * 1]} or {@code if (i <= n)} stay inside.
 *
 * <p>A size is one that a program may have: an element, two or three for each work-item; as many as
 * an integer says; the product of that with itself or with the number of work-items. A kernel that
 * leaves a buffer of such a size by one element or two, or by a row or slice of what has these, has
 * missed it; one that leaves it farther has a buffer of another size. What holds places in other
 * memory (such as the first element of each row of a sparse matrix) often has one element more;
 * that is told beside what is clean. A list to which work-items append by an atomic counter has as
 * many elements as a capacity says, and may be left by any distance. So may a buffer that needs the
 * product of integers where these are the whole NDRange, or all alike, and nothing of the kind
 * where they are not.
 */
final class TightSizes {
  private final Kernel kernel;
  private final Defaults clean;
  private final Function<Defaults, Optional<Report>> launch;
  private final Map<String, String> doubts = new LinkedHashMap<>();

  /** A launch that leaves a tight buffer. */
  record Found(Defaults defaults, Report report) {}

  /**
   * Prepares it.
   *
   * @param clean what was chosen for a launch that is clean
   * @param launch launches with other choices, once; empty where that can't be done, or takes long
   */
  TightSizes(Kernel kernel, Defaults clean, Function<Defaults, Optional<Report>> launch) {
    this.kernel = kernel;
    this.clean = clean;
    this.launch = launch;
  }

  /** Returns the first launch that leaves a tight buffer by a slip. */
  Optional<Found> find() {
    if (clean.counts().isEmpty()) {
      return Optional.empty();
    }
    long most = clean.spec().global().getFirst();
    List<Guess> guesses = new ArrayList<>();
    guesses.add(clean.guess().with(Guess.Names.SIZES, OptionalLong.empty()));
    if (clean.hasIntegers() && most >= 4) {
      guesses.add(clean.guess().with(Guess.Names.SIZES, OptionalLong.of(NamedIntegers.part(most))));
    }
    List<SizeTrial> trials = new ArrayList<>();
    for (Guess guess : guesses) {
      SizeTrial trial = new SizeTrial(clean.with(guess), kernel, launch);
      if (trial.run()) {
        trials.add(trial);
        Optional<Found> found = slips(trial);
        if (found.isPresent()) {
          return found;
        }
      }
    }
    Optional<Found> found =
        trials.size() == 2 ? parts(trials.getFirst(), trials.getLast()) : Optional.empty();
    return found.isPresent() ? found : appended();
  }

  /** Returns what leaves buffers that are tight by a slip. */
  private Optional<Found> slips(SizeTrial trial) {
    Map<String, Long> missed = trial.tooSmall();
    missed.entrySet().removeIf(entry -> !trial.isSlip(entry.getKey(), entry.getValue()));
    tellPlaces(missed, trial);
    return told(missed, trial);
  }

  private Optional<Found> told(Map<String, Long> missed, SizeTrial trial) {
    Map<String, String> words = new HashMap<>();
    missed.forEach((name, size) -> words.put(name, trial.words(size)));
    return missed.isEmpty() ? Optional.empty() : told(trial.with(missed), words);
  }

  /**
   * Returns what leaves buffers that need as much as integers say only where these are all of the
   * NDRange, or all alike: where others are guarded, or where the product of different ones is too
   * small.
   *
   * @param whole a trial with integers of the global size
   * @param part one with smaller ones
   */
  private Optional<Found> parts(SizeTrial whole, SizeTrial part) {
    if (part.products().isEmpty()) {
      return Optional.empty();
    }
    Set<String> unguarded = whole.products();
    unguarded.removeAll(part.exact());
    Optional<Found> found = told(products(unguarded, part), part);
    return found.isPresent() ? found : unequal(part);
  }

  private Optional<Found> unequal(SizeTrial part) {
    Optional<Defaults> others = new UnequalIntegers(kernel, part).defaults();
    if (others.isEmpty()) {
      return Optional.empty();
    }
    SizeTrial trial = new SizeTrial(others.get(), kernel, launch);
    if (!trial.run()) {
      return Optional.empty();
    }
    Set<String> wrong = part.products();
    wrong.removeAll(trial.exact());
    return told(products(wrong, trial), trial);
  }

  private static Map<String, Long> products(Set<String> names, SizeTrial trial) {
    Map<String, Long> missed = new LinkedHashMap<>();
    names.forEach(name -> trial.tooSmallProduct(name).ifPresent(size -> missed.put(name, size)));
    return missed;
  }

  /** Leaves buffers out that hold places and may well have an element more. */
  private void tellPlaces(Map<String, Long> missed, SizeTrial trial) {
    if (missed.isEmpty()) {
      return;
    }
    AddressUse use = KernelUse.of(kernel).addresses();
    for (KernelParameter parameter : kernel.parameters()) {
      String name = parameter.name();
      boolean integers = !ObjectWords.type(parameter).map(TightSizes::isFloat).orElse(true);
      boolean places = use.places().contains(name) || GraphBuffers.isOffsets(parameter);
      Long size = missed.get(name);
      if (size != null && integers && places) {
        missed.remove(name);
        doubts.putIfAbsent(
            name, "'" + name + "' is accessed behind " + size + " elements, " + trial.words(size));
      }
    }
  }

  /** Returns what is not clear: what is read behind buffers that may have an element more. */
  List<String> doubts() {
    return List.copyOf(doubts.values());
  }

  private Optional<Found> appended() {
    List<String> capacities =
        clean.integers().keySet().stream().filter(NamedIntegers::isCapacity).toList();
    if (capacities.size() != 1 || !KernelUse.of(kernel).hasAtomics()) {
      return Optional.empty();
    }
    Guess guess = clean.guess().with(Guess.Names.CAPACITIES, OptionalLong.empty());
    Defaults roomy = clean.with(guess);
    Optional<Report> report = launch.apply(roomy).filter(r -> SizeTrial.outside(r).isEmpty());
    Long capacity = roomy.integers().get(capacities.getFirst());
    if (report.isEmpty() || capacity == null) {
      return Optional.empty();
    }
    Map<String, Long> counts = new LinkedHashMap<>();
    KernelUse.of(kernel).addresses().appended().stream()
        .filter(roomy.counts()::containsKey)
        .forEach(name -> counts.put(name, capacity));
    Map<String, String> words = new HashMap<>();
    counts.keySet().forEach(name -> words.put(name, "as many as " + capacities.getFirst()));
    boolean several = NamedIntegers.isPerList(capacities.getFirst());
    return counts.isEmpty() || (several && isGuarded(roomy, capacities.getFirst(), counts.keySet()))
        ? Optional.empty()
        : told(clean.with(guess.with(counts)), words);
  }

  /**
   * Returns whether the capacity of each of several lists matters: with one that is more than all
   * work-items need, one list of what they need is left. (Which list is the first one used is not
   * known: where that is another than the first, this is so too.)
   */
  private boolean isGuarded(Defaults roomy, String capacity, Set<String> lists) {
    long items = roomy.items();
    Map<String, Long> counts = new HashMap<>();
    lists.forEach(name -> counts.put(name, items));
    ArgumentSpec more = UnequalIntegers.value(kernel, capacity, items + 1);
    return launch
        .apply(roomy.with(roomy.guess().with(counts)).with(Map.of(capacity, more)))
        .map(report -> !Collections.disjoint(SizeTrial.outside(report), lists))
        .orElse(true);
  }

  /** Launches with tight buffers and tells what leaves them. */
  private Optional<Found> told(Defaults tight, Map<String, String> words) {
    return launch
        .apply(tight)
        .map(
            report -> {
              List<Finding> findings =
                  report.findings().stream()
                      .filter(f -> f.kind() == FindingKind.OUT_OF_BOUNDS)
                      .filter(f -> words.containsKey(f.object()))
                      .map(f -> f.withNote(note(f.object(), tight, words)))
                      .toList();
              return new Report(
                  findings, report.benign(), report.compileNanos(), report.kernelNanos());
            })
        .filter(report -> !report.isClean())
        .map(report -> new Found(tight, report));
  }

  private static String note(String name, Defaults tight, Map<String, String> words) {
    return "assumed: '"
        + name
        + "' has "
        + tight.guess().counts().get(name)
        + " elements, "
        + words.get(name)
        + "; if it has more, say so: --arg "
        + name
        + "=TYPE[COUNT]";
  }

  private static boolean isFloat(DataType type) {
    return type.scalar().isFloat();
  }
}
