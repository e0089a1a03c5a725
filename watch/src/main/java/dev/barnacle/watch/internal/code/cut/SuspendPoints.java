package dev.barnacle.watch.internal.code.cut;

import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.GroupOperation;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.analysis.Liveness;
import dev.barnacle.ir.analysis.Piece;
import dev.barnacle.ir.analysis.Pieces;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A kernel cut where its work-items stop: at barriers and collective operations, where they wait
 * for each other, and at <em>yields</em>, where one that waits in a loop for what another one does
 * lets the others run, or one that is about to execute an atomic operation may be preempted.
 *
 * <p>Large kernels are cut at <em>splits</em> as well, where nobody stops (see {@link
 * MethodSplits}).
 *
 * <p>Each cut starts a <em>region</em>: all code that a work-item can run from there without coming
 * to another barrier or collective operation (a yield need not stop, so a region goes on behind
 * it). The kernel's entry starts region 0. A block that several regions reach is in each of them.
 */
public final class SuspendPoints {
  private final Pieces pieces;
  private final List<Region> regions = new ArrayList<>();
  private final Map<Instruction, Integer> regionOf = new HashMap<>();
  private final List<Instruction> sites = new ArrayList<>();
  private final Set<Instruction> yields;
  private final Set<Instruction> preemptions;
  private final Set<Instruction> splits;
  private final Map<Instruction, Value> iterations;

  /**
   * The code from one cut to the next ones.
   *
   * @param index its number; 0 is the kernel's entry
   * @param pieces its pieces, the first is where it is entered
   */
  public record Region(int index, List<Piece> pieces) {
    public Piece entry() {
      return pieces.getFirst();
    }
  }

  /**
   * Cuts a kernel.
   *
   * @param yields those of its barriers that are yields
   * @param preemptions those of the yields at which a work-item does not wait
   * @param splits those of its barriers that are splits
   * @param iterations what stands for the iterations in which a work-item comes to a cut
   */
  public SuspendPoints(
      Function kernel,
      Set<Instruction> yields,
      Set<Instruction> preemptions,
      Set<Instruction> splits,
      Map<Instruction, Value> iterations) {
    this.iterations = iterations;
    this.yields = yields;
    this.preemptions = preemptions;
    this.splits = splits;
    this.pieces = new Pieces(kernel, SuspendPoints::stops);
    add(pieces.first(kernel.entry()));
    for (boolean split : new boolean[] {false, true}) {
      for (Piece piece : pieces.all()) {
        Instruction cut = piece.cut();
        if (cut != null && splits.contains(cut) == split) {
          regionOf.put(cut, regions.size());
          sites.add(cut);
          add(pieces.next(piece));
        }
      }
    }
  }

  private static boolean stops(Instruction instruction) {
    return instruction instanceof Barrier || instruction instanceof GroupOperation;
  }

  private void add(Piece entry) {
    regions.add(new Region(regions.size(), pieces.reachable(entry, this::isYield)));
  }

  /** Returns the first piece of a block. */
  public Piece first(Block block) {
    return pieces.first(block);
  }

  /** Returns which results live where. */
  public Liveness liveness() {
    return new Liveness(pieces, this::operands);
  }

  public boolean isYield(Instruction cut) {
    return yields.contains(cut);
  }

  /** Returns whether a yield is one at which a work-item does not wait for others. */
  public boolean isPreemption(Instruction cut) {
    return preemptions.contains(cut);
  }

  /** Returns what stands for the iterations in which a work-item comes to a cut; null for none. */
  public @Nullable Value iteration(Instruction cut) {
    return iterations.get(cut);
  }

  /** Returns the values that a cut uses. */
  public List<Value> operands(Instruction cut) {
    Value iteration = iterations.get(cut);
    if (iteration == null) {
      return cut.operands();
    }
    List<Value> operands = new ArrayList<>(cut.operands());
    operands.add(iteration);
    return operands;
  }

  /** Returns whether a cut is one at which nobody stops. */
  public boolean isSplit(Instruction cut) {
    return splits.contains(cut);
  }

  /** Returns whether there are splits. */
  public boolean hasSplits() {
    return !splits.isEmpty();
  }

  /** Returns how many cuts are no splits: those have the numbers behind. */
  public int stops() {
    return sites.size() - splits.size();
  }

  /** Returns the pieces of a region in the order of the code. */
  public List<Piece> inOrder(Region region) {
    return pieces.inOrder(region.pieces());
  }

  /** Returns the regions; the first is the kernel's entry. */
  public List<Region> regions() {
    return regions;
  }

  /**
   * Returns the cuts, splits last: the one that starts region {@code r} has number {@code r - 1}.
   */
  public List<Instruction> sites() {
    return sites;
  }

  /** Returns the piece behind a cut. */
  public Piece behind(Instruction cut) {
    return regions.get(regionAfter(cut)).entry();
  }

  /** Returns the number of the region that starts at {@code cut}. */
  public int regionAfter(Instruction cut) {
    Integer index = regionOf.get(cut);
    if (index == null) {
      throw new IllegalStateException("the cut is not in the kernel");
    }
    return index;
  }
}
