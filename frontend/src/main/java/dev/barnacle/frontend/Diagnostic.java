package dev.barnacle.frontend;

import java.util.Locale;

/**
 * A message of a front end about a source.
 *
 * @param severity how bad it is
 * @param file the file as the user named it; empty where no file is to blame
 * @param line from 1; 0 where there is no line to name
 * @param column from 1, in bytes; 0 where there is no column to name
 * @param message one line in words
 */
public record Diagnostic(Severity severity, String file, int line, int column, String message) {
  /** The severity of a diagnostic. */
  public enum Severity {
    /** The source cannot be built. */
    ERROR,
    /** The source is built, but may not do what it should. */
    WARNING,
    /** More on the diagnostic before it. */
    NOTE
  }

  /**
   * Returns the usual form, {@code file:line:column: error: message}, without the unknown parts.
   */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    if (!file.isEmpty()) {
      text.append(file).append(':');
      if (line > 0) {
        text.append(line).append(':');
        if (column > 0) {
          text.append(column).append(':');
        }
      }
      text.append(' ');
    }
    return text.append(severity.name().toLowerCase(Locale.ROOT))
        .append(": ")
        .append(message)
        .toString();
  }
}
