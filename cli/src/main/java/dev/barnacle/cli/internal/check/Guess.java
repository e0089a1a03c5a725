package dev.barnacle.cli.internal.check;

import dev.barnacle.cl.Kernel;
import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.watch.Finding;
import dev.barnacle.watch.Report;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The defaults for sizes that only the author of a kernel knows. Because of a guess, a kernel may
 * leave memory, divide by zero, or give a built-in function what it does not take. That says that
 * the guess was bad, not that the kernel is wrong. So there are further ones: of more memory, of
 * integers that are what their names say, and then of smaller ones.
 *
 * @param each elements of a buffer or of local memory for each work-item
 * @param integer what an integer is; empty for the global size
 * @param zeroStructs whether structs are zeros; else integers
 * @param names what is made of the names of integers
 * @param contents what buffers hold
 * @param rising whether floating-point numbers are what number of parameter they are, so that a
 *     lower bound before an upper one is less; else they are 1
 * @param counts elements of the buffers of some parameters, in place of those for each work-item
 */
record Guess(
    long each,
    OptionalLong integer,
    boolean zeroStructs,
    Names names,
    Contents contents,
    boolean rising,
    Map<String, Long> counts) {
  /** The contents of the buffers and images that are chosen. */
  enum Contents {
    /** Zeros. */
    ZEROS,
    /** 0, 1, 2, … where they are of integers; else zeros. */
    COUNTED_INTEGERS,
    /** 0, 1, 2, … */
    COUNTED,
    /** Small numbers in no order, none of them zero. */
    MIXED,
    /** Numbers that fall, so that what comes later is less. */
    FALLING,
    /** A graph in CSR form, and −1 or 0, which stand for what has not been reached. */
    GRAPH,
    /** A graph in CSR form, and flags: 0 or 1. */
    FLAGGED_GRAPH
  }

  /** The meanings of integers' names ({@link NamedIntegers}). */
  enum Names {
    /** Nothing. */
    NOTHING,
    /** That it is a place, or something small. */
    PLACES,
    /** That it is the distance of two rows: these are far from each other then. */
    ROWS,
    /** That it is the size of a work-group. */
    GROUPS,
    /** That it is a place, which is 0, something small, or the width of a border, which is not. */
    SIZES,
    /** Nothing but that it counts steps, which begin with 0. */
    STEPS,
    /** The same as of sizes, and that it is a capacity, which is half of what there could be. */
    CAPACITIES
  }

  /** The first one. */
  static final Guess FIRST = new Guess(4, OptionalLong.empty());

  /** The findings that make another guess no better, whatever else it finds. */
  static final Set<FindingKind> WORSE =
      Collections.unmodifiableSet(
          EnumSet.of(
              FindingKind.OUT_OF_BOUNDS,
              FindingKind.NO_PROGRESS,
              FindingKind.TIMEOUT,
              FindingKind.DIVISION_BY_ZERO));

  private static final long[] MORE = {64, 1024};
  private static final long[] FEWER = {16, 4, 1};

  private static final Guess ZERO_STRUCTS =
      new Guess(
          FIRST.each(), OptionalLong.empty(), true, Names.NOTHING, Contents.ZEROS, false, Map.of());

  private static final Guess RISING =
      new Guess(
          FIRST.each(), OptionalLong.empty(), false, Names.NOTHING, Contents.ZEROS, true, Map.of());

  /** Rows that are too near each other overlap: what work-items write there are races. */
  static final Guess ROWS = named(MORE[0], Names.ROWS);

  /** A work-group is not as large as all: it leaves memory unset, or ends at other barriers. */
  private static final Guess GROUPS = named(FIRST.each(), Names.GROUPS);

  /** The findings that show that a number of a group's work-items is taken for another. */
  private static final Set<FindingKind> OF_GROUPS =
      Set.of(
          FindingKind.UNINITIALIZED_READ,
          FindingKind.DATA_RACE,
          FindingKind.BARRIER_DIVERGENCE,
          FindingKind.OUT_OF_BOUNDS);

  private static Guess named(long each, Names names) {
    return new Guess(each, OptionalLong.empty(), false, names, Contents.ZEROS, false, Map.of());
  }

  private Guess(long each, OptionalLong integer) {
    this(each, integer, false, Names.NOTHING, Contents.ZEROS, false, Map.of());
  }

  /** Returns the guesses behind the first one, in order. */
  private static List<Guess> others() {
    List<Guess> guesses = new ArrayList<>();
    for (long each : MORE) {
      guesses.add(new Guess(each, OptionalLong.empty()));
    }
    guesses.addAll(integers());
    guesses.add(ZERO_STRUCTS);
    return guesses;
  }

  private static List<Guess> integers() {
    List<Guess> guesses = new ArrayList<>();
    guesses.add(named(MORE[0], Names.PLACES));
    for (long integer : FEWER) {
      guesses.add(new Guess(MORE[0], OptionalLong.of(integer)));
    }
    return guesses;
  }

  /** Returns the same with buffers that hold something else. */
  Guess with(Contents others) {
    return new Guess(each, integer, zeroStructs, names, others, rising, counts);
  }

  /** Returns the same with so many elements of memory for each work-item. */
  Guess withEach(long elements) {
    return new Guess(elements, integer, zeroStructs, names, contents, rising, counts);
  }

  /** Returns the same with other integers. */
  Guess withInteger(long other) {
    return new Guess(each, OptionalLong.of(other), zeroStructs, names, contents, rising, counts);
  }

  /** Returns the same with other integers, by their names. */
  Guess with(Names others, OptionalLong other) {
    return new Guess(each, other, zeroStructs, others, contents, rising, counts);
  }

  /** Returns the same with buffers of so many elements. */
  Guess with(Map<String, Long> elements) {
    return new Guess(each, integer, zeroStructs, names, contents, rising, elements);
  }

  /**
   * Returns the guesses that may keep a kernel from leaving objects, from dividing by zero, from
   * invalid arguments, from a loop without an end, or from rows that overlap. Who leaves arguments
   * that the user gave is wrong.
   *
   * @param chosen what was chosen for the first run
   */
  static List<Guess> after(Report report, Defaults chosen, Kernel kernel) {
    List<Guess> guesses = new ArrayList<>();
    if (chosen.hasGroupSizes() && !Collections.disjoint(kinds(report), OF_GROUPS)) {
      guesses.add(GROUPS);
    }
    if (chosen.hasRows() && kinds(report).contains(FindingKind.DATA_RACE)) {
      guesses.add(ROWS);
    }
    guesses.addAll(after(report, chosen.given(kernel), chosen.isStructGuessed()));
    return guesses;
  }

  private static List<Guess> after(Report report, Set<String> given, boolean structs) {
    if (structs && kinds(report).contains(FindingKind.NO_PROGRESS)) {
      return List.of(ZERO_STRUCTS);
    }
    List<Finding> outside =
        report.findings().stream().filter(f -> f.kind() == FindingKind.OUT_OF_BOUNDS).toList();
    boolean toBlame =
        !outside.isEmpty() && outside.stream().noneMatch(f -> given.contains(f.object()));
    if (toBlame) {
      return others();
    }
    Set<FindingKind> kinds = kinds(report);
    if (!outside.isEmpty()) {
      return List.of();
    }
    List<Guess> guesses = new ArrayList<>();
    if (kinds.contains(FindingKind.INVALID_ARGUMENT)) {
      guesses.add(RISING);
    }
    if (!guesses.isEmpty() || kinds.contains(FindingKind.DIVISION_BY_ZERO)) {
      guesses.addAll(integers());
    }
    if (kinds.contains(FindingKind.DIVISION_BY_ZERO)) {
      guesses.add(FIRST.with(Contents.MIXED));
    }
    return guesses;
  }

  /**
   * Returns whether a second run, with this guess, is better: it leaves no object, divides by no
   * zero, comes to its end, and has what else the first had. Where that had nothing of these but
   * invalid arguments, it has none; where rows are farther from each other, it has no races; where
   * integers are a work-group's size, it has nothing.
   */
  boolean isBetter(Report second, Report first) {
    if (names == Names.GROUPS) {
      return second.isClean();
    }
    if (names == Names.ROWS) {
      return !isWorse(second) && !kinds(second).contains(FindingKind.DATA_RACE);
    }
    Set<FindingKind> lost = kinds(first);
    lost.retainAll(Set.of(FindingKind.DATA_RACE, FindingKind.BARRIER_DIVERGENCE));
    lost.removeAll(kinds(second));
    boolean same = !isWorse(first) && kinds(second).contains(FindingKind.INVALID_ARGUMENT);
    return lost.isEmpty() && !isWorse(second) && !same;
  }

  /** Returns whether a run left an object, divided by zero or did not come to its end. */
  static boolean isWorse(Report second) {
    return !Collections.disjoint(kinds(second), WORSE);
  }

  private static Set<FindingKind> kinds(Report report) {
    Set<FindingKind> kinds = new HashSet<>();
    for (Finding finding : report.findings()) {
      kinds.add(finding.kind());
    }
    return kinds;
  }
}
