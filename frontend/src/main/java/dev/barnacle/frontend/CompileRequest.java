package dev.barnacle.frontend;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A program to compile.
 *
 * @param source where its text is
 * @param headers texts that {@code #include} finds by these names before it looks on disk ({@code
 *     clCompileProgram}'s headers)
 * @param options the build options
 * @param variables what becomes of private variables
 */
public record CompileRequest(
    Source source, Map<String, String> headers, BuildOptions options, PrivateVariables variables) {
  /** A program whose private variables become values. */
  public CompileRequest(Source source, Map<String, String> headers, BuildOptions options) {
    this(source, headers, options, PrivateVariables.VALUES);
  }

  /** The place of a program's text. */
  public sealed interface Source {
    /** Returns the name that messages and debug information use. */
    String name();
  }

  /**
   * A file on disk; {@code #include "…"} looks in its folder.
   *
   * @param path the file, relative to the current folder or absolute; messages name it like that
   */
  public record SourceFile(Path path) implements Source {
    @Override
    public String name() {
      return path.toString();
    }
  }

  /**
   * A text in memory.
   *
   * @param name what messages call it, such as {@code saxpy.cl}
   * @param text the OpenCL C text
   * @param folder where {@code #include "…"} looks, before the folders of {@code -I}; the current
   *     folder if empty
   */
  public record SourceText(String name, String text, Optional<Path> folder) implements Source {
    /** Checks the name. */
    public SourceText {
      if (name.isEmpty() || name.indexOf('\n') >= 0) {
        throw new IllegalArgumentException("not a name for a source: \"" + name + "\"");
      }
    }
  }

  /** Makes a copy of the map. */
  public CompileRequest {
    headers = Map.copyOf(headers);
  }

  /** Returns a request for a file without options. */
  public static CompileRequest of(Path file) {
    return new CompileRequest(new SourceFile(file), Map.of(), BuildOptions.NONE);
  }

  /** Returns a request for a text without options. */
  public static CompileRequest of(String name, String text) {
    return new CompileRequest(
        new SourceText(name, text, Optional.empty()), Map.of(), BuildOptions.NONE);
  }

  /** Returns the same request with these options in place of the ones before. */
  public CompileRequest withOptions(BuildOptions newOptions) {
    return new CompileRequest(source, headers, newOptions, variables);
  }

  /**
   * Returns the same request with these options in place of the ones before.
   *
   * @throws InvalidOptionException naming what is not an option of OpenCL
   */
  public CompileRequest withOptions(String newOptions) throws InvalidOptionException {
    return withOptions(BuildOptions.parse(newOptions));
  }

  /** Returns the same request with private variables treated like this. */
  public CompileRequest withVariables(PrivateVariables treatment) {
    return new CompileRequest(source, headers, options, treatment);
  }

  /**
   * Returns the same request with one more header, which {@code #include} finds by this name (it
   * may have slashes).
   */
  public CompileRequest withHeader(String name, String text) {
    Map<String, String> all = new TreeMap<>(headers);
    all.put(name, text);
    return new CompileRequest(source, all, options, variables);
  }
}
