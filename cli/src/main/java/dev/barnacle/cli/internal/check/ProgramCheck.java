package dev.barnacle.cli.internal.check;

import dev.barnacle.cl.KernelParameter;
import dev.barnacle.icd.ReportFile;
import dev.barnacle.watch.Finding;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a check of a program gave: a result for each kernel, by its name and parameters, and one for
 * what is between commands.
 */
public final class ProgramCheck {
  private final List<String> command;
  private final Sources sources;
  private final List<CheckResult> results = new ArrayList<>();
  private final long kernels;
  private final long launches;

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
      same.add(entry.kernel(), names.program(finding), finding, names.renamed(finding));
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
            split.kept(),
            split.suppressed(),
            benign));
  }

  /** Returns whether nothing is left to report. */
  public boolean isClean() {
    return results.stream().allMatch(CheckResult::isClean);
  }

  /** Returns how many different kernels were launched. */
  public long kernels() {
    return kernels;
  }

  /** Writes the findings, and a line that says how many there are in how many launches. */
  public void print(PrintWriter out) {
    TextReport report = new TextReport(out, sources);
    results.forEach(report::print);
    out.println(last());
    out.flush();
  }

  private String last() {
    String totals = TextReport.totals(results);
    int rest = totals.indexOf(';') < 0 ? totals.length() : totals.indexOf(';');
    String seen =
        launches == 0
            ? ": no kernel was launched"
            : (isClean() ? ": " : " in ")
                + TextReport.counted(kernels, "kernel")
                + ", "
                + launches
                + (launches == 1 ? " launch" : " launches");
    return totals.substring(0, rest) + seen + totals.substring(rest);
  }

  /** Writes a page with the sources. */
  public void writeHtml(Path file) {
    new HtmlReport(results, sources).write(file);
  }

  /** Returns the answer of {@code check --json}. */
  public Map<String, Object> json(int exitStatus, double seconds) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("program", command);
    line.put("verdict", isClean() ? "clean" : "faulty");
    List<Map<String, Object>> findings = new ArrayList<>();
    results.forEach(r -> findings.addAll(r.findingsOfProgram()));
    line.put("findings", findings);
    line.put("suppressed", results.stream().mapToInt(CheckResult::suppressed).sum());
    line.put("benign", results.stream().mapToLong(CheckResult::benign).sum());
    line.put("kernels", kernels);
    line.put("launches", launches);
    line.put("exit_status", exitStatus);
    line.put("seconds", seconds);
    return line;
  }
}
