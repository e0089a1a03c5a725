package dev.barnacle.cli.internal.report;

import dev.barnacle.store.Blake3Sum;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Names findings so that edits elsewhere in a file leave the name: by the rule, the kernel, the
 * files' names and the text of the lines without blanks, not by the lines' numbers. Equal ones are
 * numbered in their order.
 */
public final class Fingerprints {
  private static final int DIGITS = 32;

  private final Sources sources;
  private final Map<String, Integer> seen = new HashMap<>();

  /** Makes those of findings in these sources. */
  public Fingerprints(Sources sources) {
    this.sources = sources;
  }

  /** Returns the name of the next finding: 32 hexadecimal digits, a colon and a number from 1. */
  public String next(String kernel, Issue issue) {
    Blake3Sum facts = new Blake3Sum().add(issue.rule()).add(kernel);
    for (Spot spot : issue.spots()) {
      facts.add(fileName(spot.file())).add(text(spot));
    }
    if (issue.spots().isEmpty()) {
      facts.add(issue.message().replaceAll("\\d+", "0"));
    }
    String hash = facts.hex().substring(0, DIGITS);
    return hash + ":" + seen.merge(hash, 1, Integer::sum);
  }

  /** A place of which no line is known is what is said of it, without its numbers. */
  private String text(Spot spot) {
    return sources
        .line(spot.file(), spot.line())
        .map(line -> line.replaceAll("\\s+", ""))
        .orElseGet(() -> spot.words().replaceAll("\\d+", "0"));
  }

  private static String fileName(String file) {
    try {
      Path name = Path.of(file).getFileName();
      return name == null ? file : name.toString();
    } catch (InvalidPathException e) {
      return file; // the name of a program that is no file
    }
  }
}
