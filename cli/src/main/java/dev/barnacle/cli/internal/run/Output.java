package dev.barnacle.cli.internal.run;

import dev.barnacle.command.input.InputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The use of a buffer after the launch. */
public sealed interface Output {
  /** Returns the name or position of the argument. */
  String name();

  /** Returns whether it writes a file. */
  default boolean writesFile() {
    return !(this instanceof Print);
  }

  /**
   * Print elements.
   *
   * @param limit how many at most
   */
  record Print(String name, long limit) implements Output {}

  /** Write the raw bytes. */
  record Save(String name, Path file) implements Output {}

  /** Write a picture. */
  record Png(String name, int width, int height, Path file) implements Output {}

  /** Reads the values of {@code --print}, {@code --save} and {@code --png}. */
  static List<Output> parse(List<String> print, List<String> save, List<String> png) {
    List<Output> outputs = new ArrayList<>();
    print.forEach(text -> outputs.add(parsePrint(text)));
    save.forEach(text -> outputs.add(parseSave(text)));
    png.forEach(text -> outputs.add(parsePng(text)));
    return outputs;
  }

  private static Output parsePrint(String text) {
    Matcher parts = match("--print", text, "([^:]+)(?::([0-9]{1,18}))?", "NAME[:N]");
    String limit = parts.group(2);
    return new Print(parts.group(1), limit == null ? Long.MAX_VALUE : Long.parseLong(limit));
  }

  private static Output parseSave(String text) {
    Matcher parts = match("--save", text, "([^=]+)=(.+)", "NAME=FILE");
    return new Save(parts.group(1), Path.of(parts.group(2)));
  }

  private static Output parsePng(String text) {
    Matcher parts =
        match("--png", text, "([^=]+)=([1-9][0-9]{0,5})x([1-9][0-9]{0,5}):(.+)", "NAME=WxH:FILE");
    return new Png(
        parts.group(1),
        Integer.parseInt(parts.group(2)),
        Integer.parseInt(parts.group(3)),
        Path.of(parts.group(4)));
  }

  private static Matcher match(String option, String text, String pattern, String expected) {
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    if (!matcher.matches()) {
      throw new InputException(option + " " + text + ": expected " + expected);
    }
    return matcher;
  }
}
