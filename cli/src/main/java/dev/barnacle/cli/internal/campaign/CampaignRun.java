package dev.barnacle.cli.internal.campaign;

import dev.barnacle.cli.internal.Interruption;
import dev.barnacle.cli.internal.fuzz.Platforms;
import dev.barnacle.cli.internal.report.Format;
import dev.barnacle.cli.internal.report.Output;
import dev.barnacle.cli.internal.report.Outputs;
import dev.barnacle.cli.internal.report.ReportOptions;
import dev.barnacle.cli.internal.report.Sources;
import dev.barnacle.command.arguments.ExitStatus;
import dev.barnacle.command.input.InputException;
import dev.barnacle.command.input.Place;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A campaign from its plan to its report. */
public final class CampaignRun {
  private static final int PRINTING_SECONDS = 30;

  /** The heap of a process that hands tasks to workers. */
  private static final int SERVER_MEGABYTES = 128;

  private final CampaignOptions options;
  private final ReportOptions report;
  private final List<String> arguments;
  private final Starter starter;
  private final Starter commands;
  private final PrintWriter out;
  private final PrintWriter err;

  /**
   * Makes one.
   *
   * @param arguments as they were given
   * @param starter starts workers
   * @param commands starts the command line
   */
  public CampaignRun(
      CampaignOptions options,
      ReportOptions report,
      List<String> arguments,
      Starter starter,
      Starter commands,
      PrintWriter out,
      PrintWriter err) {
    this.options = options;
    this.report = report;
    this.arguments = arguments;
    this.starter = starter;
    this.commands = commands;
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
    if (options.serves()) {
      return serve();
    }
    Plan plan = Plan.read(options.plan());
    List<Path> folders = options.merged();
    List<Task> tasks = options.chosen(plan);
    if (options.lists()) {
      tasks.forEach(task -> out.println(task.name()));
      return 0;
    }
    CampaignPlots plots = new CampaignPlots();
    Sources sources = new Sources();
    Function<Format, Optional<Output>> page =
        format ->
            format == Format.HTML
                ? Optional.of(Outputs.html(sources, plots::html))
                : Optional.empty();
    try (Outputs outputs = new Outputs(report, "campaign", arguments, out, sources, page)) {
      Map<String, TaskResult> results =
          folders.isEmpty() ? done(plan, tasks, terminal) : merged(plan, folders);
      return tell(tasks, results, outputs, plots, !folders.isEmpty());
    }
  }

  private static Map<String, TaskResult> merged(Plan plan, List<Path> folders) {
    Map<String, TaskResult> results = new HashMap<>();
    for (Path folder : folders) {
      Journal.results(folder, plan)
          .forEach(
              (task, result) -> {
                TaskResult other = results.putIfAbsent(task, result);
                if (other == null || result.yieldsTo(other)) {
                  return;
                }
                if (other.yieldsTo(result)) {
                  results.put(task, result);
                } else if (!other.isSame(result)) {
                  throw new InputException(
                      Place.file(folder.toString()),
                      "task " + task + " has another result than in a folder before");
                }
              });
    }
    return results;
  }

  private Map<String, TaskResult> done(Plan plan, List<Task> tasks, boolean terminal) {
    if (!options.isOnSpark()) { // other machines have platforms of their own
      try (Platforms platforms = new Platforms()) {
        platforms.require(tasks.stream().flatMap(t -> t.platforms().stream()).distinct().toList());
      }
    }
    Map<String, TaskResult> results = new HashMap<>();
    Path folder = options.journal();
    Function<Consumer<String>, Workforce> chosen = workforce(folder);
    try (@Nullable Journal journal = folder == null ? null : Journal.open(folder, plan, results)) {
      List<Task> left = tasks.stream().filter(t -> isLeft(results.get(t.name()))).toList();
      int before = tasks.size() - left.size();
      try (CampaignProgress progress = new CampaignProgress(err, terminal, tasks.size(), before)) {
        Workforce workers = chosen.apply(progress::say);
        try (Interruption _ = new Interruption(workers::stop, PRINTING_SECONDS)) {
          results.putAll(
              workers.run(
                  left,
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

  /** Returns whether a task is to be done: it was not, or it was slow and has more time now. */
  private boolean isLeft(@Nullable TaskResult before) {
    return before == null || (before.limit() > 0 && before.limit() < options.limits().seconds());
  }

  /** Returns who does the tasks, for one whom they tell when a worker has ended. */
  private Function<Consumer<String>, Workforce> workforce(@Nullable Path folder) {
    Limits limits = options.limits();
    Optional<SparkStart> spark = options.spark(System.getenv(), place());
    if (spark.isEmpty()) {
      int jobs = options.jobs();
      return notes -> new Campaign(starter, limits, jobs, notes);
    }
    List<String> server =
        options.server(spark.get(), commands.command(SERVER_MEGABYTES, "campaign"));
    return notes -> new SparkForce(spark.get(), server, folder, notes);
  }

  private static Path place() {
    try {
      return Path.of(CampaignRun.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Does tasks for another process, which prints nothing but what they answer. */
  private int serve() {
    TaskServer server =
        new TaskServer(starter, options.limits(), new FileOutputStream(FileDescriptor.out));
    try {
      server.run(System.in);
      return ExitStatus.OK;
    } catch (IOException e) {
      throw new InputException("tasks cannot be read or answered: " + e.getMessage());
    }
  }

  private int tell(
      List<Task> tasks,
      Map<String, TaskResult> results,
      Outputs outputs,
      CampaignPlots plots,
      boolean merging) {
    CampaignReport told = new CampaignReport(outputs, options.plan());
    List<String> missing = new ArrayList<>();
    for (Task task : tasks) {
      TaskResult result = results.get(task.name());
      if (result == null) {
        missing.add(task.name());
      } else {
        told.add(task, result);
        plots.add(task, result);
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
