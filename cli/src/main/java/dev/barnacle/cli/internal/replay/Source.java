package dev.barnacle.cli.internal.replay;

import dev.barnacle.cl.bytes.SourceEncoding;
import dev.barnacle.command.input.InputException;
import dev.barnacle.command.input.InputFiles;
import dev.barnacle.command.input.Place;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A program by content: its own text, and the files that it includes by the names that it includes
 * them by.
 *
 * @param name the program's file, as findings name it
 * @param text its bytes, as {@link SourceEncoding#decode} has them
 * @param included the other files, in the same way
 */
public record Source(String name, String text, Map<String, String> included) {
  private static final Pattern INCLUDE =
      Pattern.compile("^[ \\t]*#[ \\t]*include[ \\t]*[\"<]([^\">]+)[\">]", Pattern.MULTILINE);
  private static final Pattern FOLDER = Pattern.compile("(?:^|\\s)-I\\s*(\"[^\"]*\"|\\S+)");

  /** The endings of names of files that are no text for a compiler. */
  private static final List<String> NO_TEXT = List.of(".spv", ".spvasm", ".bin", ".ir", ".ll");

  public Source {
    included = Map.copyOf(included);
  }

  /**
   * Reads a program, with what it includes of files that are there.
   *
   * @param options build options, whose folders ({@code -I}) are looked into
   */
  public static Source read(Path file, String options) {
    String text = content(file);
    Map<String, String> included = new LinkedHashMap<>();
    if (isText(file.toString())) {
      collect(text, folder(file), "", folders(options), included);
    }
    return new Source(file.toString(), text, included);
  }

  /**
   * Takes a program that a host program has built, with what it includes of files that are there.
   *
   * @param options build options, whose folders ({@code -I}) are looked into
   */
  public static Source of(String name, String text, String options) {
    Map<String, String> included = new LinkedHashMap<>();
    collect(text, Path.of("").toAbsolutePath(), "", folders(options), included);
    return new Source(name, text, included);
  }

  private static List<Path> folders(String options) {
    List<Path> folders = new ArrayList<>();
    Matcher folder = FOLDER.matcher(options);
    while (folder.find()) {
      folders.add(Path.of(folder.group(1).replace("\"", "")));
    }
    return folders;
  }

  private static String content(Path file) {
    return SourceEncoding.decode(InputFiles.access(file, () -> Files.readAllBytes(file)));
  }

  private static Path folder(Path file) {
    Path parent = file.toAbsolutePath().getParent();
    return parent == null ? file : parent;
  }

  private static boolean isText(String name) {
    return NO_TEXT.stream().noneMatch(name::endsWith);
  }

  private static void collect(
      String text, Path own, String prefix, List<Path> folders, Map<String, String> included) {
    Matcher include = INCLUDE.matcher(text);
    while (include.find()) {
      String name = include.group(1);
      Stream.concat(Stream.of(own), folders.stream())
          .map(folder -> folder.resolve(name))
          .filter(Files::isRegularFile)
          .findFirst()
          .ifPresent(
              found -> {
                boolean beside = found.startsWith(own);
                add(Path.of(beside ? prefix + name : name), found, folders, included);
              });
    }
  }

  private static void add(Path key, Path file, List<Path> folders, Map<String, String> included) {
    String name = key.normalize().toString();
    if (key.isAbsolute() || name.startsWith("..")) {
      throw new InputException(
          Place.file(file.toString()), "is included from outside of the program's folder");
    }
    String text = content(file);
    String known = included.putIfAbsent(name, text);
    if (known == null) {
      Path parent = Path.of(name).getParent();
      String prefix = parent == null ? "" : parent + "/";
      collect(text, folder(file), prefix, folders, included);
    } else if (!known.equals(text)) {
      throw new InputException(
          Place.file(file.toString()), "is one of two files that are included as " + name);
    }
  }

  /** Returns build options without folders, which are one in a reproducer. */
  static String withoutFolders(String options) {
    return FOLDER.matcher(options).replaceAll("").strip();
  }

  /** Returns the file's name without folders. */
  String fileName() {
    return String.valueOf(Path.of(name).getFileName());
  }

  /** Returns the text's lines; none where it is no text. */
  public List<String> lines() {
    return isText(name) ? List.of(text.split("\n", -1)) : List.of();
  }

  /** Returns the same with other lines. */
  public Source withLines(List<String> lines) {
    return new Source(name, String.join("\n", lines), included);
  }

  /**
   * Writes it to a folder, so that the compiler names places as they were.
   *
   * @return the program's file
   */
  Path write(Path folder) {
    included.forEach((key, content) -> write(folder.resolve(key), content));
    String line = isText(name) ? "#line 1 \"" + name.replace("\\", "\\\\") + "\"\n" : "";
    Path file = folder.resolve(fileName());
    write(file, line + text);
    return file;
  }

  private static void write(Path file, String content) {
    InputFiles.access(
        file,
        () -> {
          Files.createDirectories(folder(file));
          return Files.write(file, SourceEncoding.encode(content));
        });
  }
}
