package dev.barnacle.cli.internal.campaign;

import static dev.barnacle.command.arguments.DeclaredOption.count;
import static dev.barnacle.command.arguments.DeclaredOption.flag;
import static dev.barnacle.command.arguments.DeclaredOption.number;
import static dev.barnacle.command.arguments.DeclaredOption.positional;
import static dev.barnacle.command.arguments.DeclaredOption.text;
import static dev.barnacle.command.arguments.DeclaredOption.texts;

import dev.barnacle.command.arguments.DeclaredOption;
import dev.barnacle.command.input.InputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The options of a campaign on the command line. */
public final class CampaignOptions {
  private static final Pattern SHARD = Pattern.compile("(\\d{1,9})/(\\d{1,9})");
  private static final double TASK_SECONDS = 300;
  private static final int LEAST_MEGABYTES = 256;
  private static final int TASK_MEGABYTES = 2048;
  private static final int OUTPUT_MEGABYTES = 64;

  private final List<Path> named = new ArrayList<>();
  private final List<Path> merged = new ArrayList<>();
  private @Nullable Integer jobs;
  private @Nullable String shard;
  private @Nullable Path journal;
  private @Nullable Double seconds;
  private @Nullable Double taskSeconds;
  private @Nullable Integer taskMegabytes;
  private @Nullable Integer outputMegabytes;
  private @Nullable String only;
  private @Nullable String master;
  private @Nullable String barnacle;
  private final List<String> configuration = new ArrayList<>();
  private boolean list;
  private boolean serve;

  /** Returns the declared options. */
  public List<DeclaredOption> options() {
    List<DeclaredOption> options = new ArrayList<>(here());
    options.addAll(cluster());
    return options;
  }

  private List<DeclaredOption> here() {
    return List.of(
        positional(
            "PLAN.json|DIR", file -> named.add(Path.of(file)), "The plan, or a folder to check."),
        count("--jobs", "N", n -> jobs = n, "Worker processes; as many as processors otherwise."),
        text(
            "--shard",
            "I/N",
            part -> shard = part,
            "Do the I-th of N parts of the tasks, I from 1."),
        text(
            "--resume",
            "DIR",
            folder -> journal = Path.of(folder),
            "Keep what is done in a folder, and go on from there; it is made where there is none."),
        texts(
            "--merge",
            "DIR",
            folder -> merged.add(Path.of(folder)),
            "Report what is in folders of --resume, and do nothing; more may follow."),
        number(
            "--time",
            "SECONDS",
            limit -> seconds = limit,
            "Begin no task after so long; how many are left is told."),
        number(
            "--task-timeout",
            "SECONDS",
            limit -> taskSeconds = limit,
            "End a worker whose task takes longer (300)."),
        count(
            "--task-memory",
            "MB",
            limit -> taskMegabytes = limit,
            "End a worker that takes more memory (2048), at least 256."),
        count(
            "--task-output",
            "MB",
            limit -> outputMegabytes = limit,
            "End a worker whose task prints more (64)."),
        text("--only", "NAME", name -> only = name, "Do the tasks of this name; * is any text."),
        flag("--list", () -> list = true, "Print the tasks' names, and do nothing."));
  }

  private List<DeclaredOption> cluster() {
    return List.of(
        text(
            "--spark",
            "MASTER",
            name -> master = name,
            "Have Apache Spark do the tasks: local[N], spark://HOST:PORT, k8s://URL or yarn."),
        text(
            "--spark-barnacle",
            "PATH",
            path -> barnacle = path,
            "The barnacle command, or the folder of its package, on Spark's machines; else",
            "what BARNACLE_COMMAND names there, or the command on the PATH."),
        texts(
            "--spark-conf",
            "KEY=VALUE",
            configuration::add,
            "Give Spark a setting; may be given many times."),
        flag(
            "--serve",
            () -> serve = true,
            "Do tasks that come on standard input, for Spark; no plan is given."));
  }

  /** Returns the plan. */
  Path plan() {
    if (named.isEmpty()) {
      throw new InputException("no plan is given: name a PLAN.json or a folder");
    }
    if (named.size() > 1 && merged.isEmpty()) {
      throw new InputException("one plan is expected, not " + named.size() + ": " + named.get(1));
    }
    return named.getFirst();
  }

  /** Returns the folders whose journals are told. */
  List<Path> merged() {
    List<Path> all = new ArrayList<>(merged);
    if (!merged.isEmpty()) {
      all.addAll(named.subList(Math.min(1, named.size()), named.size()));
      if (journal != null || shard != null) {
        throw new InputException("--merge takes no --resume and no --shard");
      }
    }
    return all;
  }

  /** Returns the tasks that are asked for. */
  List<Task> chosen(Plan plan) {
    List<Task> tasks = plan.tasks();
    String name = only;
    if (name != null) {
      Pattern pattern =
          Pattern.compile(
              String.join(
                  ".*",
                  java.util.Arrays.stream(name.split("\\*", -1)).map(Pattern::quote).toList()));
      tasks = tasks.stream().filter(t -> pattern.matcher(t.name()).matches()).toList();
      if (tasks.isEmpty()) {
        throw new InputException("--only " + name + ": the plan has no such task");
      }
    }
    return sharded(tasks);
  }

  private List<Task> sharded(List<Task> tasks) {
    if (shard == null) {
      return tasks;
    }
    Matcher parts = SHARD.matcher(shard);
    if (parts.matches()) {
      int number = Integer.parseInt(parts.group(1));
      int of = Integer.parseInt(parts.group(2));
      if (number >= 1 && number <= of) {
        return Plan.shard(tasks, number, of);
      }
    }
    throw new InputException("--shard " + shard + ": expected I/N, I from 1 to N");
  }

  /** Returns whether Spark does the tasks. */
  boolean isOnSpark() {
    return master != null;
  }

  /** Returns how Spark is started; empty where it is not asked for. */
  Optional<SparkStart> spark(Map<String, String> environment, Path place) {
    String name = master;
    if (name == null) {
      if (barnacle != null || !configuration.isEmpty()) {
        throw new InputException("--spark-barnacle and --spark-conf are for --spark");
      }
      return Optional.empty();
    }
    if (jobs != null) {
      throw new InputException("--jobs is not for --spark, whose master says how many");
    }
    return Optional.of(new SparkStart(name, configuration, environment, place));
  }

  /**
   * Returns the command by which an executor of Spark has tasks done.
   *
   * @param own the same of this process, for executors within Spark's own
   */
  List<String> server(SparkStart spark, List<String> own) {
    List<String> words = new ArrayList<>();
    if (barnacle == null && spark.isLocal()) {
      words.addAll(own);
    } else {
      words.addAll(List.of(barnacle == null ? "-" : barnacle, "campaign"));
    }
    Limits limits = limits();
    words.add("--serve");
    words.add("--task-timeout=" + limits.seconds());
    words.add("--task-memory=" + limits.megabytes());
    words.add("--task-output=" + limits.outputMegabytes());
    return words;
  }

  /** Returns whether tasks come on standard input. */
  boolean serves() {
    return serve;
  }

  /** Returns how many workers there are. */
  int jobs() {
    return atLeast("--jobs", jobs, 1, Runtime.getRuntime().availableProcessors());
  }

  /** Returns what a task may take. */
  Limits limits() {
    return new Limits(
        positive("--task-timeout", taskSeconds, TASK_SECONDS),
        atLeast("--task-memory", taskMegabytes, LEAST_MEGABYTES, TASK_MEGABYTES),
        atLeast("--task-output", outputMegabytes, 1, OUTPUT_MEGABYTES));
  }

  /** Returns the time from which on no task is begun; null for none. */
  @Nullable Long deadline() {
    return seconds == null
        ? null
        : System.nanoTime() + (long) (positive("--time", seconds, 0) * 1e9);
  }

  /** Returns the folder of the journal; null for none. */
  @Nullable Path journal() {
    return journal;
  }

  /** Returns whether names are all that is asked for. */
  boolean lists() {
    return list;
  }

  private static int atLeast(String option, @Nullable Integer value, int least, int otherwise) {
    if (value != null && value < least) {
      throw new InputException(option + " " + value + ": expected at least " + least);
    }
    return value == null ? otherwise : value;
  }

  private static double positive(String option, @Nullable Double value, double otherwise) {
    if (value != null && !(value > 0 && value < 1e9)) {
      throw new InputException(option + " " + value + ": expected seconds, more than 0");
    }
    return value == null ? otherwise : value;
  }
}
