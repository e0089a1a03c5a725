package dev.barnacle.ir.analysis;

import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.Value;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * The results that live at the start of each piece of a function: the usual backward data-flow
 * analysis, over pieces. A phi's operand is used at the end of the piece that it comes from.
 * Allocations are no results here: their addresses are known everywhere. The result of a cut comes
 * to life after it.
 */
public final class Liveness {
  private final Pieces pieces;
  private final Function<Instruction, List<Value>> operandsOfCut;
  private final Map<Instruction, Integer> numbers = new HashMap<>();
  private final List<Instruction> results = new ArrayList<>();
  private final List<BitSet> liveIn = new ArrayList<>();

  /** Analyses a function whose cuts use their operands. */
  public Liveness(Pieces pieces) {
    this(pieces, Instruction::operands);
  }

  /**
   * Analyses a function.
   *
   * @param operandsOfCut the values that a cut uses
   */
  public Liveness(Pieces pieces, Function<Instruction, List<Value>> operandsOfCut) {
    this.pieces = pieces;
    this.operandsOfCut = operandsOfCut;
    for (Piece piece : pieces.all()) {
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
    pieces.all().forEach(p -> liveIn.add(new BitSet()));
    boolean changed = true;
    while (changed) {
      changed = false;
      for (Piece piece : pieces.all().reversed()) {
        BitSet live = transfer(piece);
        if (!live.equals(bits(piece))) {
          liveIn.set(piece.number(), live);
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
        useAll(live, instruction.operands());
      }
    }
    return live;
  }

  private BitSet liveOut(Piece piece) {
    BitSet live = new BitSet();
    Instruction cut = piece.cut();
    if (cut != null) {
      live.or(bits(pieces.next(piece)));
      define(live, cut);
      useAll(live, operandsOfCut.apply(cut));
      return live;
    }
    List<Piece> successors = pieces.successors(piece);
    successors.forEach(s -> live.or(bits(s)));
    for (Piece successor : successors) {
      for (Phi phi : successor.block().phis()) {
        use(live, phi.incoming(piece.block()));
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

  private void useAll(BitSet live, List<Value> operands) {
    for (Value operand : operands) {
      use(live, operand);
    }
  }

  private void use(BitSet live, Value operand) {
    Integer number = operand instanceof Instruction ? numbers.get(operand) : null;
    if (number != null) {
      live.set(number);
    }
  }

  private BitSet bits(Piece piece) {
    return liveIn.get(piece.number());
  }

  /** Returns the results that live at the start of {@code piece}, in the order of the code. */
  public List<Instruction> liveIn(Piece piece) {
    return bits(piece).stream().mapToObj(results::get).toList();
  }

  /**
   * Returns what has to be kept where work-items stop, in the order of the code: the results that
   * live across a cut, and those of cuts, even if nobody uses them.
   */
  public Set<Instruction> keptAtCuts() {
    BitSet kept = new BitSet();
    for (Piece piece : pieces.all()) {
      Instruction cut = piece.cut();
      if (cut != null) {
        kept.or(bits(pieces.next(piece)));
        Integer number = numbers.get(cut);
        if (number != null) {
          kept.set(number);
        }
      }
    }
    Set<Instruction> ordered = new LinkedHashSet<>();
    kept.stream().mapToObj(results::get).forEach(ordered::add);
    return ordered;
  }
}
