package dev.barnacle.simd.internal.plan.cost;

import dev.barnacle.llvm.machine.X86;
import dev.barnacle.simd.internal.cpu.TargetCpu;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.StringTokenizer;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The cycles that operations take on a family of processors, read from a resource. {@code
 * CostTableTool}, among the tests, writes such files: it measures them, or asks LLVM's model of a
 * processor.
 *
 * @param name of the family, such as {@code zen4-512}
 * @param vectorBits the width of a register
 * @param registers how many there are for vectors
 * @param width the instructions that begin in a cycle
 * @param jump the cycles lost at the end of a turn that goes by what was computed
 * @param mixed the part of their cycles that sums and products take together
 * @param entries what each kind of operation takes
 */
public record CostTable(
    String name,
    int vectorBits,
    int registers,
    double width,
    double jump,
    double mixed,
    Map<CostKind, Entry> entries) {
  private static final Map<String, CostTable> READ = new ConcurrentHashMap<>();

  /**
   * The cycles of an operation on one full register, or, of kinds of lanes, on one lane.
   *
   * @param latency the cycles until its result is there
   * @param busy the cycles that it keeps the processor from others of its kind
   */
  public record Entry(double latency, double busy) {}

  /** Makes a copy of the map. */
  public CostTable {
    entries = Map.copyOf(entries);
  }

  /** Returns the table of a processor's family. */
  public static CostTable of(TargetCpu target) {
    return READ.computeIfAbsent(family(target), CostTable::read);
  }

  private static String family(TargetCpu target) {
    if (!(target.family() instanceof X86)) {
      return target.vectorBits() > 128 ? "sve" : "neon";
    }
    String maker = target.tune().startsWith("znver") ? "zen4" : "x86";
    return maker + "-" + Math.max(128, target.vectorBits());
  }

  /** Returns what an operation takes. */
  public Entry of(CostKind kind) {
    return Objects.requireNonNull(entries.get(kind), kind::word);
  }

  private static CostTable read(String name) {
    try (InputStream in = CostTable.class.getResourceAsStream("costs/" + name + ".txt")) {
      return parse(name, new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Reads a table: lines of a name and numbers; {@code #} begins a comment.
   *
   * @throws IllegalArgumentException if a row is missing or unknown
   */
  static CostTable parse(String name, String text) {
    Map<String, double[]> rows = new ConcurrentHashMap<>();
    text.lines().filter(l -> !l.isBlank() && !l.startsWith("#")).forEach(l -> row(l, rows));
    Map<CostKind, Entry> entries = new EnumMap<>(CostKind.class);
    for (CostKind kind : CostKind.values()) {
      double[] row = take(rows, name, kind.word(), 2);
      entries.put(kind, new Entry(row[0], row[1]));
    }
    CostTable table =
        new CostTable(
            name,
            (int) take(rows, name, "bits", 1)[0],
            (int) take(rows, name, "registers", 1)[0],
            take(rows, name, "width", 1)[0],
            take(rows, name, "jump", 1)[0],
            take(rows, name, "mixed", 1)[0],
            entries);
    if (!rows.isEmpty()) {
      throw new IllegalArgumentException(name + ": unknown rows " + rows.keySet());
    }
    return table;
  }

  private static void row(String line, Map<String, double[]> rows) {
    List<String> words =
        Collections.list(new StringTokenizer(line)).stream().map(String.class::cast).toList();
    rows.put(words.getFirst(), words.stream().skip(1).mapToDouble(Double::parseDouble).toArray());
  }

  private static double[] take(Map<String, double[]> rows, String name, String word, int count) {
    double[] row = rows.remove(word);
    if (row == null || row.length != count) {
      throw new IllegalArgumentException(name + ": no row '" + word + "' of " + count);
    }
    return row;
  }
}
