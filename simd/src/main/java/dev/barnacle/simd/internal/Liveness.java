package dev.barnacle.simd.internal;

import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.Value;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which results live at the start of each piece of a kernel: the usual backward data-flow analysis,
 * over pieces. A phi's operand is used at the end of the piece that it comes from. Allocations are
 * no results here: their addresses are known everywhere.
 */
final class Liveness {
  private final KernelRegions regions;
  private final Map<Instruction, Integer> numbers = new HashMap<>();
  private final List<Instruction> results = new ArrayList<>();
  private final Map<Piece, BitSet> liveIn = new HashMap<>();

  Liveness(KernelRegions regions) {
    this.regions = regions;
    for (Piece piece : regions.allPieces()) {
      for (Instruction instruction : piece.instructions()) {
        if (instruction.hasResult() && !(instruction instanceof Alloca)) {
          numbers.put(instruction, results.size());
          results.add(instruction);
        }
      }
    }
    solve();
  }

  private void solve() {
    for (Piece piece : regions.allPieces()) {
      liveIn.put(piece, new BitSet());
    }
    boolean changed = true;
    while (changed) {
      changed = false;
      for (Piece piece : regions.allPieces().reversed()) {
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
      Integer number = numbers.get(instruction);
      if (number != null) {
        live.clear(number);
      }
      if (!(instruction instanceof Phi)) {
        use(live, instruction.operands());
      }
    }
    return live;
  }

  private BitSet liveOut(Piece piece) {
    BitSet live = new BitSet();
    if (piece.barrier() != null) {
      live.or(liveInBits(regions.next(piece)));
      return live;
    }
    for (Piece successor : regions.successors(piece)) {
      live.or(liveInBits(successor));
    }
    for (Piece successor : regions.successors(piece)) {
      for (Phi phi : successor.block().phis()) {
        use(live, Collections.singletonList(phi.incoming(piece.block())));
      }
    }
    return live;
  }

  private void use(BitSet live, List<Value> operands) {
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

  /**
   * Returns the results that live at the start of {@code piece}, in the order of the kernel's code.
   */
  List<Instruction> liveIn(Piece piece) {
    return liveInBits(piece).stream().mapToObj(results::get).toList();
  }

  /** Returns the results that live across any barrier, in the order of the kernel's code. */
  Set<Instruction> acrossBarriers() {
    Set<Instruction> across = new HashSet<>();
    for (KernelRegions.Region region : regions.regions()) {
      if (region.start() != null) {
        across.addAll(liveIn(region.entry()));
      }
    }
    Set<Instruction> ordered = new LinkedHashSet<>();
    results.stream().filter(across::contains).forEach(ordered::add);
    return ordered;
  }
}
