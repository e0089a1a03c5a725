package dev.barnacle.watch.internal.code;

import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.Value;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which results live at the start of each piece of a kernel: the usual backward data-flow analysis,
 * over pieces. A phi's operand is used at the end of the piece that it comes from. Allocations are
 * no results here: their addresses are known everywhere. The result of a cut (a collective
 * operation) comes to life behind it.
 */
final class LiveValues {
  private final Cuts cuts;
  private final Map<Instruction, Integer> numbers = new HashMap<>();
  private final List<Instruction> results = new ArrayList<>();
  private final Map<Piece, BitSet> liveIn = new HashMap<>();

  LiveValues(Cuts cuts) {
    this.cuts = cuts;
    for (Piece piece : cuts.allPieces()) {
      piece.instructions().forEach(this::number);
      if (piece.cut() != null) {
        number(piece.cut());
      }
    }
    solve();
  }

  private void number(Instruction instruction) {
    if (instruction.hasResult() && !(instruction instanceof Alloca)) {
      numbers.put(instruction, results.size());
      results.add(instruction);
    }
  }

  private void solve() {
    cuts.allPieces().forEach(p -> liveIn.put(p, new BitSet()));
    boolean changed = true;
    while (changed) {
      changed = false;
      for (Piece piece : cuts.allPieces().reversed()) {
        BitSet live = transfer(piece);
        if (!live.equals(liveIn.get(piece))) {
          liveIn.put(piece, live);
          changed = true;
        }
      }
    }
  }

  private BitSet transfer(Piece piece) {
    BitSet live = liveOut(piece);
    List<Instruction> instructions = piece.instructions();
    for (int i = instructions.size() - 1; i >= 0; i--) {
      Instruction instruction = instructions.get(i);
      define(live, instruction);
      if (!(instruction instanceof Phi)) {
        use(live, instruction.operands());
      }
    }
    return live;
  }

  private BitSet liveOut(Piece piece) {
    BitSet live = new BitSet();
    Instruction cut = piece.cut();
    if (cut != null) {
      live.or(liveInBits(cuts.next(piece)));
      define(live, cut);
      use(live, cuts.operands(cut));
      return live;
    }
    for (Block successor : piece.block().successors()) {
      live.or(liveInBits(cuts.first(successor)));
    }
    for (Block successor : piece.block().successors()) {
      for (Phi phi : successor.phis()) {
        use(live, List.of(phi.incoming(piece.block())));
      }
    }
    return live;
  }

  private void define(BitSet live, Instruction instruction) {
    Integer number = numbers.get(instruction);
    if (number != null) {
      live.clear(number);
    }
  }

  private void use(BitSet live, Collection<Value> operands) {
    for (Value operand : operands) {
      if (operand instanceof Instruction instruction) {
        Integer number = numbers.get(instruction);
        if (number != null) {
          live.set(number);
        }
      }
    }
  }

  private BitSet liveInBits(Piece piece) {
    BitSet bits = liveIn.get(piece);
    return bits == null ? new BitSet() : bits;
  }

  /** Returns the results that live at the start of {@code piece}, in the order of the code. */
  List<Instruction> liveIn(Piece piece) {
    return liveInBits(piece).stream().mapToObj(results::get).toList();
  }

  /**
   * Returns the results that live across a cut, in the order of the code, and those of cuts, which
   * are put together where they are kept, even if nobody uses them.
   */
  Set<Instruction> acrossCuts() {
    Set<Instruction> across = new LinkedHashSet<>();
    BitSet bits = new BitSet();
    for (Cuts.Region region : cuts.regions()) {
      if (region.index() > 0) {
        bits.or(liveInBits(region.entry()));
      }
    }
    for (Instruction cut : cuts.sites()) {
      Integer number = numbers.get(cut);
      if (number != null) {
        bits.set(number);
      }
    }
    bits.stream().mapToObj(results::get).forEach(across::add);
    return across;
  }
}
