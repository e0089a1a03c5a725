package dev.barnacle.command.arguments;

import java.util.List;
import java.util.function.Consumer;

/**
 * An option of a command: read by {@link Arguments}, and shown by help, completion and manual
 * pages.
 *
 * @param names with their dashes; none for the arguments that belong to no option
 * @param label what the help calls a value; empty for a flag
 * @param description the help's sentences
 * @param values what a value is
 * @param least how often it must be given
 * @param most how often it may be given
 * @param target takes each value as it is written; the empty text for a flag
 */
public record DeclaredOption(
    List<String> names,
    String label,
    List<String> description,
    Values values,
    int least,
    int most,
    Consumer<String> target) {
  /** Any number of times. */
  public static final int MANY = Integer.MAX_VALUE;

  /** The kind of an option's value. */
  public enum Values {
    /** There is none. */
    FLAG,
    /** Any text. */
    TEXT,
    /** Any text after an equals sign, or none: the empty text. */
    OPTIONAL,
    /** An {@code int}; commands say which are too small. */
    COUNT,
    /** A decimal number. */
    NUMBER
  }

  /** Joins the description's lines to sentences. */
  public DeclaredOption {
    names = List.copyOf(names);
    description = Command.joined(description);
  }

  private static DeclaredOption of(
      String name, String label, Values values, Consumer<String> target, String... description) {
    return new DeclaredOption(List.of(name), label, List.of(description), values, 0, 1, target);
  }

  /** Returns an option without a value. */
  public static DeclaredOption flag(String name, Runnable target, String... description) {
    return of(name, "", Values.FLAG, value -> target.run(), description);
  }

  /** Returns an option whose value, after an equals sign, may be left out. */
  public static DeclaredOption optional(
      String name, String label, Consumer<String> target, String... description) {
    return of(name, label, Values.OPTIONAL, target, description);
  }

  /** Returns an option that may be given once. */
  public static DeclaredOption text(
      String name, String label, Consumer<String> target, String... description) {
    return of(name, label, Values.TEXT, target, description);
  }

  /** Returns an option that may be given many times. */
  public static DeclaredOption texts(
      String name, String label, Consumer<String> target, String... description) {
    return text(name, label, target, description).times(0, MANY);
  }

  /** Returns an option whose value is an {@code int}. */
  public static DeclaredOption count(
      String name, String label, Consumer<Integer> target, String... description) {
    return of(
        name, label, Values.COUNT, value -> target.accept(Integer.valueOf(value)), description);
  }

  /** Returns an option whose value is a decimal number. */
  public static DeclaredOption number(
      String name, String label, Consumer<Double> target, String... description) {
    return of(
        name, label, Values.NUMBER, value -> target.accept(Double.valueOf(value)), description);
  }

  /** Returns the arguments that belong to no option, of which there may be any number. */
  public static DeclaredOption positional(
      String label, Consumer<String> target, String... description) {
    return new DeclaredOption(List.of(), label, List.of(description), Values.TEXT, 0, MANY, target);
  }

  /** Returns the same, to be given so often. */
  public DeclaredOption times(int least, int most) {
    return new DeclaredOption(names, label, description, values, least, most, target);
  }

  /** Returns the same with other names. */
  public DeclaredOption named(String... names) {
    return new DeclaredOption(List.of(names), label, description, values, least, most, target);
  }

  /** Returns whether these are the arguments that belong to no option. */
  public boolean isPositional() {
    return names.isEmpty();
  }

  /** Returns whether it may be given many times. */
  public boolean repeats() {
    return most > 1;
  }

  /** Returns the longest of its names. */
  public String longestName() {
    return names.stream().reduce("", (a, b) -> b.length() > a.length() ? b : a);
  }

  /** Returns how the help shows its value behind its name. */
  public String shownValue() {
    return switch (values) {
      case FLAG -> "";
      case OPTIONAL -> "[=" + label + "]";
      default -> "=" + label;
    };
  }
}
