package dev.barnacle.simd.internal.plan;

import dev.barnacle.engine.NdRange;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.AsyncCopy;
import dev.barnacle.ir.AsyncFence;
import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Call;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.GroupOperation;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.QueueOperation;
import dev.barnacle.ir.WaitEvents;
import dev.barnacle.ir.WorkItemQuery;
import dev.barnacle.ir.analysis.CallGraph;
import dev.barnacle.simd.internal.abi.SimdLimits;
import dev.barnacle.simd.internal.abi.Specialization;
import dev.barnacle.simd.internal.analysis.InsertYields;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Coarsens work-groups of one work-item, or of one row: they run as if they were the work-items of
 * larger groups, so that they can be the lanes of a vector, or rows that run at a time. Programs
 * written for processors often ask for such groups, and would have no use of SIMD otherwise.
 *
 * <p>Nothing shows the difference where a kernel shares nothing within its groups (local memory,
 * barriers, collective operations, asynchronous copies), does not wait for other work-items, and is
 * told the ids and sizes of the groups that its program asked for ({@link
 * Specialization#merged()}).
 *
 * <p>The technique is a coarsening of work-groups, as that of threads (A. Magni, C. Dubach and M.
 * O'Boyle, "Automatic Optimization of Thread-Coarsening for Graphics Processors", PACT 2014).
 */
public final class GroupCoarsening {
  private static final int MOST = 256;
  private static final int LEAST = 8;

  /** The work-items of a row, so that they are lanes. */
  private static final int LEAST_ROW = 16;

  private static final long MOST_ROWS = 8;

  /** The work-items of a tile's row, from which on memory is read in long runs. */
  static final int WIDE = 64;

  /** The same where all memory is met in runs: as processors prefetch better along longer ones. */
  private static final int FLAT = 256;

  /** Groups that each thread should have at least, so that all have work to the end. */
  private static final int FOR_EACH_THREAD = 8;

  private GroupCoarsening() {}

  /** Returns whether groups of the kernel can be merged. */
  public static boolean areIndependent(Function kernel) {
    return kernel.parameters().stream().noneMatch(p -> p.isIn(AddressSpace.LOCAL))
        && isIndependent(kernel, new HashSet<>());
  }

  /** Returns whether a work-item of the kernel may wait in a loop for another group's. */
  static boolean mayWait(Function kernel) {
    return CallGraph.reached(kernel).stream().anyMatch(GroupCoarsening::waits);
  }

  /**
   * Returns the range in larger groups; the same if that does not pay: groups of more than one
   * work-item, or too few of them.
   *
   * @param threads that will run them
   */
  public static NdRange merge(NdRange range, int threads) {
    if (range.groupSize() != 1 || range.global(0) < LEAST) {
      return range;
    }
    long groups = range.groupCount();
    long size = MOST;
    while (size >= LEAST
        && (size > range.global(0) || groups / size < (long) FOR_EACH_THREAD * threads)) {
      size /= 2;
    }
    if (size < LEAST) {
      return range;
    }
    long even = Math.min(size, Long.lowestOneBit(range.global(0)));
    List<Long> local = new ArrayList<>(range.local());
    local.set(0, even >= 2 * LEAST ? even : size);
    return new NdRange(range.global(), local, range.offset());
  }

  /**
   * Returns the range in groups of several rows, neighbours in dimension 1 that were groups of
   * their own, for a kernel that gains by {@link RowsInFlight} and does not see its groups; the
   * same if there are no such rows, or too few.
   *
   * @param threads that will run them
   */
  public static NdRange rows(NdRange range, int threads) {
    if (range.dimensions() < 2
        || range.local(0) < LEAST_ROW
        || range.local(1) != 1
        || range.local(2) != 1) {
      return range;
    }
    long rows = Math.min(MOST_ROWS, Long.lowestOneBit(range.global(1)));
    while (rows > 1
        && (range.local(0) * rows > SimdLimits.MAX_GROUP_SIZE
            || range.groupCount() / rows < (long) FOR_EACH_THREAD * threads)) {
      rows /= 2;
    }
    if (rows < 2) {
      return range;
    }
    List<Long> local = new ArrayList<>(range.local());
    local.set(1, rows);
    return new NdRange(range.global(), local, range.offset());
  }

  /**
   * Returns the range in groups of wider tiles, neighbours in dimension 0 that were groups of their
   * own, for a kernel whose loops access no memory and that does not see its groups: it fills its
   * vectors, and reads and writes memory in longer runs, by which processors prefetch. Tiles keep
   * their height where kernels may meet memory along it. The range is the same if there are no such
   * tiles, or too few.
   *
   * @param threads that will run them
   * @param runs whether the kernel meets all memory along dimension 0: then tiles are also flatter
   */
  public static NdRange tiles(NdRange range, int threads, boolean runs) {
    if (range.dimensions() < 2 || range.local(1) == 1 || !range.isUniform()) {
      return range;
    }
    long across = range.global(0) / range.local(0);
    long width = range.local(0);
    long joined = 1;
    while (2 * width <= WIDE
        && across % (2 * joined) == 0
        && 2 * joined * range.groupSize() <= SimdLimits.MAX_GROUP_SIZE
        && range.groupCount() / (2 * joined) >= (long) FOR_EACH_THREAD * threads) {
      width *= 2;
      joined *= 2;
    }
    long height = range.local(1);
    while (runs && 2 * width <= FLAT && across % (2 * joined) == 0 && height % 2 == 0) {
      width *= 2;
      joined *= 2;
      height /= 2;
    }
    List<Long> local = new ArrayList<>(range.local());
    local.set(0, width);
    local.set(1, height);
    return new NdRange(range.global(), local, range.offset());
  }

  private static boolean isIndependent(Function function, Set<Function> known) {
    if (!known.add(function)) {
      return true;
    }
    for (Instruction instruction : function.instructions()) {
      if (shares(instruction)
          || (instruction instanceof Call call && !isIndependent(call.callee(), known))) {
        return false;
      }
    }
    return !waits(function);
  }

  private static boolean shares(Instruction instruction) {
    return switch (instruction) {
      case Barrier _, GroupOperation _, AsyncCopy _ -> true;
      case AsyncFence _, WaitEvents _, QueueOperation _ -> true;
      case WorkItemQuery query when query.kind().isOfSubGroups() -> true;
      default -> instruction.operands().stream().anyMatch(o -> o.isIn(AddressSpace.LOCAL));
    };
  }

  private static boolean waits(Function function) {
    return InsertYields.areIn(function) || InsertYields.mayWait(function);
  }
}
