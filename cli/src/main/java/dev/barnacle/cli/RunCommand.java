package dev.barnacle.cli;

import static dev.barnacle.command.arguments.DeclaredOption.count;
import static dev.barnacle.command.arguments.DeclaredOption.flag;
import static dev.barnacle.command.arguments.DeclaredOption.optional;
import static dev.barnacle.command.arguments.DeclaredOption.texts;

import dev.barnacle.cl.Context;
import dev.barnacle.cl.ContextBuilder;
import dev.barnacle.cl.KernelCrashException;
import dev.barnacle.cli.internal.run.Explanations;
import dev.barnacle.cli.internal.run.LaunchRun;
import dev.barnacle.cli.internal.run.Output;
import dev.barnacle.cli.internal.run.Profile;
import dev.barnacle.cli.internal.run.RunReport;
import dev.barnacle.command.arguments.DeclaredOption;
import dev.barnacle.command.arguments.ExitStatus;
import dev.barnacle.command.input.InputException;
import dev.barnacle.command.json.JsonLine;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** {@code barnacle run}: builds a program, launches a kernel and shows what it made. */
final class RunCommand extends LaunchCommand {
  private final List<String> print = new ArrayList<>();
  private final List<String> save = new ArrayList<>();
  private final List<String> png = new ArrayList<>();
  private int repeat = 1;
  private boolean profile;
  private @Nullable String printAfter;
  private @Nullable String explain;
  private final List<String> engineOptions = new ArrayList<>();
  private boolean json;

  private @Nullable Explanations explanations;

  RunCommand() {
    super(
        "barnacle run",
        "Launch a kernel and show what it made.",
        "run -- COMMAND … runs an existing OpenCL program on Barnacle.");
  }

  @Override
  public List<DeclaredOption> options() {
    List<DeclaredOption> options = new ArrayList<>(super.options());
    options.add(
        texts("--print", "NAME[:N]", print::add, "Print a buffer's elements, or the first N."));
    options.add(texts("--save", "NAME=FILE", save::add, "Write a buffer's raw bytes to a file."));
    options.add(
        texts(
            "--png",
            "NAME=WxH:FILE",
            png::add,
            "Write a buffer as a picture: 1 (grey) to 4 (RGBA) channels a pixel, uchar 0-255,"
                + " ushort 0-65535, floats 0-1; a uint is an RGBA pixel, red lowest."));
    options.add(
        count(
            "--repeat",
            "N",
            value -> repeat = value,
            "Launch N times, each with the buffers as they were given."));
    options.add(
        flag("--profile", () -> profile = true, "Show times, work-groups and rates (on stderr)."));
    options.add(
        optional(
            "--print-after",
            "PASS",
            value -> printAfter = value,
            "Print the kernel IR after a pass of the engine, or after each; or the plan."));
    options.add(
        optional(
            "--explain",
            "plan|llvm|asm",
            value -> explain = value,
            "Say what became of the kernel: how many work-items make a vector, which accesses"
                + " gather,",
            "what runs lane by lane, what is kept across barriers; =llvm or =asm print the code"
                + " too."));
    options.add(
        texts(
            "--engine-option",
            "NAME=VALUE",
            engineOptions::add,
            "How the engine works: lanes=auto|1|4|8|16|32|64,",
            "features=host, x86-64's avx512|avx2|sse4|sse2",
            "or AArch64's sve2|sve|lse|neon,",
            "threads=N, pin=on|off, optimize=auto|full|quick, versions=auto|special|general,",
            "compile-limit=auto|off|SECONDS, linker=auto|llvm,",
            "cache=on|off, dump=llvm+optimized+asm.",
            "May be given many times; BARNACLE_SIMD in the environment holds a list, separated by"
                + " commas."));
    options.add(flag("--json", () -> json = true, "One JSON object a launch, one a line."));
    return options;
  }

  @Override
  int run(PrintWriter out, PrintWriter err) {
    List<LaunchOptions.Request> requests = launch.requests();
    if (repeat < 1) {
      throw new InputException("--repeat " + repeat + ": expected at least 1");
    }
    List<Output> outputs = Output.parse(print, save, png);
    if (requests.size() > 1 && outputs.stream().anyMatch(Output::writesFile)) {
      throw new InputException("--save and --png need a single launch");
    }
    KernelCrashes.prepare();
    explanations = explain == null ? null : new Explanations(explain);
    try (Context context = context(json ? err : out, err)) {
      context.deviceQueues().setDefault(context.deviceQueues().create());
      forEach(requests, out, err, request -> run(context, request, outputs, out, err));
    }
    return status();
  }

  /** Makes the context; {@code text} is for what is neither a result nor an error. */
  private Context context(PrintWriter text, PrintWriter err) {
    Consumer<String> sink =
        line -> {
          text.print(line);
          text.flush();
        };
    ContextBuilder builder =
        Context.builder()
            .output(sink)
            .notices(
                line -> {
                  err.println("note: " + line);
                  err.flush();
                });
    engineOptions.forEach(builder::engineOptions);
    if (explanations != null) {
      builder.listen(explanations);
    }
    if (printAfter != null) {
      builder.printAfter(printAfter, sink);
    }
    return builder.create();
  }

  private static void tell(LaunchRun run, PrintWriter err) {
    if (run.chosen() != null) {
      err.println(
          "%s: note: kernel %s is given --options %s"
              .formatted(run.source(), run.kernelName(), run.chosen()));
    }
    run.notes().forEach(note -> err.println(run.source() + ": note: " + note));
  }

  private void run(
      Context context,
      LaunchOptions.Request request,
      List<Output> outputs,
      PrintWriter out,
      PrintWriter err) {
    long start = System.nanoTime();
    LaunchRun launchRun = new LaunchRun(context, repeat, outputs);
    KernelCrashes crashes = new KernelCrashes(launch.words(request));
    launchRun.beforeLaunch(
        run ->
            crashes.lastWords(
                run,
                json
                    ? text ->
                        JsonLine.of(failure(request, run.kernelName(), text, List.of(), start))
                    : text -> ""));
    try {
      RunReport report = launchRun.run(request.read());
      tell(launchRun, err);
      if (!report.buildLog().isBlank()) {
        err.println(report.buildLog().stripTrailing());
      }
      if (json) {
        Map<String, Object> line = report.json(request.file(), seconds(start));
        if (explanations != null) {
          line.put("explanation", explanations.json());
        }
        out.println(JsonLine.of(line));
      } else {
        report.printText(out);
        if (explanations != null) {
          explanations.print(out);
        }
      }
      if (explanations != null) {
        explanations.clear();
      }
      if (!json) {
        out.flush();
        report.printSummary(err, profile);
      }
      if (profile) {
        new Profile(report).print(err);
      }
    } catch (KernelCrashException e) {
      String text = crashes.text(launchRun, e);
      err.println(text);
      atLeast(ExitStatus.FINDINGS);
      if (json) {
        out.println(JsonLine.of(failure(request, launchRun.kernelName(), text, List.of(), start)));
      }
    } catch (RuntimeException e) {
      atLeast(new Errors(err).report(e));
      if (json) {
        out.println(
            JsonLine.of(
                failure(request, launchRun.kernelName(), Errors.text(e), List.of(), start)));
      }
    }
  }
}
