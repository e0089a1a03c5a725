package dev.barnacle.ir.analysis;

import dev.barnacle.ir.Block;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A function cut into pieces behind some of its instructions, as it was when this was made: those
 * where an engine has a work-item stop, so that others run.
 */
public final class Pieces {
  private final Map<Block, List<Piece>> ofBlock = new HashMap<>();
  private final Map<Piece, Integer> positions = new HashMap<>();
  private final List<Piece> all = new ArrayList<>();

  /**
   * Cuts a function.
   *
   * @param isCut tells at which instructions
   */
  public Pieces(Function function, Predicate<Instruction> isCut) {
    for (Block block : function.blocks()) {
      List<Piece> pieces = cut(block, isCut);
      ofBlock.put(block, pieces);
      for (Piece piece : pieces) {
        positions.put(piece, all.size());
        all.add(piece);
      }
    }
  }

  private static List<Piece> cut(Block block, Predicate<Instruction> isCut) {
    List<Piece> pieces = new ArrayList<>();
    int from = 0;
    List<Instruction> instructions = block.instructions();
    for (int i = 0; i < instructions.size(); i++) {
      if (isCut.test(instructions.get(i))) {
        pieces.add(new Piece(block, pieces.size(), from, i, instructions.get(i)));
        from = i + 1;
      }
    }
    pieces.add(new Piece(block, pieces.size(), from, instructions.size(), null));
    return pieces;
  }

  /** Returns all pieces in the order of the code. */
  public List<Piece> all() {
    return Collections.unmodifiableList(all);
  }

  /**
   * Returns the first piece of a block.
   *
   * @throws IllegalArgumentException if the function has no such block
   */
  public Piece first(Block block) {
    return of(block).getFirst();
  }

  /**
   * Returns the piece behind the cut that ends {@code piece}.
   *
   * @throws IllegalArgumentException if no cut ends it
   */
  public Piece next(Piece piece) {
    if (piece.cut() == null) {
      throw new IllegalArgumentException("no cut ends the piece of " + piece.block());
    }
    return of(piece.block()).get(piece.index() + 1);
  }

  /** Returns the pieces that run after {@code piece} without a cut between, each once. */
  public List<Piece> successors(Piece piece) {
    if (piece.cut() != null) {
      return List.of();
    }
    return piece.block().successors().stream().distinct().map(this::first).toList();
  }

  /**
   * Returns what can run from {@code entry} on, that first, nearer pieces before farther ones.
   *
   * @param isPassed tells at which cuts a work-item may go on
   */
  public List<Piece> reachable(Piece entry, Predicate<Instruction> isPassed) {
    Set<Piece> seen = new LinkedHashSet<>();
    Deque<Piece> work = new ArrayDeque<>();
    work.add(entry);
    while (!work.isEmpty()) {
      Piece piece = work.removeFirst();
      if (seen.add(piece)) {
        Instruction cut = piece.cut();
        work.addAll(cut != null && isPassed.test(cut) ? List.of(next(piece)) : successors(piece));
      }
    }
    return List.copyOf(seen);
  }

  /** Returns pieces of this function in the order of the code. */
  public List<Piece> inOrder(Collection<Piece> pieces) {
    List<Piece> ordered = new ArrayList<>(pieces);
    ordered.sort((a, b) -> Integer.compare(position(a), position(b)));
    return ordered;
  }

  private int position(Piece piece) {
    return positions.getOrDefault(piece, 0);
  }

  private List<Piece> of(Block block) {
    List<Piece> found = ofBlock.get(block);
    if (found == null) {
      throw new IllegalArgumentException("block " + block + " is not in the function");
    }
    return found;
  }
}
