package dev.barnacle.watch.internal.run.kernel;

import dev.barnacle.ir.MemoryScope;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A place at which work-items stop.
 *
 * @param kind what they stop for
 * @param place the number of the barrier or operation
 * @param result where the results of a collective operation are; null for others
 * @param counted whether work-items say in which iterations of the loops around it they come
 * @param endless whether it is a yield in a loop without a way out
 * @param flags of a barrier, as {@link dev.barnacle.ir.FenceFlag} has their bits
 * @param scope of a barrier; null for others
 * @param turn when a non-uniform operation of sub-groups is done; null for others
 */
public record CutSite(
    Kind kind,
    int place,
    @Nullable StateSlot result,
    boolean counted,
    boolean endless,
    int flags,
    @Nullable MemoryScope scope,
    @Nullable Turn turn) {
  /** The reasons for which work-items stop. */
  public enum Kind {
    BARRIER,
    GROUP_OPERATION,
    SUB_GROUP_BARRIER,
    SUB_GROUP_OPERATION,
    YIELD,
    PREEMPTION
  }

  /** Returns whether a sub-group's work-items stop for each other, not a work-group's. */
  public boolean isOfSubGroup() {
    return kind == Kind.SUB_GROUP_BARRIER || kind == Kind.SUB_GROUP_OPERATION;
  }

  /**
   * Elements of the arrays that keep work-items' values.
   *
   * @param index the first one's number among a work-item's
   * @param lanes how many
   */
  public record StateSlot(int index, int lanes) {}

  /**
   * The turn of a non-uniform operation among several, as lanes of a vector would do them. The
   * first is that in an earlier iteration of the loops around both, else that before the other in
   * the program.
   *
   * @param position among all of the kernel; loops stand together
   * @param loops numbers of the loops around it, the outermost first
   * @param depth the most loops around any of the kernel
   * @param bits how many bits a loop's iterations have in the number of the iterations, the
   *     outermost loop's at the top
   */
  public record Turn(int position, List<Integer> loops, int depth, int bits) {
    public Turn {
      loops = List.copyOf(loops);
    }

    /**
     * Compares with another one; below 0 if this one comes first.
     *
     * @param iterations the number of the iterations in which a work-item has come to it
     * @param others of one that has come to the other
     */
    public int compare(long iterations, Turn other, long others) {
      for (int d = 0; d < Math.min(loops.size(), other.loops.size()); d++) {
        if (!loops.get(d).equals(other.loops.get(d))) {
          break;
        }
        long later = (iterations >>> shift(d)) - (others >>> shift(d));
        long own = later << (Long.SIZE - bits) >> (Long.SIZE - bits);
        if (own != 0) {
          return Long.signum(own);
        }
      }
      return Integer.compare(position, other.position);
    }

    private int shift(int level) {
      return bits * (depth - 1 - level);
    }
  }
}
