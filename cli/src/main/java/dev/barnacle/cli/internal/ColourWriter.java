package dev.barnacle.cli.internal;

import java.io.IOException;
import java.io.Writer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Gives lines that a compiler would write their colours, for a terminal: places bold, errors red,
 * warnings magenta, notes cyan, what points into a source line green.
 */
public final class ColourWriter extends Writer {
  private static final String BOLD = "\033[1m";
  private static final String RED = "\033[1;31m";
  private static final String GREEN = "\033[1;32m";
  private static final String MAGENTA = "\033[1;35m";
  private static final String CYAN = "\033[1;36m";
  private static final String OFF = "\033[0m";

  private static final Pattern MESSAGE =
      Pattern.compile("((?:\\S[^:]*(?::word \\d+|:\\d+:\\d+)?: )?)(error|warning|note)(: .*)");

  private static final Pattern CARET = Pattern.compile("( *\\|[^^]*)(\\^.*)");
  private static final Pattern LABEL = Pattern.compile("( {6}= )([a-z]+:)(.*)");
  private static final Pattern VERDICT =
      Pattern.compile("(clean|correct|faulty|incomplete)(\\b(?!\\S* \\|).*)");

  private final Writer out;
  private final StringBuilder line = new StringBuilder();

  /** Writes to another one. */
  public ColourWriter(Writer out) {
    this.out = out;
  }

  @Override
  public void write(char[] characters, int offset, int count) throws IOException {
    for (int i = offset; i < offset + count; i++) {
      if (characters[i] == '\n') {
        out.write(coloured(line.toString()));
        out.write('\n');
        line.setLength(0);
      } else {
        line.append(characters[i]);
      }
    }
  }

  /** Writes an incomplete line as it is. */
  @Override
  public void flush() throws IOException {
    out.write(line.toString());
    line.setLength(0);
    out.flush();
  }

  @Override
  public void close() throws IOException {
    flush();
    out.close();
  }

  static String coloured(String line) {
    Matcher message = MESSAGE.matcher(line);
    if (message.matches()) {
      String place = message.group(1).isEmpty() ? "" : BOLD + message.group(1) + OFF;
      return place + colour(message.group(2)) + message.group(2) + ":" + OFF + rest(message);
    }
    Matcher caret = CARET.matcher(line);
    if (caret.matches()) {
      return caret.group(1) + GREEN + caret.group(2) + OFF;
    }
    Matcher label = LABEL.matcher(line);
    if (label.matches()) {
      return label.group(1) + BOLD + label.group(2) + OFF + label.group(3);
    }
    Matcher verdict = VERDICT.matcher(line);
    if (verdict.matches()) {
      return colour(verdict.group(1)) + verdict.group(1) + OFF + verdict.group(2);
    }
    return line;
  }

  private static String rest(Matcher message) {
    return message.group(3).substring(1);
  }

  private static String colour(String word) {
    return switch (word) {
      case "error", "faulty" -> RED;
      case "warning", "incomplete" -> MAGENTA;
      case "note" -> CYAN;
      default -> GREEN;
    };
  }
}
