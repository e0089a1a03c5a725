package dev.barnacle.cli.internal.help;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Scripts by which shells complete a command's words: bash's and zsh's are picocli's. */
public enum Completion {
  BASH,
  ZSH,
  FISH;

  /** Returns the shells' names. */
  public static List<String> names() {
    return Arrays.stream(values()).map(shell -> shell.name().toLowerCase(Locale.ROOT)).toList();
  }

  /** Returns the script for a command. */
  public String script(CommandLine command) {
    String name = command.getCommandName();
    return this == FISH
        ? fish(name, command)
        : AutoComplete.bash(name, command).replaceFirst("^#!.*\\R", ""); // it is sourced
  }

  private static String fish(String name, CommandLine command) {
    StringBuilder text = new StringBuilder("# Completion of " + name + " for fish(1)\n");
    fish(text, name, "", command);
    return text.toString();
  }

  private static void fish(StringBuilder text, String name, String path, CommandLine command) {
    Map<String, CommandLine> below = command.getSubcommands();
    String here =
        path.isEmpty() ? "not __fish_seen_subcommand_from" : "__fish_seen_subcommand_from";
    String words = path.isEmpty() ? String.join(" ", below.keySet()) : path;
    String condition = " -n '" + here + " " + words + "'";
    for (Map.Entry<String, CommandLine> sub : below.entrySet()) {
      String[] about = sub.getValue().getCommandSpec().usageMessage().description();
      String first = about.length == 0 ? "" : about[0];
      text.append("complete -c " + name + condition + " -f -a " + sub.getKey())
          .append(" -d " + quoted(first) + "\n");
    }
    command.getCommandSpec().options().stream()
        .sorted(Comparator.comparing(OptionSpec::longestName))
        .forEach(option -> text.append("complete -c " + name + condition + option(option) + "\n"));
    if (path.isEmpty()) {
      below.forEach((word, sub) -> fish(text, name, word, sub));
    }
  }

  private static String option(OptionSpec option) {
    StringBuilder text = new StringBuilder();
    for (String name : option.names()) {
      text.append(name.startsWith("--") ? " -l " + name.substring(2) : " -s " + name.substring(1));
    }
    if (option.arity().min() > 0) {
      text.append(" -r");
    }
    String[] about = option.description();
    return text.append(" -d " + quoted(about.length == 0 ? "" : about[0])).toString();
  }

  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
