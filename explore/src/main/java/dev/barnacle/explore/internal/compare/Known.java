package dev.barnacle.explore.internal.compare;

import dev.barnacle.explore.Distinction.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The programs that were found to show a difference. A program is not minimal if one of them is a
 * part of it: some of its operations, in the same order and the same places, that say no less.
 */
public final class Known {
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Program(Shape shape, List<Label> labels, int[] regions, Placement placement) {}

  private final List<Program> programs = new ArrayList<>();

  /** Nothing is known yet. */
  public Known() {}

  /** Takes note of a program whose choices are all made. */
  void add(PartialExecution partial) {
    List<Label> labels = new ArrayList<>();
    for (int i = 0; i < partial.shape.size(); i++) {
      labels.add(partial.label(i));
    }
    programs.add(
        new Program(partial.shape, labels, partial.regions.clone(), partial.placements.get(0)));
  }

  /** The ways in which programs known so far may be parts of programs of a shape. */
  Parts in(Shape shape, Vocabulary vocabulary) {
    Parts parts = new Parts(this, shape, vocabulary);
    parts.update();
    return parts;
  }

  /** The parts of programs of one shape that may be known programs. */
  static final class Parts {
    /**
     * The positions of the operations, locations and threads of a known program, and its labels.
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Part(
        Program program, int[] operations, int[] locations, int[] threads, long[] labels) {}

    private final Known known;
    private final Shape shape;
    private final Vocabulary vocabulary;
    private final List<Part> parts = new ArrayList<>();
    private int seen;

    private Parts(Known known, Shape shape, Vocabulary vocabulary) {
      this.known = known;
      this.shape = shape;
      this.vocabulary = vocabulary;
    }

    /** Takes note of what was found since. */
    private void update() {
      for (; seen < known.programs.size(); seen++) {
        Program program = known.programs.get(seen);
        if (program.shape.size() <= shape.size()) {
          int[] operations = new int[program.shape.size()];
          int[] locations = fresh(program.shape.locations());
          int[] threads = fresh(program.shape.threads());
          place(new Part(program, operations, locations, threads, new long[operations.length]), 0);
        }
      }
    }

    private static int[] fresh(int n) {
      int[] none = new int[n];
      Arrays.fill(none, -1);
      return none;
    }

    /** Finds a place for the operations of a program from one on. */
    private void place(Part part, int i) {
      Shape small = part.program.shape;
      if (i == small.size()) {
        parts.add(
            new Part(
                part.program,
                part.operations.clone(),
                part.locations.clone(),
                part.threads.clone(),
                part.labels.clone()));
        return;
      }
      int thread = small.thread(i);
      boolean first = i == small.starts()[thread];
      for (int e = first ? 0 : part.operations[i - 1] + 1; e < shape.size(); e++) {
        int there = shape.thread(e);
        if (first ? isTaken(part.threads, there) : there != part.threads[thread]) {
          continue;
        }
        long labels = atLeast(part.program.labels.get(i), small.kinds()[i], shape.kinds()[e]);
        int l = small.location()[i];
        int before = l < 0 ? -1 : part.locations[l];
        if (labels == 0 || !fits(part, l, before, shape.location()[e])) {
          continue;
        }
        part.operations[i] = e;
        part.labels[i] = labels;
        if (first) {
          part.threads[thread] = there;
        }
        if (l >= 0) {
          part.locations[l] = shape.location()[e];
        }
        place(part, i + 1);
        if (l >= 0) {
          part.locations[l] = before;
        }
        if (first) {
          part.threads[thread] = -1;
        }
      }
    }

    private static boolean isTaken(int[] taken, int thread) {
      return Arrays.stream(taken).anyMatch(t -> t == thread);
    }

    private static boolean fits(Part part, int location, int before, int there) {
      if (location < 0) {
        return there < 0;
      }
      return before < 0 ? !isTaken(part.locations, there) : before == there;
    }

    /** The labels of a kind that say no less than one of a kind; 0 where the kinds don't fit. */
    private long atLeast(Label label, Kind own, Kind kind) {
      boolean half = kind == Kind.EXCHANGE && (own == Kind.LOAD || own == Kind.STORE);
      if (own != kind && !half) {
        return 0;
      }
      long labels = 0;
      List<Label> all = vocabulary.labels(kind);
      for (int k = 0; k < all.size(); k++) {
        Label other = half ? all.get(k).half(own) : all.get(k);
        labels |= label.equals(other) || label.isWeakerThan(other) ? 1L << k : 0;
      }
      return labels;
    }

    /** Returns whether a part of every program that may come of it is known. */
    boolean isAnyIn(PartialExecution partial) {
      update();
      for (int p = 0; p < parts.size(); p++) {
        if (isIn(parts.get(p), partial)) {
          return true;
        }
      }
      return false;
    }

    private static boolean isIn(Part part, PartialExecution partial) {
      for (int i = 0; i < part.operations.length; i++) {
        if ((partial.labels[part.operations[i]] & ~part.labels[i]) != 0) {
          return false;
        }
      }
      for (int l = 0; l < part.locations.length; l++) {
        if (partial.regions[part.locations[l]] != part.program.regions[l]) {
          return false;
        }
      }
      for (Placement placement : partial.placements) {
        if (!placement.isAs(part.program.placement, part.threads)) {
          return false;
        }
      }
      return true;
    }
  }
}
