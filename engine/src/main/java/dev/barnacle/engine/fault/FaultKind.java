package dev.barnacle.engine.fault;

import java.util.Locale;
import java.util.stream.Stream;

/** The kind of a fault in an execution: one family for all engines, and for all reports. */
public sealed interface FaultKind permits FindingKind, ExplorationKind, FlaggedKind {
  /** Returns its name in reports, such as {@code data-race}. */
  String keyword();

  /** Returns what it is in words, such as {@code out of bounds access}. */
  String title();

  /** Returns its keyword as words, such as {@code out of bounds}. */
  default String phrase() {
    return keyword().replace('-', ' ');
  }

  /** Returns whether accesses race with each other. */
  default boolean isRace() {
    return keyword().endsWith("race");
  }

  /** Returns the kind of a keyword; one that no engine has is a memory model's own. */
  static FaultKind of(String keyword) {
    return Stream.<FaultKind>concat(
            Stream.of(FindingKind.values()), Stream.of(ExplorationKind.values()))
        .filter(kind -> kind.keyword().equals(keyword))
        .findFirst()
        .orElseGet(() -> new FlaggedKind(keyword));
  }

  /** Returns the keyword of a constant. */
  static String keyword(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
