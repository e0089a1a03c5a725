package dev.barnacle.cli.internal.help;

import dev.barnacle.command.arguments.Command;
import dev.barnacle.command.arguments.DeclaredOption;
import java.util.LinkedHashMap;
import java.util.Map;

/** Pages for man(1), in the macros of man(7): one for each command. */
public final class ManPages {
  private final String version;

  /** Makes them for a version of the program. */
  public ManPages(String version) {
    this.version = version;
  }

  /** Returns the pages of a command and of those below it, by the names of their files. */
  public Map<String, String> of(Command command) {
    Map<String, String> pages = new LinkedHashMap<>();
    add(command, pages);
    return pages;
  }

  private void add(Command command, Map<String, String> pages) {
    Map<String, Command> below = new LinkedHashMap<>();
    command.commands().forEach((word, made) -> below.put(word, made.get()));
    String name = command.qualifiedName().replace(' ', '-');
    pages.put(name + ".1", page(name, command, below));
    below.values().forEach(sub -> add(sub, pages));
  }

  private String page(String name, Command command, Map<String, Command> below) {
    StringBuilder text = new StringBuilder();
    text.append(
        ".TH \"%s\" 1 \"\" \"Barnacle %s\" \"User Commands\"\n"
            .formatted(name.toUpperCase(java.util.Locale.ROOT), version));
    text.append(".SH NAME\n" + plain(name) + " \\- " + plain(command.brief()) + "\n");
    text.append(".SH SYNOPSIS\n.B " + plain(command.qualifiedName()) + "\n");
    text.append(plain(command.synopsis()));
    text.append("\n.SH DESCRIPTION\n");
    for (String line : command.description()) {
      text.append(plain(line) + "\n.PP\n");
    }
    options(command, text);
    if (!below.isEmpty()) {
      text.append(".SH COMMANDS\n");
      below.forEach((word, sub) -> item(text, word, sub.brief()));
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

  private static void options(Command command, StringBuilder text) {
    text.append(".SH OPTIONS\n");
    for (DeclaredOption option : command.options()) {
      if (!option.isPositional()) {
        item(
            text,
            String.join(", ", option.names()) + option.shownValue(),
            String.join(" ", option.description()));
      }
    }
    item(text, "-h, --help", "Show the help.");
  }

  private static void item(StringBuilder text, String term, String words) {
    text.append(
        ".TP\n\\fB" + plain(term).replaceFirst("^\\\\&", "") + "\\fR\n" + plain(words) + "\n");
  }

  /** Escapes what is no text for roff. */
  private static String plain(String text) {
    String escaped = text.replace("\\", "\\e").replace("-", "\\-").replace("…", "...");
    return escaped.startsWith(".") || escaped.startsWith("'") ? "\\&" + escaped : escaped;
  }
}
