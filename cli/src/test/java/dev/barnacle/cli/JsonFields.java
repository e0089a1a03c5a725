package dev.barnacle.cli;

import dev.barnacle.command.json.Json;
import dev.barnacle.command.json.JsonReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The fields of a command's JSON: those that {@code docs/reference/json.md} has, and those met. */
public final class JsonFields {
  /** The objects whose members have names that are not fixed. */
  private static final Pattern OPEN = Pattern.compile("(printed|defaults\\.args)\\.[^.\\[]+");

  private static final Pattern REGISTER = Pattern.compile("states\\[]\\.(?!(?:count|allowed)$).*");
  private static final Pattern ROW = Pattern.compile("^\\| (`[^|]+`) \\| ([a-z]+)[^|]*\\|");
  private static final Pattern NAME = Pattern.compile("`([^`]+)`");
  private static final Set<String> VALUES = Set.of("string", "number", "boolean");

  private final Set<String> met = new TreeSet<>();

  /** Takes the fields of a line that a command printed. */
  public void add(String line) {
    collect("", JsonReader.read("out", line));
  }

  /** Takes the fields of lines. */
  void addAll(String lines) {
    lines.lines().forEach(this::add);
  }

  /** Returns the paths of all fields that were met, but for what is only there to hold others. */
  public Set<String> met() {
    return met;
  }

  private void collect(String path, Json value) {
    switch (value) {
      case Json.Obj object ->
          object
              .members()
              .forEach(
                  (name, member) -> collect((path.isEmpty() ? "" : path + ".") + name, member));
      case Json.Array array -> array.elements().forEach(element -> collect(path + "[]", element));
      default -> met.add(general(path));
    }
  }

  /** The accesses of findings are alike, also of those of the same cause. */
  private static String general(String path) {
    return REGISTER
        .matcher(OPEN.matcher(path).replaceAll("$1.NAME"))
        .replaceAll("states[].REFERENCE")
        .replace("findings[].also[].accesses[].", "findings[].accesses[].");
  }

  /**
   * Returns the fields of a section of the page that hold a value themselves. A row may have
   * several fields; a type that is no value's is the heading of the section that has its fields.
   */
  public static Set<String> page(String heading) throws IOException {
    Set<String> fields = new TreeSet<>();
    boolean inside = false;
    for (String line : Files.readAllLines(Path.of("..", "docs", "reference", "json.md"))) {
      if (line.startsWith("## ")) {
        inside = line.equals("## `" + heading + "`");
      }
      Matcher row = ROW.matcher(line);
      if (inside && row.find() && !row.group(2).equals("object")) {
        Matcher name = NAME.matcher(row.group(1));
        while (name.find()) {
          fields.addAll(named(name.group(1), row.group(2)));
        }
      }
    }
    return fields;
  }

  private static Set<String> named(String name, String type) throws IOException {
    Set<String> fields = new TreeSet<>();
    if (VALUES.contains(type)) {
      fields.add(name);
    } else {
      page(type).forEach(member -> fields.add(name + "." + member));
    }
    return fields;
  }
}
