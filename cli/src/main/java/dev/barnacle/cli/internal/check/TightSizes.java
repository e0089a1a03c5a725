package dev.barnacle.cli.internal.check;

import dev.barnacle.cl.DataType;
import dev.barnacle.cl.Kernel;
import dev.barnacle.cl.KernelParameter;
import dev.barnacle.cl.analysis.AddressUse;
import dev.barnacle.cl.analysis.KernelUse;
import dev.barnacle.watch.Finding;
import dev.barnacle.watch.FindingKind;
import dev.barnacle.watch.Report;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Looks for accesses just behind a buffer that has as many elements as a program's would. The
 * buffers that a check chooses are four times as large as most kernels need, so that {@code s[i +
 * 1]} or {@code if (i <= n)} stay inside.
 *
 * <p>A size is one that a program may have: an element, two or three for each work-item; as many as
 * an integer says; the product of that with itself or with the number of work-items. A kernel that
 * leaves a buffer of such a size by one element or two, or by a row of what has rows, has missed
 * it; one that leaves it farther has a buffer of another size. What holds places in other memory
 * (such as the first element of each row of a sparse matrix) often has one element more; that is
 * told beside what is clean. A list to which work-items append by an atomic counter has as many
 * elements as a capacity says, and may be left by any distance.
 */
final class TightSizes {
  /** What a slip is, in elements. */
  private static final long SLIP = 2;

  /** The largest buffer that is tried. */
  private static final long MOST_ELEMENTS = 1 << 22;

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
    for (Guess guess : guesses) {
      Optional<Found> found = new Trial(clean.with(guess)).find();
      if (found.isPresent()) {
        return found;
      }
    }
    return appended();
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
    Optional<Report> report = launch.apply(roomy).filter(r -> outside(r).isEmpty());
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
    return counts.isEmpty() ? Optional.empty() : told(clean.with(guess.with(counts)), words);
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

  private static Set<String> outside(Report report) {
    Set<String> names = new HashSet<>();
    report.findings().stream()
        .filter(f -> f.kind() == FindingKind.OUT_OF_BOUNDS)
        .forEach(f -> names.add(f.object()));
    return names;
  }

  /** Tight sizes with certain integers. */
  private final class Trial {
    private final Defaults roomy;
    private final List<Long> sizes = new ArrayList<>();
    private final Map<Long, String> words = new LinkedHashMap<>();
    private final long items;

    Trial(Defaults roomy) {
      this.roomy = roomy;
      this.items = roomy.bufferItems();
    }

    Optional<Found> find() {
      if (launch.apply(roomy).filter(r -> outside(r).isEmpty()).isEmpty()) {
        return Optional.empty();
      }
      collectSizes();
      Map<String, Long> missed = missed();
      missed.entrySet().removeIf(entry -> !isSlip(entry.getKey(), entry.getValue()));
      tellPlaces(missed);
      if (missed.isEmpty()) {
        return Optional.empty();
      }
      Map<String, String> told = new HashMap<>();
      missed.forEach((name, size) -> told.put(name, words.get(size)));
      return told(with(missed), told);
    }

    private void collectSizes() {
      List<Map.Entry<String, Long>> extents = extents();
      extents.forEach(e -> add(e.getValue(), "as many as " + e.getKey()));
      for (int i = 0; i < extents.size(); i++) {
        for (int j = i + 1; j < extents.size(); j++) {
          addProduct(extents.get(i), extents.get(j));
        }
      }
      extents.forEach(e -> addProduct(e, e));
      extents.forEach(e -> add(items * e.getValue(), e.getKey() + " for each work-item"));
      for (int each = 1; each < 4; each++) {
        add(each * items, each == 1 ? "one for each work-item" : each + " for each work-item");
      }
      sizes.addAll(new TreeSet<>(words.keySet()));
    }

    private void addProduct(Map.Entry<String, Long> one, Map.Entry<String, Long> other) {
      add(one.getValue() * other.getValue(), one.getKey() + " × " + other.getKey());
    }

    private void add(long size, String meaning) {
      if (size > 1 && size <= MOST_ELEMENTS) {
        words.putIfAbsent(size, meaning);
      }
    }

    /** The integers that may be sizes. */
    private List<Map.Entry<String, Long>> extents() {
      boolean rows = roomy.spec().global().size() > 1;
      return roomy.integers().entrySet().stream()
          .filter(e -> NamedIntegers.besideSizes(e.getKey(), rows).isEmpty())
          .toList();
    }

    private Defaults with(Map<String, Long> counts) {
      return roomy.with(roomy.guess().with(counts));
    }

    private Set<String> left(Map<String, Long> counts) {
      return launch.apply(with(counts)).map(TightSizes::outside).orElse(counts.keySet());
    }

    /** Returns for each buffer the largest size that is too small for it, if there is one. */
    private Map<String, Long> missed() {
      Map<String, Between> searches = new LinkedHashMap<>();
      roomy
          .counts()
          .forEach(
              (name, count) -> {
                int enough = (int) sizes.stream().filter(size -> size < count).count();
                searches.put(name, new Between(-1, enough));
              });
      while (searches.values().stream().anyMatch(Between::isOpen)) {
        Map<String, Long> counts = new HashMap<>();
        searches.forEach(
            (name, search) -> {
              if (search.isOpen()) {
                counts.put(name, sizes.get(search.middle()));
              }
            });
        Set<String> left = left(counts);
        searches.replaceAll(
            (name, search) -> search.isOpen() ? search.after(left.contains(name)) : search);
      }
      Map<String, Long> missed = new LinkedHashMap<>();
      searches.forEach(
          (name, search) -> {
            if (search.low() >= 0) {
              missed.put(name, sizes.get(search.low()));
            }
          });
      return missed;
    }

    /** Returns whether a buffer's size is missed by a slip, or by a row. */
    private boolean isSlip(String name, long size) {
      if (isEnough(name, size + SLIP)) {
        return true;
      }
      Set<Long> rows = new TreeSet<>();
      extents().forEach(e -> rows.add(e.getValue()));
      if (roomy.spec().global().size() > 1) {
        rows.add(roomy.spec().global().getFirst());
      }
      return rows.stream()
          .filter(row -> 4 * row <= size && size % row == 0)
          .anyMatch(row -> !isEnough(name, size + row - 1) && isEnough(name, size + row + SLIP));
    }

    private boolean isEnough(String name, long size) {
      return !left(Map.of(name, size)).contains(name);
    }

    /** Leaves buffers out that hold places and may well have an element more. */
    private void tellPlaces(Map<String, Long> missed) {
      if (missed.isEmpty()) {
        return;
      }
      AddressUse use = KernelUse.of(kernel).addresses();
      for (KernelParameter parameter : kernel.parameters()) {
        String name = parameter.name();
        boolean integers = !ObjectWords.type(parameter).map(TightSizes::isFloat).orElse(true);
        Long size = missed.get(name);
        if (size != null && integers && use.places().contains(name)) {
          missed.remove(name);
          doubts.putIfAbsent(
              name, "'" + name + "' is accessed behind " + size + " elements, " + words.get(size));
        }
      }
    }
  }

  /**
   * A search among the sizes.
   *
   * @param low the largest that is known to be too small, or −1
   * @param high the smallest that is known to be enough
   */
  private record Between(int low, int high) {
    boolean isOpen() {
      return high - low > 1;
    }

    int middle() {
      return (low + high) / 2;
    }

    Between after(boolean tooSmall) {
      return tooSmall ? new Between(middle(), high) : new Between(low, middle());
    }
  }

  private static boolean isFloat(DataType type) {
    return type.scalar().isFloat();
  }
}
