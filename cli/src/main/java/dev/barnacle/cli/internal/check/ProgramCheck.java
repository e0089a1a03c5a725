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
 * What a check of a program gave: a result for each kernel, and one for what is between commands.
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
    Map<String, List<Finding>> byKernel = same.byKernel();
    this.sources = new Sources(names.texts());
    report.benign().keySet().forEach(k -> byKernel.putIfAbsent(k, List.of()));
    byKernel.forEach(
        (kernel, findings) -> {
          List<KernelParameter> parameters = report.parameters().getOrDefault(kernel, List.of());
          Suppressions.Split split = rules.split(kernel, findings);
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
                  report.benign().getOrDefault(kernel, 0L)));
        });
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
