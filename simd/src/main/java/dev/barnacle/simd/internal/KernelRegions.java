package dev.barnacle.simd.internal;

import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
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
 * A kernel cut at its work-group barriers. <b>This is where a barrier is compiled.</b>
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
 * architecture, 3.2.2); {@link WorkGroupEmitter} emits a check.
 *
 * <p>The values that live across a barrier, by {@link Liveness}, are kept for each work-item in
 * memory.
 */
final class KernelRegions {
  private final Map<Block, List<Piece>> pieces = new HashMap<>();
  private final List<Region> regions = new ArrayList<>();
  private final Map<Barrier, Integer> regionOf = new HashMap<>();
  private final List<Piece> allPieces = new ArrayList<>();

  /**
   * A part of the kernel between barriers.
   *
   * @param index its number; 0 is the kernel's entry
   * @param start the barrier that it starts after; null for the entry
   * @param pieces its pieces, the first is where it is entered
   */
  record Region(int index, @Nullable Barrier start, List<Piece> pieces) {
    Piece entry() {
      return pieces.getFirst();
    }
  }

  KernelRegions(Function kernel) {
    for (Block block : kernel.blocks()) {
      pieces.put(block, cut(block));
    }
    List<Piece> entries = new ArrayList<>();
    entries.add(first(kernel.entry()));
    List<@Nullable Barrier> starts = new ArrayList<>();
    starts.add(null);
    for (Piece piece : allPieces) {
      if (piece.barrier() != null) {
        regionOf.put(piece.barrier(), entries.size());
        starts.add(piece.barrier());
        entries.add(next(piece));
      }
    }
    for (int i = 0; i < entries.size(); i++) {
      regions.add(new Region(i, starts.get(i), reach(entries.get(i))));
    }
  }

  private List<Piece> cut(Block block) {
    List<Piece> cut = new ArrayList<>();
    int from = 0;
    List<Instruction> instructions = block.instructions();
    for (int i = 0; i < instructions.size(); i++) {
      if (instructions.get(i) instanceof Barrier barrier
          && barrier.kind() == Barrier.Kind.WORK_GROUP) {
        cut.add(new Piece(block, cut.size(), from, i, barrier));
        from = i + 1;
      }
    }
    cut.add(new Piece(block, cut.size(), from, instructions.size(), null));
    allPieces.addAll(cut);
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
    if (piece.barrier() != null) {
      return List.of();
    }
    return piece.block().successors().stream().map(this::first).toList();
  }

  /** Returns the piece after the barrier that ends {@code piece}. */
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

  /** Returns all pieces in the order of the blocks. */
  List<Piece> allPieces() {
    return allPieces;
  }

  /** Returns the regions; the first is the kernel's entry. */
  List<Region> regions() {
    return regions;
  }

  /** Returns the number of the region that starts after {@code barrier}. */
  int regionAfter(Barrier barrier) {
    Integer index = regionOf.get(barrier);
    if (index == null) {
      throw new IllegalStateException("the barrier is not in the kernel");
    }
    return index;
  }
}
