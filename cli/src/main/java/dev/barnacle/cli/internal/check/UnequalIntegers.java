package dev.barnacle.cli.internal.check;

import dev.barnacle.cl.DataType;
import dev.barnacle.cl.Kernel;
import dev.barnacle.cl.KernelParameter;
import dev.barnacle.cli.internal.launch.ArgumentSpec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Integers that are sizes and differ from each other: squares hide which of two is the distance of
 * rows.
 */
final class UnequalIntegers {
  private static final long FEW = 8;
  private static final long STEPS = 5;

  private final Kernel kernel;
  private final SizeTrial trial;

  /** Prepares them, as they differ from those of a trial. */
  UnequalIntegers(Kernel kernel, SizeTrial trial) {
    this.kernel = kernel;
    this.trial = trial;
  }

  /**
   * Returns the launch with them; empty where there are not several, or one is the distance of
   * rows, which must not be less than their length.
   */
  Optional<Defaults> defaults() {
    List<Map.Entry<String, Long>> extents = trial.extents();
    if (extents.size() < 2 || extents.stream().anyMatch(e -> NamedIntegers.isRow(e.getKey()))) {
      return Optional.empty();
    }
    Map<String, ArgumentSpec> values = new HashMap<>();
    long less = 0;
    for (Map.Entry<String, Long> extent : extents) {
      long size = Math.max(2, extent.getValue() - less);
      values.put(extent.getKey(), value(kernel, extent.getKey(), size));
      less += extent.getValue() < FEW ? 1 : extent.getValue() / STEPS / 2 * 2;
    }
    return Optional.of(trial.roomy().with(values));
  }

  /** Returns an integer for a parameter. */
  static ArgumentSpec value(Kernel kernel, String name, long size) {
    Optional<DataType> type =
        kernel.parameters().stream()
            .filter(p -> p.name().equals(name))
            .findFirst()
            .flatMap((KernelParameter p) -> ObjectWords.type(p));
    return new ArgumentSpec.Value(type, List.of(String.valueOf(size)));
  }
}
