package dev.barnacle.watch.internal.run.kernel;

import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** In what order the work-items of a group, and the groups, take their turns. */
public final class ItemOrder {
  private final long seed;

  /**
   * Makes an order.
   *
   * @param seed 0 for the order of their ids, 1 for the reverse, any other number for a random one
   */
  public ItemOrder(long seed) {
    this.seed = seed;
  }

  /**
   * Returns what decides where work-items are preempted; null where they are not. Three of four
   * random orders have it, the others run each work-item as far as it comes.
   */
  public @Nullable Preemption preemption() {
    return seed > 1 && (seed & 3) != 0 ? new Preemption(seed) : null;
  }

  /**
   * Returns whether atomic loads may read old values: in half of the random orders, which all
   * preempt.
   */
  public boolean isWeak() {
    return seed > 1 && (seed & 1) != 0;
  }

  /** Returns whether it is the order of ids. */
  public boolean isNatural() {
    return seed == 0;
  }

  /** Returns the local linear ids in order. */
  public int[] of(GroupShape shape) {
    return permutation(shape.items(), seed ^ (seed < 2 ? 0 : shape.number() * 0x9e3779b97f4a7c15L));
  }

  /** Returns the number of the group that is the {@code turn}-th to run. */
  public long group(long turn, long groups) {
    if (seed == 0) {
      return turn;
    }
    if (seed == 1) {
      return groups - 1 - turn;
    }
    // A rotation by a random step that has no factor in common with the number of groups.
    SplittableRandom random = new SplittableRandom(seed);
    long start = random.nextLong(groups);
    long step = 1 + random.nextLong(groups);
    while (gcd(step, groups) != 1) {
      step++;
    }
    return Math.floorMod(start + turn % groups * (step % groups), groups);
  }

  private static long gcd(long a, long b) {
    return b == 0 ? a : gcd(b, a % b);
  }

  private static int[] permutation(int count, long seed) {
    int[] order = new int[count];
    for (int i = 0; i < count; i++) {
      order[i] = seed == 1 ? count - 1 - i : i;
    }
    if (seed != 0 && seed != 1) {
      SplittableRandom random = new SplittableRandom(seed);
      for (int i = count - 1; i > 0; i--) {
        int j = random.nextInt(i + 1);
        int swapped = order[i];
        order[i] = order[j];
        order[j] = swapped;
      }
    }
    return order;
  }
}
