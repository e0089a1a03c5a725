package dev.barnacle.cli.internal.report;

import static dev.barnacle.command.arguments.DeclaredOption.flag;
import static dev.barnacle.command.arguments.DeclaredOption.text;
import static dev.barnacle.command.arguments.DeclaredOption.texts;

import dev.barnacle.command.arguments.DeclaredOption;
import dev.barnacle.command.input.InputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The options that say what becomes of findings, for every command that has findings. */
public final class ReportOptions {
  private final List<Target> targets = new ArrayList<>();
  private @Nullable Path baseline;
  private @Nullable Path writtenBaseline;
  private final Set<String> failOn = new LinkedHashSet<>();

  /**
   * The destination of a format.
   *
   * @param file null for standard output
   */
  record Target(Format format, @Nullable Path file) {}

  /** Returns the declared options. */
  public List<DeclaredOption> options() {
    return List.of(
        texts(
            "--output",
            "FORMAT[=FILE]",
            this::output,
            "Write text, json, html, sarif, junit or github (annotations of a workflow), to a",
            "file or to standard output; may be given many times. Otherwise text."),
        flag("--json", () -> output("json"), "The same as --output json: an object a line."),
        text(
            "--html",
            "FILE",
            file -> targets.add(new Target(Format.HTML, Path.of(file))),
            "The same as --output html=FILE: a page with the findings under their source lines."),
        text(
            "--baseline",
            "FILE",
            file -> baseline = Path.of(file),
            "Findings that are known: they do not fail; those that have gone are told."),
        text(
            "--write-baseline",
            "FILE",
            file -> writtenBaseline = Path.of(file),
            "Write what is found as a baseline; the exit status is 0 then."),
        text(
            "--fail-on",
            "KIND,…",
            this::failOn,
            "The exit status is 1 for findings of these kinds alone."));
  }

  private void output(String text) {
    int equals = text.indexOf('=');
    if (equals == text.length() - 1) {
      throw new InputException("--output " + text + ": expected FORMAT=FILE");
    }
    targets.add(
        equals < 0
            ? new Target(Format.named(text), null)
            : new Target(
                Format.named(text.substring(0, equals)), Path.of(text.substring(equals + 1))));
  }

  private void failOn(String text) {
    for (String kind : text.split(",", -1)) {
      if (!Rule.isKnown(kind)) {
        throw new InputException(
            "--fail-on "
                + kind
                + ": expected kinds of findings, of "
                + String.join(", ", new TreeSet<>(Rule.all().keySet())));
      }
      failOn.add(kind);
    }
  }

  /**
   * Returns where formats go; text goes to standard output where nothing else does.
   *
   * @throws InputException if two would write into each other
   */
  List<Target> targets() {
    List<Target> all = new ArrayList<>(new LinkedHashSet<>(targets));
    if (all.stream().allMatch(target -> target.file() != null)) {
      all.add(new Target(Format.TEXT, null));
    }
    for (int i = 0; i < all.size(); i++) {
      for (int k = i + 1; k < all.size(); k++) {
        check(all.get(i), all.get(k));
      }
    }
    return all;
  }

  private static void check(Target one, Target other) {
    boolean lines = one.format().isLines() && other.format().isLines() && one.file() == null;
    if (Objects.equals(one.file(), other.file()) && !lines) {
      String where = one.file() == null ? "standard output" : one.file().toString();
      throw new InputException(
          "--output "
              + one.format().keyword()
              + " and "
              + other.format().keyword()
              + ": both go to "
              + where
              + "; name a file, as "
              + other.format().keyword()
              + "=FILE");
    }
  }

  /** Returns whether a format is asked for. */
  public boolean has(Format format) {
    return targets.stream().anyMatch(target -> target.format() == format);
  }

  /** Returns the file of the last target of a format that has one; null for none. */
  public @Nullable Path file(Format format) {
    return targets.stream()
        .filter(target -> target.format() == format && target.file() != null)
        .map(Target::file)
        .reduce((first, second) -> second)
        .orElse(null);
  }

  /** Returns whether a format goes to standard output. */
  public boolean isPrinted(Format format) {
    return targets().stream().anyMatch(t -> t.format() == format && t.file() == null);
  }

  @Nullable Path baseline() {
    return baseline;
  }

  @Nullable Path writtenBaseline() {
    return writtenBaseline;
  }

  Set<String> failOn() {
    return failOn;
  }
}
