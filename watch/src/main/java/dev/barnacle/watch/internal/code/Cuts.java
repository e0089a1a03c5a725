package dev.barnacle.watch.internal.code;

import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.GroupOperation;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Value;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A kernel cut where its work-items stop: at barriers and collective operations, where they wait
 * for each other, and at <em>yields</em>, where one that waits in a loop for what another one does
 * lets the others run, or one that is about to execute an atomic operation may be preempted.
 *
 * <p>Large kernels are cut at <em>joints</em> as well, where nobody stops (see {@link Joints}).
 *
 * <p>Each cut starts a <em>region</em>: all code that a work-item can run from there without coming
 * to another barrier or collective operation (a yield need not stop, so a region goes on behind
 * it). The kernel's entry starts region 0. A block that several regions reach is in each of them.
 */
final class Cuts {
  private final Map<Block, List<Piece>> pieces = new HashMap<>();
  private final List<Piece> allPieces = new ArrayList<>();
  private final Map<Piece, Integer> positions = new HashMap<>();
  private final List<Region> regions = new ArrayList<>();
  private final Map<Instruction, Integer> regionOf = new HashMap<>();
  private final List<Instruction> sites = new ArrayList<>();
  private final Set<Instruction> yields;
  private final Set<Instruction> preemptions;
  private final Set<Instruction> joints;
  private final Map<Instruction, Value> iterations;

  /**
   * The code from one cut to the next ones.
   *
   * @param index its number; 0 is the kernel's entry
   * @param pieces its pieces, the first is where it is entered
   */
  record Region(int index, List<Piece> pieces) {
    Piece entry() {
      return pieces.getFirst();
    }
  }

  /**
   * Cuts a kernel.
   *
   * @param yields those of its barriers that are yields
   * @param preemptions those of the yields at which a work-item does not wait
   * @param joints those of its barriers that are joints
   * @param iterations what stands for the iterations in which a work-item comes to a cut
   */
  Cuts(
      Function kernel,
      Set<Instruction> yields,
      Set<Instruction> preemptions,
      Set<Instruction> joints,
      Map<Instruction, Value> iterations) {
    this.iterations = iterations;
    this.yields = yields;
    this.preemptions = preemptions;
    this.joints = joints;
    for (Block block : kernel.blocks()) {
      pieces.put(block, cut(block));
    }
    List<Piece> entries = new ArrayList<>();
    entries.add(first(kernel.entry()));
    for (boolean joint : new boolean[] {false, true}) {
      for (Piece piece : allPieces) {
        Instruction cut = piece.cut();
        if (cut != null && joints.contains(cut) == joint) {
          regionOf.put(cut, entries.size());
          sites.add(cut);
          entries.add(next(piece));
        }
      }
    }
    for (int i = 0; i < entries.size(); i++) {
      regions.add(new Region(i, reach(entries.get(i))));
    }
  }

  private static boolean stops(Instruction instruction) {
    return instruction instanceof Barrier || instruction instanceof GroupOperation;
  }

  private List<Piece> cut(Block block) {
    List<Piece> cut = new ArrayList<>();
    int from = 0;
    List<Instruction> instructions = block.instructions();
    for (int i = 0; i < instructions.size(); i++) {
      if (stops(instructions.get(i))) {
        cut.add(new Piece(block, cut.size(), from, i, instructions.get(i)));
        from = i + 1;
      }
    }
    cut.add(new Piece(block, cut.size(), from, instructions.size(), null));
    for (Piece piece : cut) {
      positions.put(piece, allPieces.size());
      allPieces.add(piece);
    }
    return cut;
  }

  private List<Piece> reach(Piece entry) {
    Set<Piece> seen = new LinkedHashSet<>();
    Deque<Piece> work = new ArrayDeque<>();
    work.add(entry);
    while (!work.isEmpty()) {
      Piece piece = work.removeFirst();
      if (seen.add(piece)) {
        work.addAll(successors(piece));
      }
    }
    return List.copyOf(seen);
  }

  /** Returns the pieces that can follow in the same region. */
  List<Piece> successors(Piece piece) {
    if (piece.cut() != null) {
      return isYield(piece.cut()) ? List.of(next(piece)) : List.of();
    }
    return piece.block().successors().stream().distinct().map(this::first).toList();
  }

  /** Returns the piece after the cut that ends {@code piece}. */
  Piece next(Piece piece) {
    return piecesOf(piece.block()).get(piece.index() + 1);
  }

  /** Returns the first piece of a block. */
  Piece first(Block block) {
    return piecesOf(block).getFirst();
  }

  private List<Piece> piecesOf(Block block) {
    List<Piece> found = pieces.get(block);
    if (found == null) {
      throw new IllegalStateException("block " + block + " is not in the kernel");
    }
    return found;
  }

  boolean isYield(Instruction cut) {
    return yields.contains(cut);
  }

  /** Tells whether a yield is one at which a work-item does not wait for others. */
  boolean isPreemption(Instruction cut) {
    return preemptions.contains(cut);
  }

  /** Returns what stands for the iterations in which a work-item comes to a cut; null for none. */
  @Nullable Value iteration(Instruction cut) {
    return iterations.get(cut);
  }

  /** Returns the values that a cut uses. */
  List<Value> operands(Instruction cut) {
    Value iteration = iterations.get(cut);
    if (iteration == null) {
      return cut.operands();
    }
    List<Value> operands = new ArrayList<>(cut.operands());
    operands.add(iteration);
    return operands;
  }

  /** Tells whether a cut is one at which nobody stops. */
  boolean isJoint(Instruction cut) {
    return joints.contains(cut);
  }

  /** Tells whether there are joints. */
  boolean hasJoints() {
    return !joints.isEmpty();
  }

  /** Returns how many cuts are no joints: those have the numbers behind. */
  int stops() {
    return sites.size() - joints.size();
  }

  /** Returns all pieces in the order of the blocks. */
  List<Piece> allPieces() {
    return allPieces;
  }

  /** Returns the pieces of a region in the order of the blocks. */
  List<Piece> inOrder(Region region) {
    List<Piece> ordered = new ArrayList<>(region.pieces());
    ordered.sort((a, b) -> Integer.compare(position(a), position(b)));
    return ordered;
  }

  private int position(Piece piece) {
    return positions.getOrDefault(piece, 0);
  }

  /** Returns the regions; the first is the kernel's entry. */
  List<Region> regions() {
    return regions;
  }

  /**
   * Returns the cuts, joints last: the one that starts region {@code r} has number {@code r - 1}.
   */
  List<Instruction> sites() {
    return sites;
  }

  /** Returns the number of the region that starts at {@code cut}. */
  int regionAfter(Instruction cut) {
    Integer index = regionOf.get(cut);
    if (index == null) {
      throw new IllegalStateException("the cut is not in the kernel");
    }
    return index;
  }
}
