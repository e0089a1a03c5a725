package dev.barnacle.frontend.internal.clang;

import dev.barnacle.frontend.Diagnostic;
import dev.barnacle.ir.ByteText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Writes diagnostics that are not clang's in clang's form: with the line of source and a caret
 * under it, where the source is at hand.
 */
final class SourceExcerpt {
  private final Map<String, String> texts;

  /**
   * Prepares to quote from these sources.
   *
   * @param texts the sources in memory, by the names that diagnostics use; other names are looked
   *     for on disk
   */
  SourceExcerpt(Map<String, String> texts) {
    this.texts = Map.copyOf(texts);
  }

  /** The diagnostic and, if it can be found, its line. */
  String show(Diagnostic diagnostic) {
    String head = diagnostic + "\n";
    List<String> lines = textOf(diagnostic.file()).lines().toList();
    if (diagnostic.line() < 1 || diagnostic.line() > lines.size()) {
      return head;
    }
    String line = lines.get(diagnostic.line() - 1);
    String quoted =
        "%5d | %s%n".formatted(diagnostic.line(), line).replace(System.lineSeparator(), "\n");
    if (diagnostic.column() < 1 || diagnostic.column() > line.length()) {
      return head + quoted;
    }
    // A tab above stays a tab below, so that the caret stands under its character.
    String indent = line.substring(0, diagnostic.column() - 1).replaceAll("[^\t]", " ");
    return head + quoted + "      | " + indent + "^\n";
  }

  private String textOf(String file) {
    String known = texts.get(file);
    if (known != null || file.isEmpty()) {
      return known == null ? "" : known;
    }
    try {
      return ByteText.decode(Files.readAllBytes(Path.of(file)));
    } catch (IOException | InvalidPathException e) {
      return ""; // a name made by #line, or a file that has gone
    }
  }
}
