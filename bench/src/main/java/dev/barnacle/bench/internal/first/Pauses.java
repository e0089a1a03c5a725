package dev.barnacle.bench.internal.first;

import dev.barnacle.command.input.InputException;
import dev.barnacle.command.json.JsonLine;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Measures the table of {@code bench --pauses}: a kernel of about a millisecond is launched again
 * and again with a pause before each launch. The median launch over the best one says whether all
 * processors take part in most of them, or only in some.
 */
public final class Pauses {
  private static final long SECONDS = 300;
  private static final int LAUNCHES = 400;
  private static final double MS = 1e6;
  private static final List<Integer> MICROS = List.of(0, 200, 2000, 20_000);

  private final int repeats;
  private final double scale;
  private final boolean busy;

  /**
   * Makes a measurement.
   *
   * @param repeats processes of each platform, in turn
   * @param scale how many launches a process makes, relative to the published tables
   * @param busy whether a process that computes runs beside for each processor
   */
  public Pauses(int repeats, double scale, boolean busy) {
    this.repeats = repeats;
    this.scale = scale;
    this.busy = busy;
  }

  /** The output of one platform's processes. */
  static final class Measured {
    final Installed platform;
    final Map<Integer, List<Double>> bests = new LinkedHashMap<>();
    final Map<Integer, List<Double>> medians = new LinkedHashMap<>();
    Optional<String> failure = Optional.empty();

    Measured(Installed platform) {
      this.platform = platform;
    }

    void add(FirstProcess.Told told) {
      failure = failure.or(told::error);
      for (int micros : MICROS) {
        keep(bests, micros, told.times().get("best_" + micros));
        keep(medians, micros, told.times().get("median_" + micros));
      }
    }

    private static void keep(Map<Integer, List<Double>> all, int micros, @Nullable Times time) {
      if (time != null) {
        all.computeIfAbsent(micros, m -> new ArrayList<>()).add(time.wall());
      }
    }

    double best(int micros) {
      return middle(bests.getOrDefault(micros, List.of())) / MS;
    }

    double median(int micros) {
      return middle(medians.getOrDefault(micros, List.of())) / MS;
    }

    /** The median over the best of each process, whose kernels may differ in length. */
    double ratio(int micros) {
      return middle(ratios(micros));
    }

    /** The same of the process in which it is the most: placing may go wrong for good. */
    double worst(int micros) {
      return Collections.max(ratios(micros));
    }

    private List<Double> ratios(int micros) {
      List<Double> best = bests.getOrDefault(micros, List.of());
      List<Double> median = medians.getOrDefault(micros, List.of());
      return IntStream.range(0, best.size()).mapToObj(i -> median.get(i) / best.get(i)).toList();
    }

    /** Returns the median. */
    private static double middle(List<Double> values) {
      List<Double> sorted = values.stream().sorted().toList();
      int size = sorted.size();
      return (sorted.get((size - 1) / 2) + sorted.get(size / 2)) / 2;
    }
  }

  /**
   * Measures and prints.
   *
   * @param ours a folder for {@code OCL_ICD_VENDORS} that names Barnacle alone
   * @param libraries those of other platforms' drivers
   * @param notes gets sentences for people about platforms that are left out
   * @return whether no platform failed
   * @throws InputException if there is no OpenCL loader
   */
  public boolean run(
      Path ours, List<String> libraries, PrintWriter out, boolean json, Consumer<String> notes) {
    try (CPrograms programs = CPrograms.compile()) {
      FirstProcess process = new FirstProcess(programs, SECONDS);
      List<Measured> all =
          FirstSecond.platforms(ours, libraries, programs, process, notes).stream()
              .map(Measured::new)
              .toList();
      Path source = programs.folder().resolve("source.cl");
      Files.writeString(source, Sources.CHURN.text());
      String launches = String.valueOf(Math.max(4, (int) (LAUNCHES * scale)));
      List<Process> competitors = busy ? competitors(programs) : List.of();
      try {
        for (int i = 0; i < repeats; i++) {
          for (Measured each : all) {
            if (each.failure.isEmpty()) {
              List<String> arguments = List.of("pauses", source.toString(), launches);
              each.add(process.run(each.platform.vendors(), arguments));
            }
          }
        }
      } finally {
        competitors.forEach(Process::destroyForcibly);
      }
      print(all, out, json);
      return all.stream().allMatch(m -> m.failure.isEmpty());
    } catch (IOException e) {
      throw new InputException("a program of the bench cannot be run: " + e.getMessage());
    }
  }

  private static List<Process> competitors(CPrograms programs) throws IOException {
    List<Process> all = new ArrayList<>();
    for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
      all.add(new ProcessBuilder(programs.program().toString(), "spin", "0").start());
    }
    return all;
  }

  /** Prints what was measured, for people or as JSON. */
  void print(List<Measured> all, PrintWriter out, boolean json) {
    if (!json) {
      out.println(
          "Launches of about a millisecond"
              + (busy ? " beside a process for each processor" : "")
              + ": best, median in ms, median over best; medians of processes, and the worst"
              + " one's.");
    }
    for (int micros : MICROS) {
      for (Measured each : all) {
        if (each.failure.isPresent()) {
          continue;
        }
        if (json) {
          out.println(JsonLine.of(object(micros, each)));
        } else {
          out.printf(
              Locale.ROOT,
              "pause %5.1f ms  %8.3f %8.3f %6.2f %6.2f  %s%n",
              micros / 1e3,
              each.best(micros),
              each.median(micros),
              each.ratio(micros),
              each.worst(micros),
              each.platform.name());
        }
      }
    }
    for (Measured each : all) {
      each.failure.ifPresent(why -> tell(out, json, each.platform.name(), why));
    }
    out.flush();
  }

  private static void tell(PrintWriter out, boolean json, String platform, String why) {
    if (json) {
      Map<String, Object> line = new LinkedHashMap<>();
      line.put("bench", "pauses");
      line.put("platform", platform);
      line.put("error", why);
      out.println(JsonLine.of(line));
    } else {
      out.println("  " + platform + ": " + why);
    }
  }

  private Map<String, Object> object(int micros, Measured each) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("bench", "pauses");
    line.put("platform", each.platform.name());
    line.put("pause_ms", micros / 1e3);
    line.put("busy", busy);
    line.put("best_ms", each.best(micros));
    line.put("median_ms", each.median(micros));
    line.put("median_over_best", each.ratio(micros));
    line.put("worst_process", each.worst(micros));
    return line;
  }
}
