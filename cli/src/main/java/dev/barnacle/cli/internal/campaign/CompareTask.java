package dev.barnacle.cli.internal.campaign;

import dev.barnacle.cli.internal.fuzz.Engines;
import dev.barnacle.cli.internal.fuzz.Platforms;
import dev.barnacle.cli.internal.launch.LaunchFile;
import dev.barnacle.cli.internal.launch.LaunchSpec;
import dev.barnacle.cli.internal.report.Issue;
import dev.barnacle.command.input.InputException;
import java.util.Arrays;
import java.util.List;

/** One launch with several engines. */
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
    Engines engines = new Engines(task.words().subList(dashes + 1, task.words().size()), platforms);
    List<Issue> issues = engines.compare(spec(words));
    return TaskResult.of(task, issues, "", TaskRunner.seconds(start));
  }

  private static LaunchSpec spec(List<String> words) {
    LaunchSpec spec = LaunchFile.read(words.get(1));
    List<Long> global = spec.global();
    List<Long> local = spec.local();
    String options = spec.options();
    for (int i = 2; i + 1 < words.size(); i += 2) {
      String value = words.get(i + 1);
      switch (words.get(i)) {
        case "--global" -> global = sizes(value);
        case "--local" -> local = sizes(value);
        case "--options" -> options = value;
        default -> throw new InputException(words.get(i) + ": compare takes --options alone");
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
