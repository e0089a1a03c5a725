package dev.barnacle.cli.internal.check;

import dev.barnacle.cl.Kernel;
import dev.barnacle.cl.KernelParameter;
import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.watch.Report;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds the sizes that a kernel's buffers need with certain integers. Of sizes that a program may
 * have ({@link TightSizes}), these are the largest that is too small and the smallest that is
 * enough.
 */
final class SizeTrial {
  /** The size of a slip, in elements. */
  private static final long SLIP = 2;

  /** The largest buffer that is tried. */
  private static final long MOST_ELEMENTS = 1 << 22;

  private final Defaults roomy;
  private final Set<String> readOnly;
  private final Function<Defaults, Optional<Report>> launch;
  private final List<Long> sizes = new ArrayList<>();
  private final Map<Long, String> words = new LinkedHashMap<>();
  private final Set<Long> products = new HashSet<>();
  private final Map<String, Between> searches = new LinkedHashMap<>();
  private @Nullable Set<String> exact;

  /**
   * Prepares it.
   *
   * @param roomy a launch whose buffers are large enough
   * @param kernel its kernel
   * @param launch launches with other choices; empty where that can't be done, or takes long
   */
  SizeTrial(Defaults roomy, Kernel kernel, Function<Defaults, Optional<Report>> launch) {
    this.roomy = roomy;
    this.launch = launch;
    this.readOnly =
        kernel.parameters().stream()
            .filter(KernelParameter::isConst)
            .map(KernelParameter::name)
            .collect(Collectors.toSet());
  }

  /** Searches; returns whether it could be done, as the launch leaves no buffer that is large. */
  boolean run() {
    if (launch.apply(roomy).filter(r -> outside(r).isEmpty()).isEmpty()) {
      return false;
    }
    collectSizes();
    search();
    return true;
  }

  /** Returns the launch with large buffers. */
  Defaults roomy() {
    return roomy;
  }

  /** Returns the launch with buffers of these sizes. */
  Defaults with(Map<String, Long> counts) {
    return roomy.with(roomy.guess().with(counts));
  }

  /** Returns what a size is, in words. */
  String words(long size) {
    return words.getOrDefault(size, size + " elements");
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
    if (isOfThreeDimensions()) {
      for (int i = 0; i + 2 < extents.size(); i++) {
        addProduct(extents.get(i), extents.get(i + 1), extents.get(i + 2));
      }
    }
    products.addAll(words.keySet());
    long items = roomy.bufferItems();
    extents.forEach(e -> add(items * e.getValue(), e.getKey() + " for each work-item"));
    for (int each = 1; each < 4; each++) {
      add(each * items, each == 1 ? "one for each work-item" : each + " for each work-item");
    }
    sizes.addAll(new TreeSet<>(words.keySet()));
  }

  private boolean isOfThreeDimensions() {
    return roomy.spec().global().size() > 2;
  }

  @SafeVarargs
  private void addProduct(Map.Entry<String, Long>... factors) {
    long product = 1;
    List<String> names = new ArrayList<>();
    for (Map.Entry<String, Long> factor : factors) {
      product *= factor.getValue();
      names.add(factor.getKey());
    }
    add(product, String.join(" × ", names));
  }

  private void add(long size, String meaning) {
    if (size > 1 && size <= MOST_ELEMENTS) {
      words.putIfAbsent(size, meaning);
    }
  }

  /** Returns the integers that may be sizes. */
  List<Map.Entry<String, Long>> extents() {
    boolean rows = roomy.spec().global().size() > 1;
    Map<String, Long> integers = roomy.integers();
    return integers.entrySet().stream()
        .filter(
            e ->
                NamedIntegers.besideSizes(NamedIntegers.among(e.getKey(), integers.keySet()), rows)
                    .isEmpty())
        .toList();
  }

  private Set<String> left(Map<String, Long> counts) {
    return launch.apply(with(counts)).map(SizeTrial::outside).orElse(counts.keySet());
  }

  /** Returns the buffers that a launch has left. */
  static Set<String> outside(Report report) {
    Set<String> names = new HashSet<>();
    report.findings().stream()
        .filter(f -> f.kind() == FindingKind.OUT_OF_BOUNDS)
        .forEach(f -> names.add(f.object()));
    return names;
  }

  private void search() {
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
  }

  /** Returns for each buffer the largest size that is too small for it, if there is one. */
  Map<String, Long> tooSmall() {
    Map<String, Long> missed = new LinkedHashMap<>();
    searches.forEach(
        (name, search) -> {
          if (search.low() >= 0) {
            missed.put(name, sizes.get(search.low()));
          }
        });
    return missed;
  }

  /** Returns the buffers that need exactly as many elements as integers say, or a product. */
  Set<String> products() {
    Set<String> names = new HashSet<>(exact());
    names.removeIf(name -> !products.contains(sizes.get(high(name))));
    return names;
  }

  /** Returns the buffers that need exactly one of the sizes. */
  Set<String> exact() {
    if (exact == null) {
      Map<String, Long> less = new HashMap<>();
      for (String name : searches.keySet()) {
        if (high(name) < sizes.size()) {
          less.put(name, sizes.get(high(name)) - 1);
        }
      }
      exact = new HashSet<>(less.isEmpty() ? Set.of() : left(less));
      exact.retainAll(less.keySet());
    }
    return exact;
  }

  private int high(String name) {
    return Objects.requireNonNull(searches.get(name)).high();
  }

  /** Returns the largest product that is too small for a buffer; empty where all are enough. */
  Optional<Long> tooSmallProduct(String name) {
    return sizes.stream()
        .limit(Math.max(0, high(name)))
        .filter(products::contains)
        .reduce((a, b) -> b);
  }

  /** Returns whether a buffer's size is missed by a slip, by a row, or by a slice. */
  boolean isSlip(String name, long size) {
    if (isEnough(name, size + SLIP)) {
      return true;
    }
    Set<Long> rows = new TreeSet<>();
    extents().forEach(e -> rows.add(e.getValue()));
    if (roomy.spec().global().size() > 1) {
      rows.add(roomy.spec().global().getFirst());
    }
    if (isReadOnly(name) && borders().stream().anyMatch(b -> isBorder(name, size, b, rows))) {
      return true;
    }
    boolean row = rows.stream().anyMatch(r -> isBehind(name, size, r, 1 + SLIP));
    return row || (isOfThreeDimensions() && rows.stream().anyMatch(r -> isSlice(name, size, r)));
  }

  private boolean isReadOnly(String name) {
    return readOnly.contains(name);
  }

  /** Returns the widths of borders that were chosen. */
  private List<Long> borders() {
    return roomy.integers().entrySet().stream()
        .filter(e -> NamedIntegers.isBorder(e.getKey()))
        .map(Map.Entry::getValue)
        .filter(width -> width > SLIP)
        .toList();
  }

  /** Returns whether a buffer has a border on the one side only, of elements or of rows. */
  private boolean isBorder(String name, long size, long width, Set<Long> rows) {
    boolean elements = !isEnough(name, size + width - 1) && isEnough(name, size + width);
    return elements
        || (roomy.spec().global().size() > 1
            && rows.stream().anyMatch(row -> isBehind(name, size, width * row, width + SLIP)));
  }

  private boolean isSlice(String name, long size, long row) {
    return extents().stream()
        .map(Map.Entry::getValue)
        .anyMatch(other -> isBehind(name, size, row * other, row + other + SLIP));
  }

  /** Returns whether a buffer is left by a part of it, but for what borders leave out of that. */
  private boolean isBehind(String name, long size, long part, long border) {
    return 4 * part <= size
        && size % part == 0
        && !isEnough(name, size + part - border)
        && isEnough(name, size + part + SLIP);
  }

  private boolean isEnough(String name, long size) {
    return !left(Map.of(name, size)).contains(name);
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
}
