package dev.barnacle.cli.internal.check;

import dev.barnacle.cl.SourceEncoding;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The lines of the sources that findings name. */
public final class Sources {
  private final Map<String, List<String>> files = new HashMap<>();

  /** Makes those that are files. */
  public Sources() {}

  /** Makes those that are files, and some that are known by name. */
  public Sources(Map<String, String> texts) {
    texts.forEach((name, text) -> files.put(name, text.lines().toList()));
  }

  /** Returns a file's lines; none if it can't be read. */
  List<String> lines(String file) {
    return files.computeIfAbsent(file, Sources::read);
  }

  /** Returns a line, counted from 1. */
  Optional<String> line(String file, int line) {
    List<String> all = lines(file);
    return line < 1 || line > all.size() ? Optional.empty() : Optional.of(all.get(line - 1));
  }

  private static List<String> read(String file) {
    try {
      return SourceEncoding.decode(Files.readAllBytes(Path.of(file))).lines().toList();
    } catch (IOException | InvalidPathException e) {
      return List.of(); // the report stands without an excerpt
    }
  }

  /** Returns what stands before a column (from 1, in bytes), all but tabs as blanks. */
  static String indent(String line, int column) {
    byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
    int length = Math.min(bytes.length, Math.max(0, column - 1));
    String before = new String(bytes, 0, length, StandardCharsets.UTF_8);
    return before.replaceAll("[^\t]", " ");
  }
}
