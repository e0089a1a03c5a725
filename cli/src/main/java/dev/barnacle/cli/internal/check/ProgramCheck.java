package dev.barnacle.cli.internal.check;

import dev.barnacle.cl.KernelParameter;
import dev.barnacle.cli.internal.report.Answer;
import dev.barnacle.cli.internal.report.Issue;
import dev.barnacle.cli.internal.report.Outputs;
import dev.barnacle.cli.internal.report.Sources;
import dev.barnacle.icd.ReportFile;
import dev.barnacle.watch.Finding;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/**
 * The results of a program's check: one for each kernel, by its name and parameters, and one for
 * what is between commands.
 */
public final class ProgramCheck {
  private final List<String> command;
  private final Sources sources;
  private final List<CheckResult> results = new ArrayList<>();
  private final Map<Finding, Origin> origins = new HashMap<>();
  private final long kernels;
  private final long launches;

  /**
   * The origin of a finding.
   *
   * @param entry the finding with the driver's names
   * @param program what the driver calls its program, or empty
   */
  public record Origin(ReportFile.Entry entry, String program) {}

  /**
   * Takes apart what a program has left.
   *
   * @param folder where it ran, below which the files of its programs' sources may be
   */
  public ProgramCheck(
      List<String> command, ReportFile.Contents report, Suppressions rules, Path folder) {
    this.command = List.copyOf(command);
    ProgramNames names = new ProgramNames(report, folder);
    this.kernels = report.allKernels();
    this.launches = report.allLaunches();
    SameFindings same = new SameFindings(new Sources(report.sources()));
    for (ReportFile.Entry entry : report.findings()) {
      Finding finding = entry.finding();
      same.add(names.program(finding), entry, names.renamed(finding));
    }
    Map<String, List<SameFindings.OfProgram>> byKernel = same.byKernel();
    this.sources = new Sources(names.texts());
    report.benign().keySet().forEach(k -> byKernel.putIfAbsent(k, List.of()));
    byKernel.forEach((kernel, findings) -> add(kernel, findings, report, rules));
  }

  /** Kernels of one name that several programs have may have other parameters in each. */
  private void add(
      String kernel,
      List<SameFindings.OfProgram> findings,
      ReportFile.Contents report,
      Suppressions rules) {
    Map<List<KernelParameter>, List<Finding>> byParameters = new LinkedHashMap<>();
    for (SameFindings.OfProgram one : findings) {
      origins.put(one.finding(), new Origin(one.entry(), one.program()));
      byParameters
          .computeIfAbsent(
              report.parametersOf(one.program(), kernel), parameters -> new ArrayList<>())
          .add(one.finding());
    }
    if (byParameters.isEmpty()) {
      byParameters.put(report.parametersOf("", kernel), List.of());
    }
    long benign = report.benign().getOrDefault(kernel, 0L);
    for (Map.Entry<List<KernelParameter>, List<Finding>> alike : byParameters.entrySet()) {
      add(kernel, alike.getKey(), rules.split(kernel, alike.getValue()), benign);
      benign = 0;
    }
  }

  private void add(
      String kernel, List<KernelParameter> parameters, Suppressions.Split split, long benign) {
    results.add(
        new CheckResult(
            Path.of(command.getFirst()),
            kernel,
            parameters,
            "",
            Map.of(),
            "",
            List.of(),
            List.of(),
            List.of(),
            split,
            benign,
            null));
  }

  /** Returns whether nothing is left to report. */
  public boolean isClean() {
    return results.stream().allMatch(CheckResult::isClean);
  }

  /** Returns how many different kernels were launched. */
  public long kernels() {
    return kernels;
  }

  /** Returns the sources that places are in. */
  public Sources sources() {
    return sources;
  }

  /** Names the findings, and leaves out those that the baseline knows. */
  public void name(Outputs outputs) {
    results.replaceAll(result -> result.named(outputs));
  }

  /** Adds what more is known of the findings. */
  public void follow(BiFunction<CheckResult, Map<Finding, Origin>, CheckResult> more) {
    results.replaceAll(result -> more.apply(result, origins));
  }

  /**
   * Gives the answers to all outputs: one for each kernel, the first of which has the program's
   * JSON, or one for the program where nothing is said of a kernel.
   */
  public void answer(Outputs outputs, int exitStatus, double seconds) {
    Map<String, Object> json = json(exitStatus, seconds);
    if (results.isEmpty()) {
      outputs.answer(nothing(json, seconds));
    }
    for (CheckResult result : results) {
      outputs.answer(result.answerOfProgram(json, sources, seconds));
      json = Map.of();
    }
  }

  private Answer nothing(Map<String, Object> json, double seconds) {
    return new Answer(
        "program",
        command.getFirst(),
        null,
        "",
        "",
        Answer.Verdict.CLEAN,
        List.of(),
        List.of(),
        List.of(),
        summary(),
        seconds,
        new Answer.Forms(json, out -> {}));
  }

  /** Returns the line that says how many findings there are in how many launches. */
  public String summary() {
    String totals = Totals.of(results);
    int rest = totals.indexOf(';') < 0 ? totals.length() : totals.indexOf(';');
    String seen =
        launches == 0
            ? ": no kernel was launched"
            : (isClean() ? ": " : " in ")
                + Totals.counted(kernels, "kernel")
                + ", "
                + launches
                + (launches == 1 ? " launch" : " launches");
    return totals.substring(0, rest) + seen + totals.substring(rest);
  }

  /** Returns all that is reported. */
  public List<Issue> issues() {
    return results.stream().flatMap(result -> result.issues().stream()).toList();
  }

  /** Returns the answer of {@code check --json}. */
  Map<String, Object> json(int exitStatus, double seconds) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("program", command);
    line.put("verdict", isClean() ? "clean" : "faulty");
    List<Map<String, Object>> findings = new ArrayList<>();
    results.forEach(r -> findings.addAll(r.findingsOfProgram()));
    line.put("findings", findings);
    line.put("suppressed", results.stream().mapToInt(r -> r.suppressed().size()).sum());
    line.put("benign", results.stream().mapToLong(CheckResult::benign).sum());
    int known = results.stream().mapToInt(r -> r.known().size()).sum();
    if (known > 0) {
      line.put("known", known);
    }
    line.put("kernels", kernels);
    line.put("launches", launches);
    line.put("exit_status", exitStatus);
    line.put("seconds", seconds);
    return line;
  }
}
