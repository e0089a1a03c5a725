package dev.barnacle.frontend.internal.clang;

import dev.barnacle.store.Blake3Sum;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The files that the result of a compilation depends on besides its source.
 *
 * @param present the files that were included
 * @param absent files that would have been included in place of another, had they been there
 */
record Manifest(List<Path> present, List<Path> absent) {
  private static final String PRESENT = "+";
  private static final String ABSENT = "-";

  /**
   * Works out the manifest of a compilation.
   *
   * @param included the files that clang says it read, absolute
   * @param folders all folders in which it may have looked for them, absolute
   */
  static Manifest of(List<Path> included, List<Path> folders) {
    Set<Path> searched = new LinkedHashSet<>(folders);
    for (Path file : included) {
      Path parent = file.getParent();
      if (parent != null) {
        searched.add(parent);
      }
    }
    Set<Path> absent = new LinkedHashSet<>();
    for (Path file : included) {
      for (Path folder : searched) {
        if (file.startsWith(folder)) {
          Path name = folder.relativize(file);
          searched.stream()
              .map(other -> other.resolve(name))
              .filter(p -> !Files.exists(p))
              .forEach(absent::add);
        }
      }
    }
    return new Manifest(List.copyOf(included), List.copyOf(absent));
  }

  /**
   * The key of the result for the files as they are now; empty if one is gone, or one has come that
   * was absent.
   */
  Optional<String> resultKey(String key) {
    if (absent.stream().anyMatch(Files::exists)) {
      return Optional.empty();
    }
    Blake3Sum sum = new Blake3Sum().add(key);
    for (Path file : present) {
      try {
        sum.add(file.toString()).add(Files.readAllBytes(file));
      } catch (IOException e) {
        return Optional.empty();
      }
    }
    return Optional.of(sum.hex());
  }

  static Manifest parse(String text) {
    return new Manifest(paths(text, PRESENT), paths(text, ABSENT));
  }

  private static List<Path> paths(String text, String mark) {
    return text.lines()
        .filter(line -> line.startsWith(mark))
        .map(line -> Path.of(line.substring(1)))
        .toList();
  }

  /** Returns whether the text form can express it: a path may have a line break in it. */
  boolean isExpressible() {
    return Stream.concat(present.stream(), absent.stream())
        .noneMatch(p -> p.toString().indexOf('\n') >= 0);
  }

  @Override
  public String toString() {
    return Stream.concat(
            present.stream().map(p -> PRESENT + p + "\n"),
            absent.stream().map(p -> ABSENT + p + "\n"))
        .collect(Collectors.joining());
  }
}
