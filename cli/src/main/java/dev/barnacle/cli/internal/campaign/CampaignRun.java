package dev.barnacle.cli.internal.campaign;

import dev.barnacle.cli.internal.Interruption;
import dev.barnacle.cli.internal.report.Outputs;
import dev.barnacle.cli.internal.report.ReportOptions;
import dev.barnacle.cli.internal.report.Sources;
import dev.barnacle.command.arguments.ExitStatus;
import dev.barnacle.command.input.InputException;
import dev.barnacle.command.input.Place;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A campaign from its plan to its report. */
public final class CampaignRun {
  private static final int PRINTING_SECONDS = 30;

  private final CampaignOptions options;
  private final ReportOptions report;
  private final List<String> arguments;
  private final Starter starter;
  private final PrintWriter out;
  private final PrintWriter err;

  /**
   * Makes one.
   *
   * @param arguments as they were given
   * @param starter starts workers
   */
  public CampaignRun(
      CampaignOptions options,
      ReportOptions report,
      List<String> arguments,
      Starter starter,
      PrintWriter out,
      PrintWriter err) {
    this.options = options;
    this.report = report;
    this.arguments = arguments;
    this.starter = starter;
    this.out = out;
    this.err = err;
  }

  /**
   * Does the tasks, or what was done before is read, and tells what came of them.
   *
   * @param terminal whether standard error is one
   * @return the exit status
   */
  public int run(boolean terminal) {
    Plan plan = Plan.read(options.plan());
    List<Path> folders = options.merged();
    List<Task> tasks = options.chosen(plan);
    if (options.lists()) {
      tasks.forEach(task -> out.println(task.name()));
      return 0;
    }
    try (Outputs outputs =
        new Outputs(
            report, "campaign", arguments, out, new Sources(), format -> Optional.empty())) {
      Map<String, TaskResult> results =
          folders.isEmpty() ? done(plan, tasks, terminal) : merged(plan, folders);
      return tell(tasks, results, outputs, !folders.isEmpty());
    }
  }

  private static Map<String, TaskResult> merged(Plan plan, List<Path> folders) {
    Map<String, TaskResult> results = new HashMap<>();
    for (Path folder : folders) {
      Journal.results(folder, plan)
          .forEach(
              (task, result) -> {
                TaskResult other = results.putIfAbsent(task, result);
                if (other != null && !other.isSame(result)) {
                  throw new InputException(
                      Place.file(folder.toString()),
                      "task " + task + " has another result than in a folder before");
                }
              });
    }
    return results;
  }

  private Map<String, TaskResult> done(Plan plan, List<Task> tasks, boolean terminal) {
    Map<String, TaskResult> results = new HashMap<>();
    Path folder = options.journal();
    int jobs = options.jobs();
    Limits limits = options.limits();
    try (@Nullable Journal journal = folder == null ? null : Journal.open(folder, plan, results)) {
      List<Task> left = tasks.stream().filter(t -> !results.containsKey(t.name())).toList();
      int before = tasks.size() - left.size();
      try (CampaignProgress progress = new CampaignProgress(err, terminal, tasks.size(), before)) {
        Campaign campaign = new Campaign(starter, limits, progress::say);
        try (Interruption _ = new Interruption(campaign::stop, PRINTING_SECONDS)) {
          results.putAll(
              campaign.run(
                  left,
                  jobs,
                  options.deadline(),
                  (task, result) -> {
                    if (journal != null) {
                      journal.add(task, result);
                    }
                    progress.done(result);
                  }));
        }
      }
    }
    return results;
  }

  private int tell(
      List<Task> tasks, Map<String, TaskResult> results, Outputs outputs, boolean merging) {
    CampaignReport told = new CampaignReport(outputs, options.plan());
    List<String> missing = new ArrayList<>();
    for (Task task : tasks) {
      TaskResult result = results.get(task.name());
      if (result == null) {
        missing.add(task.name());
      } else {
        told.add(task, result);
      }
    }
    int status = told.status();
    String summary = told.summary();
    if (!missing.isEmpty()) {
      String words = missing.size() + " not done, " + missing.getFirst() + " the first";
      summary = summary + "; " + words;
      err.println((merging ? "error: " : "note: ") + words);
      status = merging ? Math.max(status, ExitStatus.BAD_INPUT) : status;
    }
    outputs.end(status, summary);
    out.flush();
    err.flush();
    return status;
  }
}
