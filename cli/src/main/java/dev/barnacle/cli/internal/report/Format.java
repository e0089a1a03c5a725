package dev.barnacle.cli.internal.report;

import dev.barnacle.command.input.InputException;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The formats of {@code --output}. */
public enum Format {
  /** As a compiler writes errors. */
  TEXT,
  /** An object a launch, one a line. */
  JSON,
  /** A page with the sources. */
  HTML,
  /** The Static Analysis Results Interchange Format 2.1.0. */
  SARIF,
  /** XML as JUnit's, which servers of continuous integration read. */
  JUNIT,
  /** Annotations of a workflow on GitHub. */
  GITHUB,
  /** A Code Quality report of GitLab's. */
  GITLAB;

  /**
   * Returns the format of a name.
   *
   * @throws InputException if there is none
   */
  static Format named(String name) {
    return Arrays.stream(values())
        .filter(format -> format.keyword().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new InputException(
                    "--output "
                        + name
                        + ": expected FORMAT or FORMAT=FILE, where FORMAT is one of "
                        + Arrays.stream(values())
                            .map(Format::keyword)
                            .collect(Collectors.joining(", "))));
  }

  /** Returns its name on the command line. */
  public String keyword() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns whether it may go to standard output beside another: both are lines for people. */
  boolean isLines() {
    return this == TEXT || this == GITHUB;
  }
}
