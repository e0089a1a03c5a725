package dev.barnacle.cli.internal.help;

import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Pages for man(1), in the macros of man(7): one for each command. */
public final class ManPages {
  private final String version;

  /** Makes them for a version of the program. */
  public ManPages(String version) {
    this.version = version;
  }

  /** Returns the pages of a command and of those below it, by the names of their files. */
  public Map<String, String> of(CommandLine command) {
    Map<String, String> pages = new LinkedHashMap<>();
    add(command, pages);
    return pages;
  }

  private void add(CommandLine command, Map<String, String> pages) {
    CommandSpec spec = command.getCommandSpec();
    if (spec.usageMessage().hidden()) {
      return;
    }
    String name = spec.qualifiedName("-");
    pages.put(name + ".1", page(name, spec, command.getSubcommands()));
    command.getSubcommands().values().forEach(sub -> add(sub, pages));
  }

  private String page(String name, CommandSpec spec, Map<String, CommandLine> below) {
    StringBuilder text = new StringBuilder();
    text.append(
        ".TH \"%s\" 1 \"\" \"Barnacle %s\" \"User Commands\"\n"
            .formatted(name.toUpperCase(java.util.Locale.ROOT), version));
    text.append(".SH NAME\n" + plain(name) + " \\- " + plain(brief(spec)) + "\n");
    text.append(".SH SYNOPSIS\n.B " + plain(spec.qualifiedName()) + "\n");
    text.append(below.isEmpty() ? "[OPTIONS]" : "COMMAND [OPTIONS]");
    for (PositionalParamSpec positional : spec.positionalParameters()) {
      text.append(" [" + plain(positional.paramLabel()) + " ...]");
    }
    text.append("\n.SH DESCRIPTION\n");
    for (String line : spec.usageMessage().description()) {
      text.append(plain(line) + "\n.PP\n");
    }
    options(spec, text);
    if (!below.isEmpty()) {
      text.append(".SH COMMANDS\n");
      below.forEach(
          (word, sub) -> {
            if (!sub.getCommandSpec().usageMessage().hidden()) {
              item(text, word, brief(sub.getCommandSpec()));
            }
          });
    }
    text.append(
        """
        .SH EXIT STATUS
        0 where all is well, 1 where something was found, 2 where usage or input is wrong, 3 for a bug in Barnacle.
        .SH ENVIRONMENT
        """);
    item(
        text,
        "BARNACLE_CACHE",
        "The folder of what is made on this machine, in place of ~/.cache/barnacle.");
    return text.toString();
  }

  private static void options(CommandSpec spec, StringBuilder text) {
    if (spec.options().isEmpty()) {
      return;
    }
    text.append(".SH OPTIONS\n");
    for (OptionSpec option : spec.options()) {
      String label = option.arity().max() == 0 ? "" : "=" + option.paramLabel();
      item(
          text,
          String.join(", ", option.names())
              + (option.arity().min() == 0 && !label.isEmpty() ? "[" + label + "]" : label),
          String.join(" ", option.description()));
    }
  }

  private static void item(StringBuilder text, String term, String words) {
    text.append(
        ".TP\n\\fB" + plain(term).replaceFirst("^\\\\&", "") + "\\fR\n" + plain(words) + "\n");
  }

  /** Returns the first sentence of what a command does, as whatis(1) has it. */
  private static String brief(CommandSpec spec) {
    String[] lines = spec.usageMessage().description();
    return lines.length == 0 ? spec.name() : lines[0].replaceFirst("\\.$", "");
  }

  /** Escapes what is no text for roff. */
  private static String plain(String text) {
    String escaped =
        text.replace("\\", "\\e").replace("-", "\\-").replace("…", "...").replace("%n", "\n");
    return escaped.startsWith(".") || escaped.startsWith("'") ? "\\&" + escaped : escaped;
  }
}
