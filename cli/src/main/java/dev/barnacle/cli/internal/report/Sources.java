package dev.barnacle.cli.internal.report;

import dev.barnacle.cl.bytes.SourceEncoding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The lines of the sources that findings name. */
public final class Sources {
  /** A directive of a line's number of at most nine digits, and perhaps of a file. */
  private static final Pattern LINE =
      Pattern.compile("\\s*#\\s*(?:line\\s+)?(\\d{1,9})(?:\\s+\"([^\"]+)\".*)?\\s*");

  private static final int MOST_LINES = 1 << 20;

  private final Map<String, List<String>> files = new HashMap<>();

  /** Makes those that are files. */
  public Sources() {}

  /**
   * Makes those that are files, and some that are known by name. Where a text says that it comes
   * from other files ({@code #line}), as those of programs do that were put together, its lines are
   * theirs.
   */
  public Sources(Map<String, String> texts) {
    texts.forEach(this::split);
  }

  private void split(String source, String text) {
    List<String> file = files.computeIfAbsent(source, n -> new ArrayList<>());
    int next = 0;
    for (String line : text.lines().toList()) {
      put(file, next++, line);
      Matcher directive = LINE.matcher(line);
      if (directive.matches()) {
        next = Integer.parseInt(directive.group(1)) - 1;
        String name = directive.group(2);
        file = name == null ? file : files.computeIfAbsent(name, n -> new ArrayList<>());
      }
    }
  }

  private static void put(List<String> file, int index, String line) {
    if (index < 0 || index > MOST_LINES) {
      return; // no line of a text that somebody wrote
    }
    while (file.size() <= index) {
      file.add("");
    }
    file.set(index, line);
  }

  /** Returns a file's lines; none if it can't be read. */
  public List<String> lines(String file) {
    return files.computeIfAbsent(file, Sources::read);
  }

  /** Returns a line, counted from 1. */
  public Optional<String> line(String file, int line) {
    List<String> all = lines(file);
    return line < 1 || line > all.size() ? Optional.empty() : Optional.of(all.get(line - 1));
  }

  private static List<String> read(String file) {
    try {
      return SourceEncoding.readable(Files.readAllBytes(Path.of(file))).lines().toList();
    } catch (IOException | InvalidPathException e) {
      return List.of(); // the report stands without an excerpt
    }
  }

  /** Returns what stands before a column (from 1, in bytes), all but tabs as blanks. */
  public static String indent(String line, int column) {
    byte[] bytes = SourceEncoding.encode(line);
    int length = Math.min(bytes.length, Math.max(0, column - 1));
    String before = SourceEncoding.decode(Arrays.copyOf(bytes, length));
    return before.replaceAll("[^\t]", " ");
  }
}
