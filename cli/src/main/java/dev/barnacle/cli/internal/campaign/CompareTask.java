package dev.barnacle.cli.internal.campaign;

import dev.barnacle.cl.ClException;
import dev.barnacle.cli.internal.fuzz.Engines;
import dev.barnacle.cli.internal.fuzz.Platforms;
import dev.barnacle.cli.internal.launch.LaunchFile;
import dev.barnacle.cli.internal.launch.LaunchSpec;
import dev.barnacle.cli.internal.report.Answer;
import dev.barnacle.cli.internal.report.Issue;
import dev.barnacle.command.input.InputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** One launch with several engines, or one of each kernel of a program. */
final class CompareTask {
  private final Task task;
  private final Platforms platforms;

  CompareTask(Task task, Platforms platforms) {
    this.task = task;
    this.platforms = platforms;
  }

  /** Does it. */
  TaskResult run(long start) {
    int dashes = task.words().indexOf("--");
    List<String> words = task.words().subList(1, dashes);
    List<String> engines = task.words().subList(dashes + 1, task.words().size());
    LaunchSpec spec = spec(words);
    if (spec.file() != null) {
      List<Issue> issues = new Engines(engines, platforms).compare(spec);
      return TaskResult.of(task, issues, "", TaskRunner.seconds(start));
    }
    return kernels(spec, engines, start);
  }

  private TaskResult kernels(LaunchSpec program, List<String> engines, long start) {
    List<Answer> answers = new ArrayList<>();
    long from = start;
    for (GuessedLaunches.Guessed guessed :
        new GuessedLaunches(platforms).of(program, task.covered())) {
      List<Issue> issues = new ArrayList<>();
      Extent extent =
          guessed
              .launch()
              .map(launch -> compare(launch, engines, issues))
              .orElseGet(() -> notCompared(guessed));
      answers.add(answer(guessed.kernel(), issues, extent, TaskRunner.seconds(from)));
      from = System.nanoTime();
    }
    return answers.isEmpty()
        ? TaskResult.of(task, List.of(), "nothing to compare", TaskRunner.seconds(start))
        : new TaskResult(answers, TaskRunner.seconds(start));
  }

  /**
   * The part of a kernel's comparison that was done.
   *
   * @param whole whether that is all of it
   */
  record Extent(boolean whole, String summary) {
    /** Returns this part, with its summary after a kernel's name. */
    Extent of(String kernel) {
      return new Extent(whole, kernel + ": " + summary);
    }
  }

  /** Returns that nothing of a kernel was compared, and why. */
  static Extent notCompared(GuessedLaunches.Guessed guessed) {
    return new Extent(false, "not compared: " + guessed.why());
  }

  private Extent compare(LaunchSpec launch, List<String> engines, List<Issue> issues) {
    List<String> own = engines.stream().filter(word -> !Platforms.isNamed(word)).toList();
    List<String> compared = new ArrayList<>(own);
    boolean whole = true;
    try {
      issues.addAll(new Engines(own, platforms, false).compare(launch));
    } catch (InputException | ClException e) {
      return new Extent(false, "not launched: " + first(e));
    }
    for (String word : engines.subList(own.size(), engines.size())) {
      try {
        issues.addAll(new Engines(List.of(own.getFirst(), word), platforms).compare(launch));
        compared.add(word);
      } catch (InputException | ClException e) {
        compared.add(word + " not: " + first(e));
        whole = false;
      }
    }
    return new Extent(whole, "compared: " + String.join("; ", compared));
  }

  private static String first(RuntimeException e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
  }

  private Answer answer(String kernel, List<Issue> issues, Extent extent, double seconds) {
    Answer.Verdict without = extent.whole() ? Answer.Verdict.CLEAN : Answer.Verdict.INCOMPLETE;
    return new Answer(
        task.name() + ":" + kernel,
        task.name(),
        null,
        kernel,
        "",
        issues.isEmpty() ? without : Answer.Verdict.FAULTY,
        issues,
        List.of(),
        List.of(),
        extent.summary(),
        seconds,
        TaskResult.NO_FORMS);
  }

  private static LaunchSpec spec(List<String> words) {
    boolean program = !words.getFirst().equals("--launch");
    int options = program ? 1 : 2;
    return with(
        program ? program(Path.of(words.getFirst())) : LaunchFile.read(words.get(1)),
        words.subList(options, words.size()));
  }

  /** Returns a program of whose launches nothing is known. */
  static LaunchSpec program(Path source) {
    return new LaunchSpec(null, source, "", null, List.of(), List.of(), List.of(), List.of());
  }

  /** Returns a launch with what options say. */
  static LaunchSpec with(LaunchSpec spec, List<String> words) {
    List<Long> global = spec.global();
    List<Long> local = spec.local();
    String options = spec.options();
    for (int i = 0; i < words.size(); i++) {
      int equals = words.get(i).indexOf('=');
      String name = equals < 0 ? words.get(i) : words.get(i).substring(0, equals);
      if (equals < 0 && i + 1 == words.size()) {
        throw new InputException(name + ": a value is missing");
      }
      String value = equals < 0 ? words.get(++i) : words.get(i).substring(equals + 1);
      switch (name) {
        case "--global" -> global = sizes(value);
        case "--local" -> local = sizes(value);
        case "--options" -> options = value;
        default -> throw new InputException(name + ": compare takes --options alone");
      }
    }
    return new LaunchSpec(
        spec.file(),
        spec.source(),
        options,
        spec.kernel(),
        global,
        local,
        spec.offset(),
        spec.arguments(),
        spec.commands());
  }

  private static List<Long> sizes(String text) {
    return Arrays.stream(text.split(",", -1)).map(Long::valueOf).toList();
  }
}
