package dev.barnacle.cli;

import static dev.barnacle.command.arguments.DeclaredOption.count;
import static dev.barnacle.command.arguments.DeclaredOption.flag;
import static dev.barnacle.command.arguments.DeclaredOption.number;
import static dev.barnacle.command.arguments.DeclaredOption.text;
import static dev.barnacle.command.arguments.DeclaredOption.texts;

import dev.barnacle.cl.Context;
import dev.barnacle.cli.internal.Interruption;
import dev.barnacle.cli.internal.explore.ExploreOptions;
import dev.barnacle.cli.internal.explore.ExplorePictures;
import dev.barnacle.cli.internal.explore.ExploreResult;
import dev.barnacle.cli.internal.explore.ExploreRun;
import dev.barnacle.cli.internal.explore.LocalContents;
import dev.barnacle.cli.internal.explore.ProgressLine;
import dev.barnacle.cli.internal.explore.Tune;
import dev.barnacle.cli.internal.litmus.Models;
import dev.barnacle.cli.internal.report.Format;
import dev.barnacle.cli.internal.report.Issue;
import dev.barnacle.cli.internal.report.Outputs;
import dev.barnacle.cli.internal.report.ReportOptions;
import dev.barnacle.cli.internal.report.Sources;
import dev.barnacle.command.arguments.DeclaredOption;
import dev.barnacle.command.arguments.ExitStatus;
import dev.barnacle.command.input.InputException;
import dev.barnacle.explore.KernelExplorer;
import dev.barnacle.explore.KernelModel;
import dev.barnacle.explore.ProgressRules;
import dev.barnacle.model.Model;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** {@code barnacle explore}: finds every execution of a launch that a memory model allows. */
final class ExploreCommand extends LaunchCommand {
  private static final int MOST_THREADS = 1024;

  private @Nullable String model;
  private @Nullable String assertion;
  private @Nullable String exists;
  private @Nullable String filter;
  private final List<String> localInit = new ArrayList<>();
  private String progress = "fair";
  private int unroll = KernelExplorer.DEFAULT_UNROLL;
  private int jobs = Runtime.getRuntime().availableProcessors();
  private @Nullable Double timeout;
  private @Nullable Path graphs;
  private @Nullable Path witnesses;
  private boolean weakest;
  private boolean repair;

  private final ReportOptions report = new ReportOptions();
  private List<String> shown = List.of();
  private final Sources sources = new Sources();

  ExploreCommand() {
    super(
        "barnacle explore",
        "Find every execution of a small launch that the memory model allows.",
        "Shown are all final states of memory, data races, barrier divergence, bad accesses, failed"
            + " assertions and hangs.");
  }

  @Override
  public List<DeclaredOption> options() {
    List<DeclaredOption> options = new ArrayList<>(super.options());
    options.add(
        text(
            "--model",
            "NAME|FILE.cat",
            value -> model = value,
            String.join(", ", Model.SHIPPED) + " or a .cat file;",
            "otherwise that of the version that the program is built for."));
    options.add(
        text(
            "--assert",
            "CONDITION",
            value -> assertion = value,
            "What every final state must satisfy, such as 'out[0] == 3 && x[i] >= 0': C's"
                + " operators;",
            "a name that is no buffer goes over all elements, as forall i: and exists i: do."));
    options.add(
        text(
            "--exists",
            "CONDITION",
            value -> exists = value,
            "What some final state must satisfy."));
    options.add(
        text(
            "--filter",
            "CONDITION",
            value -> filter = value,
            "What a final state must satisfy to count; others are not shown, and --assert and",
            "--exists do not ask them."));
    options.add(
        texts(
            "--local-init",
            "NAME=SPEC",
            localInit::add,
            "What local memory holds at first, by the name of an argument or variable, such as",
            "tile=int[4]=zero; otherwise nothing."));
    options.add(
        text(
            "--progress",
            "MODEL",
            value -> progress = value,
            "Which work-groups are sure to come further: fair, hsa, obe, hsa-obe, lobe or unfair",
            "(" + progress + "); or LEVEL=MODEL,… of device, work-group, sub-group."));
    options.add(
        count(
            "--unroll",
            "N",
            value -> unroll = value,
            "How often a loop goes round that reads atomic objects and changes something",
            "(" + unroll + ")."));
    options.add(
        count(
            "--jobs",
            "N",
            value -> jobs = value,
            "Threads that search; as many as processors otherwise."));
    options.add(
        number(
            "--timeout",
            "SECONDS",
            value -> timeout = value,
            "Stop a launch after so long; its answer is incomplete then. Without it a launch",
            "ends 10 s after its first fault."));
    options.add(
        text(
            "--graphs",
            "DIR",
            value -> graphs = Path.of(value),
            "Write pictures to a folder, as SVG and DOT: an execution for each fault and final"
                + " state."));
    options.add(
        text(
            "--witnesses",
            "DIR",
            value -> witnesses = Path.of(value),
            "Write the same executions to a folder for other programs, as JSON, GraphML and",
            "DOT."));
    options.add(
        text(
            "--show",
            "REL[,REL…]",
            value -> shown = List.of(value.split(",", -1)),
            "Relations that pictures have beside the usual ones: fr, hb."));
    options.add(
        flag(
            "--weakest",
            () -> weakest = true,
            "Where the kernel is correct: the weakest memory orders, scopes and fence flags that",
            "keep it so, as a diff; each step is explored."));
    options.add(
        flag(
            "--repair",
            () -> repair = true,
            "Where it is faulty: the smallest edits of orders, scopes, flags, fences and barriers",
            "that make it correct, three at most, as a diff."));
    options.addAll(report.options());
    return options;
  }

  @Override
  int run(PrintWriter out, PrintWriter err) {
    List<LaunchOptions.Request> requests = launch.manyRequests();
    ExplorePictures pictures = pictures();
    ExploreOptions options = exploreOptions(pictures.isWanted());
    if (options.axioms() != null) {
      Models.warnings(options.axioms()).forEach(err::println);
    }
    AtomicBoolean stopped = new AtomicBoolean();
    try (Outputs outputs = outputs(pictures, out);
        Interruption _ = new Interruption(() -> stopped.set(true), 5);
        Context context = Context.builder().watched().create()) {
      forEach(
          requests,
          out,
          err,
          request -> explore(context, options, request, stopped, pictures, outputs, err));
      outputs.end(status(), "");
    }
    return status();
  }

  private ExplorePictures pictures() {
    for (String relation : shown) {
      if (!relation.equals("fr") && !relation.equals("hb")) {
        throw new InputException("--show '" + relation + "': expected fr or hb");
      }
    }
    if (!shown.isEmpty() && graphs == null && !report.has(Format.HTML)) {
      throw new InputException("--show goes with --graphs or --output html");
    }
    return new ExplorePictures(graphs, witnesses, report.has(Format.HTML), shown);
  }

  private Outputs outputs(ExplorePictures pictures, PrintWriter out) {
    return new Outputs(
        report,
        "explore",
        arguments(),
        out,
        sources,
        format -> format == Format.HTML ? Optional.of(pictures) : Optional.empty());
  }

  private ExploreOptions exploreOptions(boolean pictures) {
    if (weakest && repair) {
      throw new InputException("--weakest and --repair: expected one of them");
    }
    if (unroll < 1) {
      throw new InputException("--unroll " + unroll + ": expected at least 1");
    }
    if (jobs < 1 || jobs > MOST_THREADS) {
      throw new InputException("--jobs " + jobs + ": expected 1 to " + MOST_THREADS);
    }
    if (timeout != null && !(timeout > 0 && timeout < 1e9)) {
      throw new InputException("--timeout " + timeout + ": expected seconds, more than 0");
    }
    KernelModel named = model == null ? null : KernelModel.named(model);
    if (filter != null && (weakest || repair)) {
      throw new InputException("--weakest and --repair take no --filter");
    }
    Model axioms = model == null || named != null ? null : Models.load(model);
    if (axioms != null && (weakest || repair)) {
      throw new InputException(
          "--weakest and --repair take the models opencl, opencl-scoped and opencl-3.1");
    }
    ProgressRules fair = ProgressRules.named(progress);
    if (fair == null) {
      throw new InputException(
          "--progress "
              + progress
              + ": expected fair, hsa, obe, hsa-obe, lobe or unfair, or LEVEL=MODEL,… with the"
              + " levels device, work-group and sub-group");
    }
    Duration limit = timeout == null ? null : Duration.ofNanos((long) (timeout * 1e9));
    Tune tune = weakest ? Tune.WEAKEST : repair ? Tune.REPAIR : Tune.NOTHING;
    return new ExploreOptions(
        named,
        axioms,
        fair,
        assertion,
        exists,
        filter,
        LocalContents.read(localInit),
        unroll,
        jobs,
        limit,
        tune,
        pictures);
  }

  private void explore(
      Context context,
      ExploreOptions options,
      LaunchOptions.Request request,
      AtomicBoolean stopped,
      ExplorePictures pictures,
      Outputs outputs,
      PrintWriter err) {
    long start = System.nanoTime();
    ProgressLine line = new ProgressLine(err);
    ExploreRun run = new ExploreRun(context, options, line.progress());
    try {
      ExploreResult result;
      try (line) {
        result = run.run(request.read(), stopped::get);
      }
      if (run.chosen() != null) {
        err.println(result.source() + ": note: built with " + run.chosen());
      }
      run.notes().forEach(note -> err.println(result.source() + ": note: " + note));
      if (pictures.isWanted()) {
        pictures.add(result);
      }
      Outputs.Split<Issue> split =
          outputs.split(result.kernel(), result.issues(), Function.identity());
      outputs.answer(result.answer(request.file(), split, sources, seconds(start)));
      boolean fails = outputs.isFailing(split.issues()) || result.verdict().equals("incomplete");
      atLeast(fails ? ExitStatus.FINDINGS : ExitStatus.OK);
    } catch (RuntimeException e) {
      atLeast(new Errors(err).report(e));
      outputs.answer(failed(request, run.kernelName(), e, "faults", start));
    }
  }
}
