package dev.barnacle.simd.internal.tier;

import dev.barnacle.engine.HostProcessors;
import dev.barnacle.engine.NdRange;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Parameter;
import dev.barnacle.simd.internal.abi.Specialization;
import dev.barnacle.simd.internal.analysis.UnderlyingObjects;
import dev.barnacle.simd.internal.plan.KernelSummary;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Makes code of kernels that are likely to be launched next, on other processors while a launch
 * waits for its own: of those that the program has made objects of, in that order, for groups of
 * the same size and memory that does not overlap. Where the one that was expected is launched, two
 * are made in advance: else launches would wait for one at a time, with a processor idle. What is
 * made and not launched is bounded; a program that launches otherwise is left alone.
 */
public final class NextKernels {
  /** Kernels of which code may have been made in vain. */
  public static final int MOST_UNUSED = 2;

  private final KernelTiers tiers;
  private final boolean possible;
  private final Set<Function> seen = new HashSet<>();
  private final Map<Function, Supplier<KernelSummary>> expected = new LinkedHashMap<>();
  private final Map<Function, Specialization> unused = new HashMap<>();

  NextKernels(KernelTiers tiers, boolean possible) {
    this.tiers = tiers;
    this.possible = possible && HostProcessors.count() > 1;
  }

  /** Is told of a kernel that may be launched. */
  public synchronized void expect(Function kernel, Supplier<KernelSummary> summary) {
    if (possible && seen.add(kernel)) {
      expected.put(kernel, summary);
    }
  }

  /**
   * Is told that the first launch of a kernel over such a range is about to have code made, and
   * begins with another one's.
   */
  public synchronized void begins(Function kernel, NdRange range, Specialization facts) {
    seen.add(kernel);
    expected.remove(kernel);
    boolean asExpected = facts.equals(unused.get(kernel));
    if (asExpected) {
      unused.remove(kernel);
    }
    int more = asExpected ? MOST_UNUSED : 1;
    Iterator<Map.Entry<Function, Supplier<KernelSummary>>> all = expected.entrySet().iterator();
    while (more > 0 && unused.size() < MOST_UNUSED && all.hasNext()) {
      Map.Entry<Function, Supplier<KernelSummary>> next = all.next();
      all.remove();
      Specialization like = like(next.getKey(), facts);
      unused.put(next.getKey(), like);
      tiers.prepareNext(next.getKey(), next.getValue(), range, like);
      more--;
    }
  }

  private static Specialization like(Function kernel, Specialization facts) {
    long disjoint = 0;
    for (Parameter parameter : kernel.parameters()) {
      disjoint |= UnderlyingObjects.bit(parameter);
    }
    return facts.with().disjoint(disjoint).copied(0).known(List.of()).build();
  }
}
