package dev.barnacle.cl.loops;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.Context;
import java.util.List;
import java.util.SplittableRandom;

/**
 * How a kernel is run.
 *
 * @param options of the engine
 * @param global the number of work-items
 * @param local the work-items of a group
 */
record Setup(String options, int global, int local) {
  /** The instruction sets: a kernel should be tried with all that the processor has. */
  private static final List<String> FEATURES =
      List.of("avx512", "avx2", "sse4", "sse2", "neon", "lse", "sve", "sve2");

  /** So many kernels with seeds one after the other are a program, and have the same options. */
  static final int BLOCK = 64;

  private static final List<Integer> LOCAL_SIZES = List.of(1, 4, 16, 64);

  /** Returns the instruction sets that the processor has. */
  static List<String> features() {
    return FEATURES.stream().filter(Setup::isThere).toList();
  }

  private static boolean isThere(String features) {
    try {
      Context.builder().engineOptions("features=" + features).create().close();
      return true;
    } catch (ClException e) {
      if (String.valueOf(e.getMessage()).contains("processor does not have them")) {
        return false;
      }
      throw e;
    }
  }

  /** Returns how the kernel of a seed is tried with one of the instruction sets. */
  static Setup of(long seed, String features) {
    int feature = FEATURES.indexOf(features);
    int local = LOCAL_SIZES.get(dice(seed, feature).nextInt(LOCAL_SIZES.size()));
    int groups = Math.min(3, LoopKernel.ITEMS / local);
    int rest = local > 1 && dice(seed, feature + 8).nextInt(4) == 0 ? 1 : 0;
    return new Setup(options(seed, features), local * groups - rest, local);
  }

  /** Returns the engine's options for the block that a seed is of. */
  static String options(long seed, String features) {
    List<String> lanes = List.of("auto", "auto", "1", "4", "8", "16");
    SplittableRandom random = dice(Math.floorDiv(seed, BLOCK), FEATURES.indexOf(features) + 16);
    String chosen = lanes.get(random.nextInt(lanes.size()));
    return "features=" + features + ",lanes=" + chosen + ",cache=off,threads=1";
  }

  private static SplittableRandom dice(long seed, int salt) {
    return new SplittableRandom(seed * 64 + salt);
  }

  @Override
  public String toString() {
    return options + ", global size " + global + ", local size " + local;
  }
}
