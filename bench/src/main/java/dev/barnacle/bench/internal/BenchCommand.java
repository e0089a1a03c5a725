package dev.barnacle.bench.internal;

import static dev.barnacle.command.arguments.DeclaredOption.count;
import static dev.barnacle.command.arguments.DeclaredOption.flag;
import static dev.barnacle.command.arguments.DeclaredOption.number;
import static dev.barnacle.command.arguments.DeclaredOption.positional;
import static dev.barnacle.command.arguments.DeclaredOption.text;
import static dev.barnacle.command.arguments.DeclaredOption.texts;

import dev.barnacle.bench.Host;
import dev.barnacle.bench.internal.drivers.RegisteredDrivers;
import dev.barnacle.bench.internal.first.FirstSecond;
import dev.barnacle.bench.internal.first.Pauses;
import dev.barnacle.bench.internal.first.Phases;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.ContextBuilder;
import dev.barnacle.command.arguments.Command;
import dev.barnacle.command.arguments.DeclaredOption;
import dev.barnacle.command.arguments.ExitStatus;
import dev.barnacle.command.arguments.UsageException;
import dev.barnacle.command.input.InputException;
import dev.barnacle.model.Nearest;
import dev.barnacle.simd.InstructionSet;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.DoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** {@code barnacle bench}: the benchmark tables. */
public final class BenchCommand extends Command {
  private static final String LATENCY = "launch_latency";
  private static final String BUILD = "build";
  private static final int LAUNCHES = 10_000;

  private final Host host;
  private final List<String> names = new ArrayList<>();
  private boolean list;
  private double scale = 1;
  private int repeats = 10;
  private boolean classic;
  private boolean litmus;
  private boolean explore;
  private double timeout = 10;
  private boolean firstSecond;
  private boolean phases;
  private boolean pauses;
  private boolean busy;
  private boolean alone;
  private final List<String> launches = new ArrayList<>();
  private @Nullable Path root;
  private final List<String> engineOptions = new ArrayList<>();
  private boolean json;
  private Invocation call = NOT_CALLED;

  /** Makes one. */
  public BenchCommand(Host host) {
    super(
        "barnacle bench",
        "Time the examples, the launch latency and the build, on Barnacle and on every other OpenCL"
            + " platform that is registered for the system's loader, side by side.",
        "A time is the host's, from before the first launch is enqueued until the last one has"
            + " finished, the same way on all platforms; the platforms take turns; their results"
            + " are compared with Barnacle's. Each other platform runs in a process of its own;"
            + " where it fails, its row says so.",
        "Where GCC is installed, the same algorithms in C with vectors by hand run beside them,"
            + " compiled for the same instructions (--engine-option features=avx2).",
        "With --litmus: litmus tests, beside the published times of herd7 and Dartagnan: one row"
            + " for the files and folders that are named, then one for each family.",
        "With --launch: kernels of your own, one row for each launch file. The contents of all"
            + " buffers are compared: floating-point numbers may differ by 2^-14 (float), 2^-43"
            + " (double) or 2^-6 (half) of the buffer's largest one, all else by nothing.");
    this.host = host;
  }

  @Override
  public List<DeclaredOption> options() {
    List<DeclaredOption> options = new ArrayList<>();
    options.add(
        positional(
            "BENCH",
            names::add,
            "Which ones to run; all if none is named. See --list. With --litmus: litmus tests and"
                + " folders of them. With --first-second: steps of it."));
    options.add(flag("--list", () -> list = true, "Print the names of the benches and stop."));
    options.add(
        number(
            "--scale",
            "X",
            value -> scale = value,
            "Work relative to the published tables; 0.1 is a tenth (default: 1). With"
                + " --first-second: launches and calls a process."));
    options.add(
        count(
            "--repeat",
            "N",
            value -> repeats = value,
            "Timed runs of each platform, after some to warm up (default: 10)."));
    options.add(
        flag(
            "--classic",
            () -> classic = true,
            "Time kernels as textbooks have them, reductions, scans and others, and not the"
                + " examples."));
    options.add(
        flag(
            "--litmus",
            () -> litmus = true,
            "Time the litmus tests that are named, and families of tests that grow with a number of"
                + " threads."));
    options.add(
        flag(
            "--explore",
            () -> explore = true,
            "Time the exploration of kernels: families that grow with a number of work-items."));
    options.add(
        number(
            "--timeout",
            "SECONDS",
            value -> timeout = value,
            "With --litmus: how long one answer to a named test may take (default: 10). A test that"
                + " takes longer is run once and counts with so much. With --explore: a family ends"
                + " with the first size that takes longer."));
    options.add(
        flag(
            "--first-second",
            () -> firstSecond = true,
            "Time what a program's first second has, in C programs with the system's OpenCL loader:"
                + " start, first launches, builds, calls; beside every platform that is"
                + " registered."));
    options.add(
        flag(
            "--phases",
            () -> phases = true,
            "With --first-second: split Barnacle's start by phases, and by what the processors"
                + " ran."));
    options.add(
        flag(
            "--pauses",
            () -> pauses = true,
            "Time launches of about a millisecond with pauses of 0, 0.2, 2 and 20 ms between them,"
                + " in C programs with the system's OpenCL loader: best, median, median over"
                + " best."));
    options.add(
        flag(
            "--busy",
            () -> busy = true,
            "With --pauses: beside a process for each processor that computes."));
    options.add(
        texts(
            "--launch",
            "FILE|DIR",
            launches::add,
            "Time the kernel of a launch file, or of each one in a folder, instead; may be given"
                + " many times."));
    options.add(
        text(
            "--root",
            "DIR",
            name -> root = Path.of(name),
            "With --launch: the folder that files named in launch files are relative to, in place"
                + " of their own."));
    options.add(flag("--alone", () -> alone = true, "Leave the other platforms and C out."));
    options.add(
        texts(
            "--engine-option",
            "NAME=VALUE",
            engineOptions::add,
            "How Barnacle's engine works, as for run; may be given many times."));
    options.add(flag("--json", () -> json = true, "One JSON object a line."));
    return options;
  }

  /** Returns 0, or 1 if a platform fails or its results differ from Barnacle's. */
  @Override
  public int run(Invocation invocation) {
    call = invocation;
    PrintWriter out = call.out();
    if (list) {
      (firstSecond ? FirstSecond.steps() : benchNames()).forEach(out::println);
      out.flush();
      return ExitStatus.OK;
    }
    checkKind();
    if (litmus) {
      checkRepeats();
      LitmusBench bench =
          new LitmusBench(host, out, json, repeats, Duration.ofNanos((long) (timeout * 1e9)));
      List<InputException> errors = bench.run(names.stream().map(Path::of).toList());
      errors.forEach(e -> call.err().println(e.diagnostic()));
      call.err().flush();
      return errors.isEmpty() ? ExitStatus.OK : ExitStatus.BAD_INPUT;
    }
    if (explore) {
      checkNames(ExploreBench.names());
      checkRepeats();
      BenchReport report = json ? new JsonReport(out) : new TableReport(out, List.of());
      new ExploreBench(report, repeats, Duration.ofNanos((long) (timeout * 1e9))).run(names);
      return ExitStatus.OK;
    }
    if (firstSecond) {
      return firstSecond(out);
    }
    if (pauses) {
      return pauses(out);
    }
    checkParameters(benchNames());
    List<Path> files = host.launchFiles(launches.stream().map(Path::of).toList());
    List<String> notes = new ArrayList<>();
    ContextBuilder builder = Context.builder().notices(this::note);
    engineOptions.forEach(builder::engineOptions);
    InstructionSet instructions = builder.engineOptions().instructions();
    List<ComputePlatform> others = alone ? List.of() : others(instructions, notes);
    notes.forEach(this::note);
    try (BarnaclePlatform ours = new BarnaclePlatform(builder)) {
      List<String> platforms = others.stream().map(ComputePlatform::name).toList();
      BenchReport report =
          json ? new JsonReport(out) : new TableReport(out, platforms, labels(files));
      BenchRunner runner = new BenchRunner(ours, others, repeats);
      return launches.isEmpty()
          ? run(runner, report)
          : new LaunchBench(host, ours, runner, root).run(files, report, call.err());
    } finally {
      others.forEach(ComputePlatform::close);
    }
  }

  private int firstSecond(PrintWriter out) {
    checkParameters(FirstSecond.steps());
    PrintWriter err = call.err();
    if (phases) {
      new Phases(out, json).run(host.driver(err), repeats, this::note);
      return ExitStatus.OK;
    }
    List<String> libraries = alone ? List.of() : RegisteredDrivers.libraries();
    if (libraries.isEmpty() && !alone) {
      note("no other OpenCL platform is registered, so there is nothing to compare with");
    }
    FirstSecond bench = new FirstSecond(names, repeats, scale);
    Path ours = host.driver(err);
    return bench.run(ours, libraries, out, json, this::note) ? ExitStatus.OK : ExitStatus.FINDINGS;
  }

  private int pauses(PrintWriter out) {
    checkParameters(List.of());
    Path ours = host.driver(call.err());
    List<String> libraries = alone ? List.of() : RegisteredDrivers.libraries();
    boolean fine = new Pauses(repeats, scale, busy).run(ours, libraries, out, json, this::note);
    return fine ? ExitStatus.OK : ExitStatus.FINDINGS;
  }

  private void note(String line) {
    call.err().println("note: " + line);
    call.err().flush();
  }

  private static List<String> labels(List<Path> files) {
    return files.stream().map(Path::toString).toList();
  }

  private List<ComputePlatform> others(InstructionSet instructions, List<String> notes) {
    List<PlatformProcess> platforms = PlatformProcess.all(RegisteredDrivers.libraries(), notes);
    if (platforms.isEmpty() && notes.isEmpty()) {
      notes.add("no other OpenCL platform was found, so there is nothing to compare with");
    }
    Optional<NativePlatform> c =
        launches.isEmpty() ? NativePlatform.compile(instructions, notes) : Optional.empty();
    return Stream.concat(platforms.stream(), c.stream()).toList();
  }

  private int run(BenchRunner runner, BenchReport report) {
    int status = ExitStatus.OK;
    GeometricMeans means = new GeometricMeans();
    for (Map.Entry<String, DoubleFunction<Workload>> entry : Suite.all().entrySet()) {
      if (isChosen(entry.getKey())) {
        try {
          Row row = runner.time(entry.getValue().apply(scale));
          report.row(row);
          status = row.failures().isEmpty() ? status : ExitStatus.FINDINGS;
          if (Suite.isExample(entry.getKey())) {
            means.add(row);
          }
        } catch (BenchException e) {
          call.err().println("error: " + e.getMessage());
          status = ExitStatus.FINDINGS;
        }
      }
    }
    if (isChosen(LATENCY)) {
      int launches = (int) Math.max(1, LAUNCHES * scale);
      for (Workload.Submission submission : Workload.Submission.values()) {
        Row row = runner.time(Workloads.emptyLaunches(launches, submission));
        latency(row, launches, report);
        status = row.failures().isEmpty() ? status : ExitStatus.FINDINGS;
      }
    }
    if (isChosen(BUILD)) {
      for (Row row : runner.timeBuilds(Suite.smallest("sgemm_tiled"))) {
        report.row(row);
        status = row.failures().isEmpty() ? status : ExitStatus.FINDINGS;
      }
    }
    means.report(report);
    return status;
  }

  private void latency(Row row, int launches, BenchReport report) {
    report.row(row);
    if (!json) {
      call.out()
          .printf(
              Locale.ROOT,
              "  %s: %.2f us a launch in the median%n",
              row.bench(),
              row.ours().medianMs() * 1e3 / launches);
    }
  }

  private boolean isChosen(String name) {
    boolean isInTable = classic == Classic.workloads().containsKey(name);
    return names.isEmpty() ? isInTable : names.contains(name);
  }

  private void checkNames(List<String> known) {
    Set<String> unknown = new TreeSet<>(names);
    unknown.removeAll(known);
    if (!unknown.isEmpty()) {
      throw new UsageException(
          "no bench is called "
              + String.join(", ", unknown)
              + Nearest.question(unknown.iterator().next(), known)
              + "; "
              + (explore ? "there are " + String.join(", ", known) : "--list names them"));
    }
  }

  private void checkParameters(List<String> known) {
    checkNames(known);
    checkRepeats();
    if (!(scale > 0 && scale <= 10)) {
      throw new UsageException("--scale must be above 0 and at most 10");
    }
  }

  /** Throws an error for options that would be left aside without a word. */
  private void checkKind() {
    if (Stream.of(classic, litmus, explore, firstSecond, pauses, !launches.isEmpty())
            .filter(chosen -> chosen)
            .count()
        > 1) {
      throw new UsageException(
          "--classic, --litmus, --explore, --first-second, --pauses and --launch do not go"
              + " together");
    }
    if (classic && !names.isEmpty()) {
      throw new UsageException("--classic names no benches");
    }
    if (!launches.isEmpty() && !names.isEmpty()) {
      throw new UsageException("--launch goes without names of benches");
    }
    if (!launches.isEmpty() && scale != 1) {
      throw new UsageException("--launch goes without --scale: the launch files have the sizes");
    }
    if (root != null && launches.isEmpty()) {
      throw new UsageException("--root goes with --launch");
    }
    if (busy && !pauses) {
      throw new UsageException("--busy goes with --pauses");
    }
    if (phases && !(firstSecond && names.isEmpty())) {
      throw new UsageException("--phases goes with --first-second, and names no steps");
    }
    if ((firstSecond || pauses) && !engineOptions.isEmpty()) {
      throw new UsageException(
          "--engine-option does not go with --first-second or --pauses; BARNACLE_SIMD is for its"
              + " programs");
    }
  }

  private void checkRepeats() {
    if (repeats < 1) {
      throw new UsageException("--repeat must be at least 1");
    }
    if (!(timeout > 0)) {
      throw new UsageException("--timeout must be above 0");
    }
  }

  private static List<String> benchNames() {
    List<String> all = new ArrayList<>(Suite.all().keySet());
    all.add(LATENCY);
    all.add(BUILD);
    return all;
  }
}
