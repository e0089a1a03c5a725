package dev.barnacle.simd.internal.analysis;

import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Yield;
import dev.barnacle.ir.analysis.Liveness;
import dev.barnacle.ir.analysis.Piece;
import dev.barnacle.ir.analysis.Pieces;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The regions of a kernel between its work-group barriers. <b>This is where a barrier is
 * compiled.</b>
 *
 * <p>Every barrier of the work-group starts a <em>region</em>: all code that a work-item can run
 * after it without coming to another barrier. The kernel's entry starts region 0. A work-group is
 * run by running region 0 for all its work-items one after the other, then the region of the
 * barrier that they have all come to, and so on until all have returned:
 *
 * <pre>
 *   region = 0
 *   do {
 *     for each work-item (or vector of them): run `region` up to the next barrier or return
 *     region = the region of that barrier
 *   } while (it was a barrier)
 * </pre>
 *
 * <p>This holds for barriers anywhere: in loops (the region then contains the back edge and may end
 * at its own barrier), in branches, in irreducible code. A block that several regions reach is
 * emitted once in each. All work-items of a group must come to the same barrier (OpenCL
 * architecture, 3.2.2); {@code WorkGroupEmitter} emits a check.
 *
 * <p>A {@link Yield} starts a region as well: a work-item that comes to one is put aside, and that
 * region is run for those that were, while others are at other places. In kernels that have yields
 * sub-group barriers start regions too, for the work-items of a sub-group may come to them one
 * after the other.
 *
 * <p>The values that live across a barrier, by {@link Liveness}, are kept for each work-item in
 * memory.
 *
 * <p>The regions are pocl's parallel regions (P. Jääskeläinen et al., "pocl: A Performance-Portable
 * OpenCL Implementation", International Journal of Parallel Programming 43, 2015). That the barrier
 * which was reached names the region that follows is continuation-based synchronisation (R.
 * Karrenberg and S. Hack, "Improving Performance of OpenCL on CPUs", CC 2012; J. Meyer et al.,
 * "Implementation Techniques for SPMD Kernels on CPUs", IWOCL 2023).
 */
public final class BarrierRegions {
  private final Pieces pieces;
  private final boolean yields;
  private final List<Region> regions = new ArrayList<>();
  private final Map<Instruction, Integer> regionOf = new HashMap<>();

  /**
   * A part of the kernel between barriers.
   *
   * @param index its number; 0 is the kernel's entry
   * @param start the barrier or yield that it starts after; null for the entry
   * @param pieces its pieces, the first is where it is entered
   */
  public record Region(int index, @Nullable Instruction start, List<Piece> pieces) {
    public Piece entry() {
      return pieces.getFirst();
    }

    /**
     * Returns whether only those work-items run it that were put aside where it starts: all but the
     * kernel's entry and what follows a barrier of the work-group.
     */
    public boolean isOfSome() {
      return start instanceof Yield || isAfterSubGroup();
    }

    /** Returns whether a work-item may wait in a loop where it starts. */
    public boolean isInLoop() {
      return start instanceof Yield yield && yield.kind() == Yield.Kind.WAIT;
    }

    /** Returns whether it starts where all work-items of a sub-group meet. */
    public boolean isAfterSubGroup() {
      return start instanceof Barrier barrier && barrier.kind() == Barrier.Kind.SUB_GROUP;
    }

    /** Returns the values that are kept across the barrier which the region starts after. */
    public List<Instruction> liveAtStart(Liveness liveness) {
      return start == null ? List.of() : liveness.liveIn(entry());
    }
  }

  public BarrierRegions(Function kernel) {
    this.yields = InsertYields.areIn(kernel);
    this.pieces = new Pieces(kernel, this::isCut);
    add(null, pieces.first(kernel.entry()));
    for (Piece piece : pieces.all()) {
      Instruction cut = piece.cut();
      if (cut != null) {
        regionOf.put(cut, regions.size());
        add(cut, pieces.next(piece));
      }
    }
  }

  private boolean isCut(Instruction instruction) {
    return instruction instanceof Yield
        || (instruction instanceof Barrier barrier
            && (yields || barrier.kind() == Barrier.Kind.WORK_GROUP));
  }

  /** Returns whether the kernel has yields. */
  public boolean haveYields() {
    return yields;
  }

  private void add(@Nullable Instruction start, Piece entry) {
    regions.add(new Region(regions.size(), start, reachable(entry)));
  }

  /** Returns what can run from a piece on in the same region, that first. */
  List<Piece> reachable(Piece entry) {
    return pieces.reachable(entry, cut -> false);
  }

  /** Returns the first piece of a block. */
  public Piece first(Block block) {
    return pieces.first(block);
  }

  /** Returns which results live where. */
  public Liveness liveness() {
    return new Liveness(pieces);
  }

  /** Returns the regions; the first is the kernel's entry. */
  public List<Region> regions() {
    return regions;
  }

  /** Returns the number of the region that starts after {@code cut}, a barrier or yield. */
  public int regionAfter(Instruction cut) {
    Integer index = regionOf.get(cut);
    if (index == null) {
      throw new IllegalStateException("the cut is not in the kernel");
    }
    return index;
  }
}
