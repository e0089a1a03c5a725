package dev.barnacle.cli.internal.arguments;

import java.util.List;
import java.util.function.Consumer;

/**
 * An option of a command, declared once: {@link PlainArguments} reads it, and picocli reads it
 * where arguments are unusual and shows it in the help ({@link PicocliOptions}).
 *
 * @param name with its dashes; {@link #POSITIONAL} for the arguments that belong to no option
 * @param label what the help calls a value; empty for a flag
 * @param description the help's lines
 * @param values what a value is
 * @param repeats whether it may be given many times
 * @param target takes each value as it is written; the empty text for a flag
 */
public record DeclaredOption(
    String name,
    String label,
    List<String> description,
    Values values,
    boolean repeats,
    Consumer<String> target) {
  /** The name of the arguments that belong to no option. */
  public static final String POSITIONAL = "";

  /** What a value is. */
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

  /** Returns an option without a value. */
  public static DeclaredOption flag(String name, Runnable target, String... description) {
    return new DeclaredOption(
        name, "", List.of(description), Values.FLAG, false, value -> target.run());
  }

  /** Returns an option whose value, after an equals sign, may be left out. */
  public static DeclaredOption optional(
      String name, String label, Consumer<String> target, String... description) {
    return new DeclaredOption(name, label, List.of(description), Values.OPTIONAL, false, target);
  }

  /** Returns an option that may be given once. */
  public static DeclaredOption text(
      String name, String label, Consumer<String> target, String... description) {
    return new DeclaredOption(name, label, List.of(description), Values.TEXT, false, target);
  }

  /** Returns an option that may be given many times. */
  public static DeclaredOption texts(
      String name, String label, Consumer<String> target, String... description) {
    return new DeclaredOption(name, label, List.of(description), Values.TEXT, true, target);
  }

  /** Returns an option whose value is an {@code int}. */
  public static DeclaredOption count(
      String name, String label, Consumer<Integer> target, String... description) {
    return new DeclaredOption(
        name,
        label,
        List.of(description),
        Values.COUNT,
        false,
        value -> target.accept(Integer.valueOf(value)));
  }

  /** Returns an option whose value is a decimal number. */
  public static DeclaredOption number(
      String name, String label, Consumer<Double> target, String... description) {
    return new DeclaredOption(
        name,
        label,
        List.of(description),
        Values.NUMBER,
        false,
        value -> target.accept(Double.valueOf(value)));
  }

  /** Returns the arguments that belong to no option. */
  public static DeclaredOption positional(
      String label, Consumer<String> target, String... description) {
    return new DeclaredOption(POSITIONAL, label, List.of(description), Values.TEXT, true, target);
  }
}
