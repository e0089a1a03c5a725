package dev.barnacle.simd.internal.analysis;

import dev.barnacle.ir.Block;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.analysis.Liveness;
import dev.barnacle.ir.analysis.Piece;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Finds where the values of a region are used: what has to be kept from one piece to another. */
public final class ValueUses {
  private final RegionGraph graph;
  private final Map<Instruction, Block> definitions = new HashMap<>();
  private final Set<Instruction> elsewhere = new HashSet<>();
  private final Set<Instruction> blended = new HashSet<>();
  private final Set<Instruction> used = new HashSet<>();
  private final Set<Instruction> kept;

  public ValueUses(
      RegionGraph graph, BarrierRegions regions, Liveness liveness, BarrierRegions.Region region) {
    this.graph = graph;
    this.kept = Set.copyOf(region.liveAtStart(liveness));
    elsewhere.addAll(kept);
    for (Block node : graph.flow().reversePostOrder()) {
      graph.piece(node).instructions().forEach(i -> definitions.put(i, node));
    }
    kept.stream().filter(definitions::containsKey).forEach(blended::add);
    for (Block node : graph.flow().reversePostOrder()) {
      Piece piece = graph.piece(node);
      for (Instruction user : piece.instructions()) {
        if (!(user instanceof Phi)) {
          user.operands().forEach(o -> use(o, node));
          AddressParts.readBy(user).forEach(part -> useIfHere(part, node));
        }
      }
      if (piece.cut() != null) {
        int next = regions.regionAfter(Objects.requireNonNull(piece.cut()));
        regions.regions().get(next).liveAtStart(liveness).forEach(v -> use(v, node));
      } else {
        edges(node, piece);
      }
    }
  }

  /** A phi's operand is used at the end of the piece that it comes from. */
  private void edges(Block node, Piece piece) {
    for (Block successor : new HashSet<>(piece.block().successors())) {
      for (Phi phi : successor.phis()) {
        use(phi.incoming(piece.block()), node);
      }
    }
  }

  /**
   * A part of an address is read beside the address itself, if it is at hand: nothing is kept
   * across a barrier for it.
   */
  private void useIfHere(Value part, Block node) {
    if (part instanceof Instruction i && (definitions.containsKey(i) || kept.contains(i))) {
      use(part, node);
    }
  }

  private void use(Value value, Block node) {
    if (!(value instanceof Instruction instruction)) {
      return;
    }
    used.add(instruction);
    Block definition = definitions.get(instruction);
    if (definition == null || !definition.equals(node)) {
      elsewhere.add(instruction);
    }
    if (definition != null && graph.leavesUneven(definition, node)) {
      blended.add(instruction);
    }
  }

  /** Returns whether the value is used at all, in this region or behind a barrier. */
  public boolean isUsed(Instruction value) {
    return used.contains(value);
  }

  /** Returns whether the value is used in another piece than where it is computed. */
  public boolean needsSlot(Instruction value) {
    return elsewhere.contains(value);
  }

  /**
   * Returns whether lanes that don't compute the value still need the one that they have: they left
   * the loop with it, or came with it from the barrier before.
   */
  public boolean needsBlend(Instruction value) {
    return blended.contains(value);
  }
}
