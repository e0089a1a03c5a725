package dev.barnacle.bench.internal.first;

import java.util.EnumMap;
import java.util.Map;

/**
 * A part of a process's first second.
 *
 * @param name what it does
 * @param wall nanoseconds
 * @param cpu nanoseconds of all threads of the process
 * @param waiting nanoseconds in which nothing of the process ran
 * @param kinds processor time by what ran; empty where nobody looked
 */
record Phase(String name, double wall, double cpu, double waiting, Map<Kind, Double> kinds) {
  Phase {
    kinds = Map.copyOf(kinds);
  }

  /** Returns this with another's times, of both. */
  Phase plus(Phase other) {
    Map<Kind, Double> sum = new EnumMap<>(Kind.class);
    kinds.forEach((kind, nanos) -> sum.merge(kind, nanos, Double::sum));
    other.kinds.forEach((kind, nanos) -> sum.merge(kind, nanos, Double::sum));
    return new Phase(name, wall + other.wall, cpu + other.cpu, waiting + other.waiting, sum);
  }

  /** Returns this with a part of the times. */
  Phase times(double factor) {
    Map<Kind, Double> part = new EnumMap<>(Kind.class);
    kinds.forEach((kind, nanos) -> part.put(kind, nanos * factor));
    return new Phase(name, wall * factor, cpu * factor, waiting * factor, part);
  }
}
