package dev.barnacle.cli.internal.campaign;

import dev.barnacle.cli.internal.fuzz.Platforms;
import java.util.List;
import java.util.Set;

/**
 * One piece of a campaign, which depends on no other.
 *
 * @param name stable, and no other task's: the kind, the file and what differs, separated by colons
 * @param words the command's arguments, with its name first; of {@code compare} the options that
 *     name the launch, then {@code --}, then the engines; of {@code fuzz} the seed, then {@code --}
 *     and the file where there is one, then the engines
 * @param covered kernels whose answers are left out, as launch files are of them
 */
record Task(String name, Kind kind, List<String> words, Set<String> covered) {
  /** The work of a task. */
  enum Kind {
    /** Launches kernels under detectors. */
    CHECK,
    /** Enumerates a launch's executions. */
    EXPLORE,
    /** Enumerates a litmus test's executions. */
    LITMUS,
    /** Makes a kernel of a seed and compares what engines make of it. */
    FUZZ,
    /** Compares what engines make of a launch. */
    COMPARE,
    /** Runs a program with its kernels watched. */
    PROGRAM;

    /** Returns the word for it in plans and reports. */
    String keyword() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }

  Task {
    words = List.copyOf(words);
    covered = Set.copyOf(covered);
  }

  /** Returns the other OpenCL platforms that it needs. */
  List<String> platforms() {
    return kind == Kind.FUZZ || kind == Kind.COMPARE ? Platforms.named(words) : List.of();
  }

  /** Makes one that leaves nothing out. */
  Task(String name, Kind kind, List<String> words) {
    this(name, kind, words, Set.of());
  }
}
