package dev.barnacle.bench.internal.first;

import dev.barnacle.command.input.InputException;
import dev.barnacle.command.json.JsonLine;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/**
 * {@code bench --first-second --phases}: where the time of a start goes, phase by phase and by what
 * the processors ran. Means over processes.
 */
public final class Phases {
  private static final double MS = 1e6;

  private final PrintWriter out;
  private final boolean json;

  /** Prints to {@code out}, as JSON or for people. */
  public Phases(PrintWriter out, boolean json) {
    this.out = out;
    this.json = json;
  }

  /**
   * Measures and prints.
   *
   * @param vendors a folder for {@code OCL_ICD_VENDORS} that names Barnacle alone
   * @param repeats processes of each program
   * @param notes gets a sentence for people where perf cannot be used
   * @throws InputException if a program fails
   */
  public void run(Path vendors, int repeats, Consumer<String> notes) {
    try (CPrograms programs = CPrograms.compile()) {
      String why = PhaseRun.whyNoPerf(programs);
      if (!why.isEmpty()) {
        notes.accept(why + ", so what the processors ran is not known");
      }
      Path source = programs.folder().resolve("source.cl");
      Files.writeString(source, Sources.KNOWN.text());
      PhaseRun run = new PhaseRun(programs, vendors, why.isEmpty());
      measure(FirstRow.FIRST_RESULT, run, repeats, "result", source.toString());
      measure(FirstRow.NAMES, run, repeats, "names");
    } catch (IOException e) {
      throw new InputException("cannot write the programs of the bench: " + e.getMessage());
    }
  }

  private void measure(FirstRow row, PhaseRun run, int repeats, String... arguments) {
    run.run(arguments); // so that caches have what it needs
    List<PhaseRun.Result> results = new ArrayList<>();
    for (int i = 0; i < repeats; i++) {
      results.add(run.run(arguments));
    }
    List<Phase> phases = means(results);
    List<JvmFacts> jvms = results.stream().map(PhaseRun.Result::jvm).toList();
    if (json) {
      phases.forEach(phase -> out.println(JsonLine.of(object(row, phase))));
    } else {
      table(row, phases, JvmFacts.sentence(jvms).orElse("no JVM was started"));
    }
    out.flush();
  }

  private static List<Phase> means(List<PhaseRun.Result> results) {
    List<Phase> means = new ArrayList<>();
    Phase all = new Phase("all", 0, 0, 0, Map.of());
    for (int i = 0; i < results.getFirst().phases().size(); i++) {
      int at = i;
      Phase mean =
          results.stream()
              .map(result -> result.phases().get(at))
              .reduce(Phase::plus)
              .orElseThrow()
              .times(1.0 / results.size());
      means.add(mean);
      all = all.plus(mean);
    }
    means.add(all);
    return means;
  }

  private void table(FirstRow row, List<Phase> phases, String jvm) {
    out.println(row.words() + "; ms, means");
    boolean known = phases.stream().anyMatch(phase -> !phase.kinds().isEmpty());
    out.printf(Locale.ROOT, "%-36s %7s %7s", "phase", "wall", "cpu");
    if (known) {
      out.printf(Locale.ROOT, " %7s |", "waiting");
      for (Kind kind : Kind.values()) {
        out.printf(Locale.ROOT, " %11s", kind.id());
      }
    }
    out.println();
    for (Phase phase : phases) {
      out.printf(
          Locale.ROOT, "%-36s %7.1f %7.1f", phase.name(), phase.wall() / MS, phase.cpu() / MS);
      if (known) {
        out.printf(Locale.ROOT, " %7.1f |", phase.waiting() / MS);
        for (Kind kind : Kind.values()) {
          double nanos = phase.kinds().getOrDefault(kind, 0.0);
          out.printf(Locale.ROOT, " %11s", number(nanos));
        }
      }
      out.println();
    }
    out.println(jvm);
    out.println();
  }

  private static String number(double nanos) {
    return nanos == 0 ? "-" : String.format(Locale.ROOT, "%.1f", nanos / MS);
  }

  static Map<String, Object> object(FirstRow row, Phase phase) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("bench", row.id());
    line.put("phase", phase.name());
    line.put("wall_ms", phase.wall() / MS);
    line.put("cpu_ms", phase.cpu() / MS);
    if (!phase.kinds().isEmpty()) {
      line.put("waiting_ms", phase.waiting() / MS);
      Map<String, Object> kinds = new LinkedHashMap<>();
      for (Kind kind : Kind.values()) {
        kinds.put(kind.id(), phase.kinds().getOrDefault(kind, 0.0) / MS);
      }
      line.put("kinds_ms", kinds);
    }
    return line;
  }
}
