package dev.barnacle.cli.internal.stress;

import java.util.SplittableRandom;

/**
 * The numbers that a launch gives its work-groups: of testing ones below {@code testing}, of
 * bystanders above. Runtimes for processors give each thread neighbouring work-groups, or a part of
 * them all; so the work-groups of an instance are neighbours, or lie far apart, or are anywhere.
 */
final class Shuffle {
  private Shuffle() {}

  /**
   * Returns the number of each work-group.
   *
   * @param way which of the three ways, modulo three
   * @param groups how many work-groups there are, with bystanders
   * @param cluster how many work-groups an instance has
   */
  static int[] of(int way, int testing, int groups, int cluster, SplittableRandom random) {
    int[] numbers = new int[groups];
    int clusters = testing / cluster;
    for (int i = 0; i < groups; i++) {
      boolean apart = way % 3 == 1 && i < testing;
      numbers[i] = apart ? i % clusters * cluster + i / clusters : i;
    }
    for (int i = groups - 1; i > 0 && way % 3 == 2; i--) {
      int other = random.nextInt(i + 1);
      int kept = numbers[i];
      numbers[i] = numbers[other];
      numbers[other] = kept;
    }
    return numbers;
  }
}
