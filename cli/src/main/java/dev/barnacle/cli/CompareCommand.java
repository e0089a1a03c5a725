package dev.barnacle.cli;

import static dev.barnacle.command.arguments.DeclaredOption.count;
import static dev.barnacle.command.arguments.DeclaredOption.flag;
import static dev.barnacle.command.arguments.DeclaredOption.number;
import static dev.barnacle.command.arguments.DeclaredOption.positional;
import static dev.barnacle.command.arguments.DeclaredOption.text;

import dev.barnacle.cli.internal.Interruption;
import dev.barnacle.cli.internal.compare.BoundsOptions;
import dev.barnacle.cli.internal.compare.CompareRun;
import dev.barnacle.cli.internal.compare.Difference;
import dev.barnacle.cli.internal.litmus.Models;
import dev.barnacle.command.arguments.Command;
import dev.barnacle.command.arguments.DeclaredOption;
import dev.barnacle.command.arguments.ExitStatus;
import dev.barnacle.command.arguments.UsageException;
import dev.barnacle.command.input.InputException;
import dev.barnacle.command.json.JsonLine;
import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.ModelComparison;
import dev.barnacle.frontend.Diagnostic;
import dev.barnacle.model.Model;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * {@code barnacle compare}: the smallest litmus tests that two memory models answer differently.
 */
final class CompareCommand extends Command {
  private static final int GREATEST_SIZE = 8;

  /** The language of the tests. */
  enum Language {
    /** C11. */
    C,
    /** OpenCL C. */
    OPENCL
  }

  private final List<String> names = new ArrayList<>();
  private int size = 4;
  private int count = Integer.MAX_VALUE;
  private boolean raceFree;
  private boolean statesOnly;
  private final BoundsOptions bounds = new BoundsOptions();
  private @Nullable Language language;
  private @Nullable Path folder;
  private @Nullable Path programs;
  private @Nullable Double timeout;
  private boolean json;

  private Invocation call = NOT_CALLED;
  private volatile boolean stopped;

  CompareCommand() {
    super(
        "barnacle compare",
        "Find the smallest litmus tests that two memory models answer differently.");
  }

  @Override
  public List<DeclaredOption> options() {
    List<DeclaredOption> options = new ArrayList<>();
    options.add(
        positional("MODEL", names::add, String.join(", ", Model.SHIPPED) + " or a .cat file.")
            .times(2, 2));
    options.add(
        count(
            "--size",
            "N",
            value -> size = value,
            "Look at all programs of up to N operations: accesses, fences, barriers",
            "(" + size + ")."));
    options.add(
        count(
            "--count",
            "K",
            value -> count = value,
            "End after K tests were found; all otherwise."));
    options.add(
        flag(
            "--race-free",
            () -> raceFree = true,
            "Only tests in which the model that forbids finds no fault: leave out those whose"
                + " behaviour is undefined under both."));
    options.add(
        flag(
            "--states",
            () -> statesOnly = true,
            "Only tests whose condition one model forbids: a fault that only one of them finds is"
                + " no difference of its own."));
    options.addAll(bounds.options());
    options.add(
        text(
            "--language",
            "C|OPENCL",
            value -> language = language(value),
            "The tests' language; otherwise OpenCL C where a model speaks of scopes, regions or"
                + " barriers, and C11 where none does."));
    options.add(
        text(
                "--graphs",
                "DIR",
                value -> folder = Path.of(value),
                "Write the tests there, and pictures of them as litmus --graphs makes them under"
                    + " both models.")
            .named("--graphs", "--out"));
    options.add(
        text(
            "--programs",
            "DIR",
            value -> programs = Path.of(value),
            "Write each test there as a C program with its kernel, as OpenCL-CTS has them, that"
                + " fails where a device shows the condition. A note says which have none."));
    options.add(
        number(
            "--timeout",
            "SECONDS",
            value -> timeout = value,
            "End after so long; the answer says what was looked at. No limit otherwise."));
    options.add(
        flag(
            "--json",
            () -> json = true,
            "One JSON object a test, one a line, and one at the end."));
    return options;
  }

  private static Language language(String name) {
    return switch (name.toUpperCase(Locale.ROOT)) {
      case "C" -> Language.C;
      case "OPENCL" -> Language.OPENCL;
      default -> throw new UsageException("--language " + name + ": expected C or OPENCL");
    };
  }

  @Override
  public int run(Invocation invocation) throws ExploreException {
    call = invocation;
    if (size < 1 || size > GREATEST_SIZE) {
      throw new InputException("--size is 1 to " + GREATEST_SIZE);
    }
    if (count < 1) {
      throw new InputException("--count is at least 1");
    }
    if (timeout != null && !(timeout > 0)) {
      throw new InputException("--timeout is above 0");
    }
    List<Model> models = names.stream().map(Models::load).toList();
    CompareRun run = new CompareRun(question(models), this::print);
    models.forEach(this::warn);
    // What was found so far stays printed, and the last line says how far the search came.
    try (Interruption _ = new Interruption(() -> stopped = true, 5)) {
      run.run();
      print(json ? JsonLine.of(run.json()) : run.summary());
    }
    return run.differences() == 0 ? ExitStatus.OK : ExitStatus.FINDINGS;
  }

  private CompareRun.Question question(List<Model> models) {
    boolean openCl =
        language == null
            ? ModelComparison.speakOfOpenCl(models.get(0), models.get(1))
            : language == Language.OPENCL;
    if (programs != null && !openCl) {
      throw new InputException("--programs takes tests in OpenCL C: see --language");
    }
    long start = System.nanoTime();
    double nanos = timeout == null ? Double.POSITIVE_INFINITY : timeout * 1e9;
    return new CompareRun.Question(
        names.stream().map(Models::shortName).toList(),
        models,
        openCl,
        size,
        count,
        bounds.bounds(),
        new CompareRun.Counted(!raceFree, statesOnly),
        () -> stopped || System.nanoTime() - start > nanos);
  }

  private void warn(Model model) {
    PrintWriter err = call.err();
    for (Diagnostic warning : Models.warnings(model)) {
      err.println(warning);
    }
    err.flush();
  }

  private void print(Difference difference) {
    if (folder != null) {
      CompareRun.write(folder, difference, names);
    }
    print(json ? JsonLine.of(difference.json()) : difference.program());
    if (programs != null) {
      CompareRun.program(programs, difference)
          .ifPresent(why -> note(difference.name() + " is no C program: " + why));
    }
  }

  private void note(String text) {
    call.err().println("note: " + text);
    call.err().flush();
  }

  private void print(String text) {
    PrintWriter out = call.out();
    out.println(text);
    out.flush();
  }
}
