package dev.barnacle.simd.internal.plan.region;

import dev.barnacle.ir.Block;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The lanes known to run a region's pieces, at a place in its code. A copy keeps them where code is
 * planned twice.
 */
final class PlannedMasks {
  private final Map<Block, LaneMask> masks = new HashMap<>();
  private final Set<Block> certain = new HashSet<>();
  private final Set<Block> runByAll = new HashSet<>();
  private final Set<Block> reached = new HashSet<>();
  private final Set<Block> reachedAgain = new HashSet<>();

  PlannedMasks() {}

  PlannedMasks(PlannedMasks other) {
    masks.putAll(other.masks);
    certain.addAll(other.certain);
    runByAll.addAll(other.runByAll);
    reached.addAll(other.reached);
    reachedAgain.addAll(other.reachedAgain);
  }

  /** Sets the mask of a node; {@code some} says whether at least one lane is known to run it. */
  void put(Block node, LaneMask mask, boolean some) {
    put(node, mask);
    setCertain(node, some);
  }

  void put(Block node, LaneMask mask) {
    masks.put(node, mask);
  }

  /** Returns the mask of a node, or null where it has none yet. */
  @Nullable LaneMask known(Block node) {
    return masks.get(node);
  }

  LaneMask get(Block node) {
    return Objects.requireNonNull(masks.get(node));
  }

  void setCertain(Block node, boolean some) {
    if (some) {
      certain.add(node);
    } else {
      certain.remove(node);
    }
  }

  /** Returns whether at least one lane runs a node. */
  boolean isCertain(Block node) {
    return certain.contains(node);
  }

  void addRunByAll(Block node) {
    runByAll.add(node);
  }

  /** Returns whether a node is planned for all lanes. */
  boolean isRunByAll(Block node) {
    return runByAll.contains(node);
  }

  /**
   * Notes that an edge brings lanes to a node.
   *
   * @param back it is the back edge of a loop
   * @return whether it is the first such edge
   */
  boolean reach(Block node, boolean back) {
    return (back ? reachedAgain : reached).add(node);
  }
}
