package dev.barnacle.simd.internal.plan.region;

import dev.barnacle.ir.Block;
import java.util.List;

/**
 * The steps of a region, or of the body of a loop, in their order.
 *
 * @param collectors the nodes that collect their masks on this level, which start empty
 */
public record Level(List<Collector> collectors, List<Step> steps) {
  /**
   * A node with a mask to which edges add lanes.
   *
   * @param changes the mask is read and written again and again, in a loop that lanes leave one by
   *     one
   */
  public record Collector(Block node, boolean changes) {}

  /** Makes copies of the lists. */
  public Level {
    collectors = List.copyOf(collectors);
    steps = List.copyOf(steps);
  }
}
