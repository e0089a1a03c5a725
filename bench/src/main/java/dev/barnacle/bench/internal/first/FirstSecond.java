package dev.barnacle.bench.internal.first;

import dev.barnacle.command.input.InputException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Measures the table of {@code bench --first-second}: each round of a step runs on one platform
 * after the other, so that what else the machine does meets all of them. What a step computes is
 * compared with Barnacle's.
 */
public final class FirstSecond {
  private static final long SECONDS = 120;
  private static final double WARM_UP_SCALE = 0.002;

  private final List<Step> steps;
  private final int repeats;
  private final double scale;

  /**
   * Makes a measurement.
   *
   * @param names the steps to run, of {@link #steps}; all if there are none
   * @param repeats rounds of each step
   * @param scale how many launches and calls a process makes, relative to the published tables
   */
  public FirstSecond(List<String> names, int repeats, double scale) {
    this.steps =
        Arrays.stream(Step.values())
            .filter(s -> names.isEmpty() || names.contains(s.id()))
            .toList();
    this.repeats = repeats;
    this.scale = scale;
  }

  /** Returns the names of the steps. */
  public static List<String> steps() {
    return Arrays.stream(Step.values()).map(Step::id).toList();
  }

  /**
   * Measures and prints.
   *
   * @param ours a folder for {@code OCL_ICD_VENDORS} that names Barnacle alone
   * @param libraries those of other platforms' drivers
   * @param notes gets sentences for people about platforms that are left out
   * @return whether no platform failed in any step
   * @throws InputException if there is no OpenCL loader
   */
  public boolean run(
      Path ours, List<String> libraries, PrintWriter out, boolean json, Consumer<String> notes) {
    try (CPrograms programs = CPrograms.compile()) {
      FirstProcess process = new FirstProcess(programs, SECONDS);
      List<Column> columns =
          platforms(ours, libraries, programs, process, notes).stream().map(Column::new).toList();
      FirstReport report = new FirstReport(out, json, columns);
      boolean fine = true;
      for (Step step : steps) {
        measure(step, columns, process, programs.folder().resolve("source.cl"));
        report.step(step);
        fine &= columns.stream().allMatch(column -> column.runs(step));
      }
      return fine;
    }
  }

  /** Returns the platforms that work, Barnacle first. */
  static List<Installed> platforms(
      Path ours,
      List<String> libraries,
      CPrograms programs,
      FirstProcess process,
      Consumer<String> notes) {
    List<Installed> all = new ArrayList<>();
    all.add(new Installed("Barnacle", ours));
    checkLoader(process, ours);
    for (String library : libraries) {
      Path vendors = Installed.alone(programs.folder(), library);
      FirstProcess.Told told = process.run(vendors, List.of("names"));
      String name = told.hasCrashed() ? library : told.words().get("platform");
      if (name == null) {
        notes.accept(library + " is left out: " + told.error().orElse("it has no platform"));
      } else {
        all.add(new Installed(shortName(name), vendors));
      }
    }
    if (all.size() == 1 && !libraries.isEmpty()) {
      notes.accept("no other OpenCL platform works, so there is nothing to compare with");
    }
    return all;
  }

  private static void checkLoader(FirstProcess process, Path ours) {
    process
        .run(ours, List.of("names"))
        .error()
        .filter(error -> error.contains("libOpenCL"))
        .ifPresent(
            error -> {
              throw new InputException(
                  "C programs need an OpenCL loader, such as Debian's ocl-icd-libopencl1: "
                      + error.replaceAll("\\s*error its process.*", ""));
            });
  }

  /** "PoCL, OpenCL 3.0 PoCL 3.1+debian Linux, None+Asserts, …" without what it was built with. */
  private static String shortName(String name) {
    return Stream.of(name.split(", ", -1))
        .limit(2)
        .collect(Collectors.joining(", "))
        .replaceAll(" +", " ")
        .strip();
  }

  private void measure(Step step, List<Column> columns, FirstProcess process, Path file) {
    if (step.isWarm()) {
      round(step, columns, process, file, WARM_UP_SCALE, false);
    }
    for (int repeat = 0; repeat < repeats; repeat++) {
      round(step, columns, process, file, scale, true);
    }
  }

  private static void round(
      Step step,
      List<Column> columns,
      FirstProcess process,
      Path file,
      double scale,
      boolean isKept) {
    Sources sources = step.sources();
    write(file, sources.text());
    List<List<String>> processes = step.processes(file, sources, scale);
    Map<Integer, String> sums = new HashMap<>();
    for (Column column : columns) {
      List<FirstProcess.Told> told = new ArrayList<>();
      for (int i = 0; i < processes.size() && column.runs(step); i++) {
        FirstProcess.Told answer = process.run(column.platform().vendors(), processes.get(i));
        told.add(answer);
        answer.error().ifPresent(why -> column.fail(step, why));
        String sum = answer.words().get("sum");
        if (sum != null && !sums.computeIfAbsent(i, at -> sum).equals(sum)) {
          column.fail(step, "its results differ");
        }
      }
      if (isKept && column.runs(step)) {
        column.add(step.times(told));
      }
    }
  }

  private static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new InputException("cannot write " + file + ": " + e.getMessage());
    }
  }
}
