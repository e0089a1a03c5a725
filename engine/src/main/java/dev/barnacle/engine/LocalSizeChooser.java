package dev.barnacle.engine;

import java.util.ArrayList;
import java.util.List;

/**
 * Chooses the local size of a launch that leaves it to the platform.
 *
 * <p>A CPU runs a work-group as loops over its work-items, the first dimension innermost and
 * vectorised: so the first dimension gets as much of the group as it can, in multiples of the
 * widest vector. Groups are large enough that starting one costs nothing beside running it, but
 * small enough that each thread gets several, so that none waits long for the last. A local size
 * that divides the global size is preferred; another one is taken only for kernels that can't tell,
 * where all divisors are bad ones; which version of the language they are written in is the same to
 * them.
 */
public final class LocalSizeChooser {
  /** Lanes of the widest vector of the narrowest common type, 512 bits of floats. */
  private static final long LANES = 16;

  private static final long GROUPS_PER_UNIT = 8;
  private static final long TARGET_INDEPENDENT = 1024;
  private static final long TARGET_COOPERATING = 256;

  private final KernelTraits traits;
  private final DeviceLimits limits;

  /** Makes a chooser. */
  public LocalSizeChooser(KernelTraits traits, DeviceLimits limits) {
    this.traits = traits;
    this.limits = limits;
  }

  /** Returns a local size for these global sizes, each at least 1. */
  public List<Long> choose(List<Long> global) {
    long budget = budget(global);
    List<Long> local = new ArrayList<>();
    for (long size : global) {
      long chosen = chooseDimension(size, budget, local.isEmpty());
      local.add(chosen);
      budget /= chosen;
    }
    return local;
  }

  private long budget(List<Long> global) {
    double items = 1;
    for (long size : global) {
      items *= size;
    }
    double share = items / (GROUPS_PER_UNIT * limits.computeUnits());
    long target = traits.cooperates() ? TARGET_COOPERATING : TARGET_INDEPENDENT;
    long wanted = (long) Math.clamp(share, LANES, (double) target);
    return Math.max(1, Math.min(wanted, limits.maxWorkGroupSize()));
  }

  private long chooseDimension(long size, long budget, boolean innermost) {
    long limit = Math.min(size, budget);
    long aligned = innermost ? divisor(size, limit, LANES) : 0;
    if (aligned >= limit / 4 && aligned > 0) {
      return aligned;
    }
    long best = divisor(size, limit, 1);
    boolean bad = best < LANES && limit >= LANES;
    return bad && innermost && !traits.seesGroups() ? limit / LANES * LANES : best;
  }

  /** Returns the largest divisor of {@code size} up to {@code limit} of that multiple, or 0. */
  private static long divisor(long size, long limit, long multiple) {
    for (long d = limit / multiple * multiple; d > 0; d -= multiple) {
      if (size % d == 0) {
        return d;
      }
    }
    return 0;
  }
}
