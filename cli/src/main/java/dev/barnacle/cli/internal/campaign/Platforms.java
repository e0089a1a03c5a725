package dev.barnacle.cli.internal.campaign;

import dev.barnacle.bench.Host;
import dev.barnacle.bench.OtherPlatforms;
import dev.barnacle.cli.internal.report.Issue;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The other OpenCL platforms that a campaign compares with, which are looked for when needed. */
final class Platforms implements AutoCloseable {
  /** The beginning of a word, among engines, that names a platform. */
  static final String WORD = "platform=";

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
  static boolean isNamed(String word) {
    return word.startsWith(WORD);
  }

  /** Returns the platforms that are among words. */
  static List<String> named(Collection<String> words) {
    return words.stream()
        .filter(Platforms::isNamed)
        .map(word -> word.substring(WORD.length()))
        .toList();
  }

  /**
   * Looks whether the platforms that tasks name are there.
   *
   * @throws dev.barnacle.command.input.InputException if one is not
   */
  void require(List<Task> tasks) {
    List<String> names =
        tasks.stream()
            .filter(t -> t.kind() == Task.Kind.COMPARE || t.kind() == Task.Kind.FUZZ)
            .flatMap(t -> named(t.words()).stream())
            .distinct()
            .toList();
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
            "result-difference",
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
