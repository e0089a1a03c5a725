package dev.barnacle.bench.internal.first;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Lines of the table that are measured together: a process or two on each platform, in turn. */
enum Step {
  START(FirstRow.FIRST_RESULT, FirstRow.NAMES),
  LAUNCHES(FirstRow.LAUNCH_2_5, FirstRow.LAUNCH_10001),
  BUILD(FirstRow.BUILD_NEW, FirstRow.BUILD_SEEN),
  MANY(FirstRow.MANY_NEW, FirstRow.MANY_SEEN),
  CALLS(FirstRow.QUEUED_1, FirstRow.CREATE_RELEASE);

  private static final int LAUNCH_COUNT = 20_000;
  private static final int CALL_COUNT = 10_000;
  private static final int ROUNDS = 9;

  /** The process's line in what the runner tells. */
  private static final String WHOLE = "whole";

  private final FirstRow first;
  private final FirstRow last;

  Step(FirstRow first, FirstRow last) {
    this.first = first;
    this.last = last;
  }

  /** Returns the name by which users choose it. */
  String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  List<FirstRow> rows() {
    return List.copyOf(EnumSet.range(first, last));
  }

  /** Returns whether caches are to have the program before the first round. */
  boolean isWarm() {
    return this == START || this == LAUNCHES || this == CALLS;
  }

  /** Returns the program in OpenCL C for one round of all platforms. */
  Sources sources() {
    return switch (this) {
      case START, LAUNCHES, CALLS -> Sources.KNOWN;
      case BUILD -> Sources.small();
      case MANY -> Sources.many();
    };
  }

  /** Returns the arguments of each process of a round. */
  List<List<String>> processes(Path file, Sources sources, double scale) {
    String source = file.toString();
    return switch (this) {
      case START -> List.of(List.of("result", source), List.of("names"));
      case LAUNCHES -> List.of(List.of("launches", source, scaled(LAUNCH_COUNT, scale)));
      case BUILD, MANY -> {
        List<String> build = new ArrayList<>(List.of("build", source));
        build.addAll(sources.kernels());
        yield List.of(build, build); // the second process finds what the first has left
      }
      case CALLS ->
          List.of(List.of("steady", source, scaled(CALL_COUNT, scale), String.valueOf(ROUNDS)));
    };
  }

  private static String scaled(int count, double scale) {
    return String.valueOf(Math.max(1, (int) (count * scale)));
  }

  /** Returns what a round's processes have told, by line; some may not have come to a line. */
  Map<FirstRow, Times> times(List<FirstProcess.Told> told) {
    Map<FirstRow, Times> times = new EnumMap<>(FirstRow.class);
    switch (this) {
      case START -> {
        Times first = time(told.get(0), "first");
        times.put(FirstRow.FIRST_RESULT, new Times(first.wall(), time(told.get(0), WHOLE).cpu()));
        times.put(FirstRow.NAMES, time(told.get(1), WHOLE));
      }
      case BUILD, MANY -> {
        times.put(first, time(told.get(0), "build"));
        times.put(last, time(told.get(1), "build"));
      }
      case LAUNCHES, CALLS -> {
        for (FirstRow row : rows()) {
          Times found = told.getFirst().times().get(row.id());
          if (found != null) {
            times.put(row, found);
          }
        }
      }
    }
    return times;
  }

  private static Times time(FirstProcess.Told told, String name) {
    Times found = told.times().get(name);
    if (found == null) {
      throw new IllegalStateException(name + " is missing in " + told);
    }
    return found;
  }
}
