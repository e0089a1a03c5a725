package dev.barnacle.cli.internal.help;

import dev.barnacle.command.arguments.Command;
import dev.barnacle.command.arguments.DeclaredOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Lays out help in 80 columns: the usage line has no options, which are listed below it; sentences
 * are wrapped as wholes.
 */
public final class HelpLayout {
  private static final int COLUMNS = 80;
  private static final int WIDEST = 28;
  private static final String BLANK = " ";

  private HelpLayout() {}

  /** Two columns: what is named, and what is said of it. */
  private record Row(String term, String words) {}

  /** Returns the help of a command, in lines. */
  public static String of(Command command) {
    StringBuilder text = new StringBuilder();
    wrap(text, "Usage: " + command.qualifiedName() + " " + command.synopsis(), 0, 0);
    command.description().forEach(sentence -> wrap(text, sentence, 0, 0));
    rows(text, options(command));
    if (!command.commands().isEmpty()) {
      text.append("Commands:\n");
      List<Row> rows = new ArrayList<>();
      command
          .commands()
          .forEach((name, made) -> rows.add(new Row("  " + name, sentences(made.get()))));
      rows(text, rows);
    }
    command.footer().forEach(line -> text.append(line).append('\n'));
    return text.toString();
  }

  private static String sentences(Command command) {
    return command.description().isEmpty() ? "" : command.description().getFirst();
  }

  private static List<Row> options(Command command) {
    List<Row> rows = new ArrayList<>();
    List<DeclaredOption> options = command.options();
    for (DeclaredOption option : options) {
      if (option.isPositional()) {
        String label = option.label() + (option.most() > 1 ? "..." : "");
        String shown = option.least() > 0 ? label : "[" + label + "]";
        rows.add(new Row("      " + shown, String.join(" ", option.description())));
      }
    }
    for (DeclaredOption option : options) {
      if (!option.isPositional()) {
        rows.add(new Row(names(option), String.join(" ", option.description())));
      }
    }
    rows.add(new Row("  -h, --help", "Show this help."));
    return rows;
  }

  private static String names(DeclaredOption option) {
    String names = String.join(", ", option.names());
    String indent = option.names().getFirst().startsWith("--") ? "      " : "  ";
    return indent + names + option.shownValue();
  }

  private static void rows(StringBuilder text, List<Row> rows) {
    int width =
        rows.stream().mapToInt(r -> r.term().length()).filter(n -> n <= WIDEST).max().orElse(0) + 2;
    for (Row row : rows) {
      boolean below = row.term().length() > width - 2;
      text.append(row.term());
      text.append(below ? "\n" + BLANK.repeat(width) : BLANK.repeat(width - row.term().length()));
      wrap(text, row.words(), width, width + 2);
    }
  }

  /**
   * Appends a text in lines.
   *
   * @param column where its first line begins
   * @param indent where the others do
   */
  private static void wrap(StringBuilder text, String words, int column, int indent) {
    int at = column;
    boolean first = true;
    for (String word : words.split(BLANK, -1)) {
      if (!first && at + 1 + word.length() > COLUMNS) {
        text.append('\n').append(BLANK.repeat(indent));
        at = indent;
      } else if (!first) {
        text.append(' ');
        at++;
      }
      text.append(word);
      at += word.length();
      first = false;
    }
    text.append('\n');
  }
}
