package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.barnacle.command.arguments.Arguments;
import dev.barnacle.command.arguments.Command;
import dev.barnacle.command.arguments.DeclaredOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * {@code docs/reference/cli.md} has the options that the command line understands, and no others.
 */
class CliReferenceTest {
  private static final Path PAGE = Path.of("..", "docs", "reference", "cli.md");
  private static final Pattern OPTION = Pattern.compile("`(--?[\\w-]+)[^`]*`");
  private static final Pattern LABEL =
      Pattern.compile("`--[\\w-]+(?:\\[=| )([^`\\]]+?(?:\\[.*)?)]?`");

  /** The options in the tables of the page, by the heading above, each with its parameter. */
  private static Map<String, Map<String, String>> page() throws IOException {
    Map<String, Map<String, String>> sections = new LinkedHashMap<>();
    String heading = "";
    for (String line : Files.readAllLines(PAGE)) {
      if (line.startsWith("## ")) {
        heading = line.substring(3).replace("`", "");
      } else if (line.startsWith("| `-")) {
        String cell = line.split("(?<!\\\\)\\|", -1)[1].replace("\\|", "|");
        Matcher label = LABEL.matcher(cell);
        String parameter = label.find() ? label.group(1) : "";
        Matcher option = OPTION.matcher(cell);
        while (option.find()) {
          sections.computeIfAbsent(heading, _ -> new TreeMap<>()).put(option.group(1), parameter);
        }
      }
    }
    return sections;
  }

  private static Map<String, String> understood(Command command) {
    Map<String, String> options = new TreeMap<>();
    for (DeclaredOption option : command.options()) {
      for (String name : option.names()) {
        options.put(name, option.label());
      }
    }
    return options;
  }

  private static Map<String, Map<String, String>> understood() {
    Map<String, Map<String, String>> all = new LinkedHashMap<>();
    collect("", new Barnacle(), all);
    all.put("check --", withHelp(new CheckProgramCommand(List.of("a.out"))));
    return all;
  }

  private static Map<String, String> withHelp(Command command) {
    Map<String, String> options = understood(command);
    Arguments.HELP.forEach(name -> options.put(name, ""));
    return options;
  }

  private static void collect(
      String parent, Command command, Map<String, Map<String, String>> all) {
    command
        .commands()
        .forEach(
            (name, made) -> {
              Command sub = made.get();
              Map<String, String> options = understood(sub);
              if (!options.isEmpty()) {
                all.put((parent + " " + name).strip(), options);
              }
              collect(parent + " " + name, sub, all);
            });
    if (parent.isEmpty()) {
      all.put("barnacle", withHelp(command));
    }
  }

  @Test
  void everyOptionHasARowAndEveryRowIsAnOption() throws IOException {
    Map<String, Map<String, String>> page = page();
    Map<String, String> launch = section(page, "The launch");
    page.remove("The launch");
    for (String command : List.of("run", "check", "explore")) {
      section(page, command).putAll(launch);
    }
    Map<String, String> reports = section(page, "What becomes of findings");
    page.remove("What becomes of findings");
    for (String command : List.of("check", "check --", "explore", "litmus", "report", "campaign")) {
      section(page, command).putAll(reports);
    }
    assertEquals(lines(understood()), lines(page));
  }

  /** A page that lacks everything would be equal to a command line without options. */
  @Test
  void theOptionsAreRead() {
    assertEquals("N", section(understood(), "run").get("--repeat"));
    assertEquals("", section(understood(), "litmus").get("--verdict-only"));
    assertEquals(
        Set.of(
            "barnacle",
            "run",
            "check",
            "check --",
            "explore",
            "litmus",
            "compare",
            "compile",
            "devices",
            "report",
            "campaign",
            "bench",
            "completion",
            "icd install",
            "icd uninstall",
            "icd path"),
        understood().keySet());
  }

  private static Map<String, String> section(
      Map<String, Map<String, String>> sections, String name) {
    return Objects.requireNonNull(sections.get(name), name);
  }

  private static String lines(Map<String, Map<String, String>> sections) {
    Set<String> lines = new TreeSet<>();
    sections.forEach(
        (section, options) ->
            options.forEach(
                (option, parameter) -> lines.add(section + ": " + option + " " + parameter)));
    return String.join("\n", lines);
  }
}
