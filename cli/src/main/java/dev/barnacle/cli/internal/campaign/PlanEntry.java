package dev.barnacle.cli.internal.campaign;

import dev.barnacle.cli.internal.fuzz.Platforms;
import dev.barnacle.command.input.InputException;
import dev.barnacle.command.json.Json;
import dev.barnacle.model.Nearest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

/** An entry of a plan: the product of its files and of what else it has several of. */
final class PlanEntry {
  private static final long MOST_SEEDS = 100_000_000;
  private static final Pattern SIZES = Pattern.compile("\\d+(,\\d+){0,2}(/\\d+(,\\d+){0,2})?");
  private static final Pattern OF_REPORT =
      Pattern.compile("--(output|json|html|baseline|write-baseline|fail-on)(=.*)?");
  private static final List<String> ENGINES =
      List.of("lanes=1", "lanes=4", "lanes=16", "optimize=quick", "optimize=full", "watch");

  private final Json.Obj json;
  private final PlanFiles files;

  /** Makes one. */
  PlanEntry(Json.Obj json, PlanFiles files) {
    this.json = json;
    this.files = files;
  }

  /** Words of a command, and what the name has for them. */
  private record Part(String name, List<String> words) {
    static final Part NONE = new Part("", List.of());
  }

  /** Returns the tasks, in order. */
  List<Task> tasks() {
    Task.Kind kind = kind();
    return switch (kind) {
      case CHECK -> {
        only("files", "sizes", "schedules", "options");
        yield product(kind, "check", List.of(sizes(), counts("schedules", "--schedules")));
      }
      case EXPLORE -> {
        only("files", "sizes", "models", "progress", "options");
        yield product(
            kind,
            "explore",
            List.of(
                sizes(),
                parts("models", "model", "--model"),
                parts("progress", "progress", "--progress")));
      }
      case LITMUS -> {
        only("files", "models", "expect", "options");
        yield product(kind, "litmus", List.of(parts("models", "model", "--model"), expected()));
      }
      case FUZZ -> {
        only("seeds", "files", "engines", "platforms");
        yield json.get("files") == null
            ? fuzz("", List.of(), Set.of())
            : files(kind).stream()
                .flatMap(
                    file ->
                        fuzz(":" + file.name(), List.of("--", file.path()), file.covered())
                            .stream())
                .toList();
      }
      case COMPARE -> {
        only("files", "sizes", "engines", "platforms", "options");
        yield product(kind, "run", List.of(sizes()));
      }
      case PROGRAM -> {
        only("commands", "schedules", "options");
        yield programs();
      }
    };
  }

  private void only(String... keys) {
    List<String> all = new ArrayList<>(List.of("kind", "name"));
    all.addAll(List.of(keys));
    json.allowOnly(all.toArray(String[]::new));
  }

  private Task.Kind kind() {
    Json kind = json.require("kind");
    String text = kind.asText();
    for (Task.Kind one : Task.Kind.values()) {
      if (one.keyword().equals(text)) {
        return one;
      }
    }
    List<String> all = Arrays.stream(Task.Kind.values()).map(Task.Kind::keyword).toList();
    throw new InputException(
        kind.place(),
        "\""
            + text
            + "\" is no kind of task"
            + Nearest.question(text, all)
            + " ("
            + String.join(", ", all)
            + ")");
  }

  /** Returns what names begin with: the kind, or what the entry is called. */
  private String title() {
    Json name = json.get("name");
    return name == null ? kind().keyword() : name.asText();
  }

  private List<Task> product(Task.Kind kind, String command, List<List<Part>> dimensions) {
    List<Task> tasks = new ArrayList<>();
    List<String> options = options();
    files(kind).forEach(file -> product(kind, command, file, options, dimensions, tasks));
    return tasks;
  }

  private List<PlanFiles.Named> files(Task.Kind kind) {
    List<PlanFiles.Named> all = new ArrayList<>();
    for (Json pattern : list("files", true)) {
      boolean programs = kind != Task.Kind.LITMUS;
      List<PlanFiles.Named> named =
          files.files(pattern.asText(), pattern.place(), programs).stream()
              .filter(file -> isOf(kind, file.path()))
              .toList();
      if (named.isEmpty()) {
        throw new InputException(
            pattern.place(), pattern.asText() + ": no file for " + kind.keyword());
      }
      all.addAll(named);
    }
    return all;
  }

  private static boolean isOf(Task.Kind kind, String file) {
    return switch (kind) {
      case LITMUS -> file.endsWith(".litmus");
      case COMPARE, FUZZ -> file.matches(".*\\.(json|cl)");
      default -> true;
    };
  }

  private void product(
      Task.Kind kind,
      String command,
      PlanFiles.Named file,
      List<String> options,
      List<List<Part>> dimensions,
      List<Task> tasks) {
    for (List<Part> choice : choices(dimensions)) {
      StringBuilder name = new StringBuilder(title()).append(':').append(file.name());
      List<String> words = new ArrayList<>(List.of(command));
      if (file.path().endsWith(".json") && kind != Task.Kind.LITMUS) {
        words.add("--launch");
      }
      words.add(file.path());
      for (Part part : choice) {
        name.append(part.name().isEmpty() ? "" : ":" + part.name());
        words.addAll(part.words());
      }
      words.addAll(options);
      if (kind == Task.Kind.EXPLORE || kind == Task.Kind.LITMUS) {
        words.addAll(List.of("--jobs", "1"));
      }
      if (kind == Task.Kind.COMPARE) {
        words.add("--");
        words.addAll(engines());
      }
      tasks.add(new Task(name.toString(), kind, words, file.covered()));
    }
  }

  private static List<List<Part>> choices(List<List<Part>> dimensions) {
    List<List<Part>> choices = List.of(List.of());
    for (List<Part> dimension : dimensions) {
      List<List<Part>> longer = new ArrayList<>();
      for (List<Part> choice : choices) {
        for (Part part : dimension) {
          List<Part> one = new ArrayList<>(choice);
          one.add(part);
          longer.add(one);
        }
      }
      choices = longer;
    }
    return choices;
  }

  private List<Task> fuzz(String name, List<String> file, Set<String> covered) {
    List<Long> range = json.require("seeds").asLongs();
    if (range.size() != 2
        || range.getFirst() > range.getLast()
        || range.getLast() - range.getFirst() >= MOST_SEEDS) {
      throw new InputException(json.require("seeds").place(), "expected [FIRST, LAST]");
    }
    List<String> engines = engines();
    return LongStream.rangeClosed(range.getFirst(), range.getLast())
        .mapToObj(
            seed -> {
              List<String> words = new ArrayList<>(List.of(String.valueOf(seed)));
              words.addAll(file);
              words.addAll(engines);
              return new Task(title() + name + ":" + seed, Task.Kind.FUZZ, words, covered);
            })
        .toList();
  }

  private List<Task> programs() {
    List<Task> tasks = new ArrayList<>();
    for (Json command : list("commands", true)) {
      List<String> program = command.asArray().stream().map(Json::asText).toList();
      if (program.isEmpty()) {
        throw new InputException(command.place(), "the command has no word");
      }
      for (Part schedules : counts("schedules", "--schedules")) {
        List<String> words = new ArrayList<>(List.of("check"));
        words.addAll(schedules.words());
        words.addAll(options());
        words.addAll(List.of("--json", "--"));
        words.addAll(program);
        String end = schedules.name().isEmpty() ? "" : ":" + schedules.name();
        tasks.add(
            new Task(title() + ":" + String.join(" ", program) + end, Task.Kind.PROGRAM, words));
      }
    }
    return tasks;
  }

  private List<String> options() {
    List<String> options = new ArrayList<>();
    for (Json option : list("options", false)) {
      if (OF_REPORT.matcher(option.asText()).matches()) {
        throw new InputException(
            option.place(), option.asText() + " is an option of the whole campaign");
      }
      options.add(option.asText());
    }
    return options;
  }

  /** Returns the engines, and behind them the platforms. */
  private List<String> engines() {
    List<String> engines = list("engines", false).stream().map(Json::asText).toList();
    List<String> platforms =
        list("platforms", false).stream().map(name -> Platforms.WORD + name.asText()).toList();
    if (engines.size() == 1 && platforms.isEmpty()) {
      throw new InputException(json.require("engines").place(), "expected several engines");
    }
    List<String> all = new ArrayList<>(engines.isEmpty() ? ENGINES : engines);
    all.addAll(platforms);
    return all;
  }

  /** Returns sizes such as {@code 64} or {@code 64,64/8,8}: global, and local behind the slash. */
  private List<Part> sizes() {
    List<Part> parts = new ArrayList<>();
    for (Json size : list("sizes", false)) {
      String text = size.asText();
      if (!SIZES.matcher(text).matches()) {
        throw new InputException(
            size.place(), "\"" + text + "\": expected GLOBAL or GLOBAL/LOCAL, such as 64,64/8,8");
      }
      int slash = text.indexOf('/');
      parts.add(
          new Part(
              "size=" + text,
              slash < 0
                  ? List.of("--global", text)
                  : List.of(
                      "--global", text.substring(0, slash),
                      "--local", text.substring(slash + 1))));
    }
    return orNone(parts);
  }

  private List<Part> counts(String key, String option) {
    List<Part> parts = new ArrayList<>();
    for (Json count : list(key, false)) {
      long number = count.asLong();
      if (number < 1 || number > Integer.MAX_VALUE) {
        throw new InputException(count.place(), number + ": expected at least 1");
      }
      parts.add(new Part(key + "=" + number, List.of(option, String.valueOf(number))));
    }
    return orNone(parts);
  }

  private List<Part> parts(String key, String label, String option) {
    List<Part> parts = new ArrayList<>();
    for (Json one : list(key, false)) {
      String text = one.asText();
      String value = text.endsWith(".cat") ? files.path(text, one.place()) : text;
      parts.add(new Part(label + "=" + text, List.of(option, value)));
    }
    return orNone(parts);
  }

  private List<Part> expected() {
    Json expect = json.get("expect");
    return expect == null
        ? List.of(Part.NONE)
        : List.of(new Part("", List.of("--expect", files.path(expect.asText(), expect.place()))));
  }

  private static List<Part> orNone(List<Part> parts) {
    return parts.isEmpty() ? List.of(Part.NONE) : parts;
  }

  private List<Json> list(String key, boolean needed) {
    Json value = json.get(key);
    if (value == null && !needed) {
      return List.of();
    }
    List<Json> all = json.require(key).asArray();
    if (all.isEmpty()) {
      throw new InputException(json.require(key).place(), "\"" + key + "\" is empty");
    }
    return all;
  }
}
