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
import org.jspecify.annotations.Nullable;

/**
 * A function cut into pieces behind some of its instructions, as it was when this was made: those
 * where an engine has a work-item stop, so that others run.
 */
public final class Pieces {
  private final Map<Block, Piece> first = new HashMap<>();
  private final List<Piece> all = new ArrayList<>();
  private final List<List<Piece>> successors = new ArrayList<>();

  /**
   * Cuts a function.
   *
   * @param isCut tells at which instructions
   */
  public Pieces(Function function, Predicate<Instruction> isCut) {
    for (Block block : function.blocks()) {
      cut(block, isCut);
    }
    for (Piece piece : all) {
      successors.add(piece.cut() == null ? successors(piece.block()) : List.of());
    }
  }

  private void cut(Block block, Predicate<Instruction> isCut) {
    int before = all.size();
    int from = 0;
    List<Instruction> instructions = block.instructions();
    for (int i = 0; i < instructions.size(); i++) {
      if (isCut.test(instructions.get(i))) {
        add(block, before, from, i, instructions.get(i));
        from = i + 1;
      }
    }
    add(block, before, from, instructions.size(), null);
    first.put(block, all.get(before));
  }

  private void add(Block block, int before, int from, int to, @Nullable Instruction cut) {
    all.add(new Piece(block, all.size() - before, all.size(), from, to, cut));
  }

  private List<Piece> successors(Block block) {
    Set<Piece> pieces = new LinkedHashSet<>();
    for (Block successor : block.successors()) {
      pieces.add(first(successor));
    }
    return List.copyOf(pieces);
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
    Piece found = first.get(block);
    if (found == null) {
      throw new IllegalArgumentException("block " + block + " is not in the function");
    }
    return found;
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
    return all.get(piece.number() + 1);
  }

  /** Returns the pieces that run after {@code piece} without a cut between, each once. */
  public List<Piece> successors(Piece piece) {
    return successors.get(piece.number());
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
    ordered.sort((a, b) -> Integer.compare(a.number(), b.number()));
    return ordered;
  }
}
