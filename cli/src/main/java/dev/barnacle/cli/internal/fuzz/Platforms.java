package dev.barnacle.cli.internal.fuzz;

import dev.barnacle.bench.Host;
import dev.barnacle.bench.OtherPlatforms;
import dev.barnacle.cli.internal.report.Issue;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The other OpenCL platforms that a campaign compares with, which are looked for when needed. */
public final class Platforms implements AutoCloseable {
  /** The beginning of a word, among engines, that names a platform. */
  public static final String WORD = "platform=";

  /** The rule of results that differ. */
  static final String DIFFERENCE = "result-difference";

  private @Nullable OtherPlatforms others;

  /**
   * The results of a launch on Barnacle.
   *
   * @param engine the engine that they are of
   * @param names the parameters' names
   * @param bytes what the buffers hold, in the order of the parameters
   */
  record Ours(String engine, List<String> names, List<byte[]> bytes) {}

  /** Returns whether a word names a platform. */
  public static boolean isNamed(String word) {
    return word.startsWith(WORD);
  }

  /** Returns the platforms that are among words. */
  public static List<String> named(Collection<String> words) {
    return words.stream()
        .filter(Platforms::isNamed)
        .map(word -> word.substring(WORD.length()))
        .toList();
  }

  /**
   * Looks whether platforms are there.
   *
   * @throws dev.barnacle.command.input.InputException if one is not
   */
  public void require(List<String> names) {
    for (String name : names) {
      all().require(name);
    }
  }

  private OtherPlatforms all() {
    OtherPlatforms known = others;
    if (known == null) {
      known = new OtherPlatforms();
      others = known;
    }
    return known;
  }

  /** Runs a launch on a platform; returns the finding that it fails, or differs from ours. */
  Optional<Issue> compare(String platform, Host.Launch launch, Ours ours) {
    OtherPlatforms.Outcome outcome = all().run(platform, launch, ours.bytes());
    if (!outcome.failure().isEmpty()) {
      return Optional.of(
          new Issue(
              "platform-failure",
              "platform failure",
              platform + ": " + outcome.failure().lines().findFirst().orElse(""),
              List.of(),
              List.of()));
    }
    if (outcome.differing().isEmpty()) {
      return Optional.empty();
    }
    String differing =
        outcome.differing().stream().map(ours.names()::get).collect(Collectors.joining(", "));
    return Optional.of(
        new Issue(
            DIFFERENCE,
            "result difference",
            "other results than with " + ours.engine() + ": " + differing + " on " + platform,
            List.of(),
            List.of()));
  }

  @Override
  public void close() {
    if (others != null) {
      others.close();
    }
  }
}
