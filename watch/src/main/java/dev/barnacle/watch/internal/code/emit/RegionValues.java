package dev.barnacle.watch.internal.code.emit;

import dev.barnacle.ir.Block;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.analysis.Liveness;
import dev.barnacle.ir.analysis.Piece;
import dev.barnacle.watch.internal.code.cut.SuspendPoints;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The values that a region takes from where they were kept at the cut before, and those that it
 * keeps at the next.
 */
final class RegionValues {
  private final SuspendPoints cuts;
  private final SuspendPoints.Region region;
  private final Liveness live;
  private final SavedState state;
  private final Emitter emitter;
  private final Set<Instruction> defined = new LinkedHashSet<>();
  private final Set<Value> used = new HashSet<>();

  RegionValues(
      SuspendPoints cuts,
      SuspendPoints.Region region,
      Liveness live,
      SavedState state,
      Emitter emitter) {
    this.cuts = cuts;
    this.region = region;
    this.live = live;
    this.state = state;
    this.emitter = emitter;
    region.pieces().forEach(this::note);
  }

  private void note(Piece piece) {
    for (Instruction instruction : piece.instructions()) {
      if (instruction.hasResult()) {
        defined.add(instruction);
      }
      if (!(instruction instanceof Phi)) {
        used.addAll(instruction.operands());
      }
    }
    if (piece.cut() != null) {
      used.addAll(cuts.operands(piece.cut()));
    } else {
      for (Block successor : piece.block().successors()) {
        successor.phis().forEach(phi -> used.add(phi.incoming(piece.block())));
      }
    }
  }

  /** Returns whether a value is used in the region. */
  boolean uses(Value value) {
    return used.contains(value);
  }

  /** Takes values from where they were kept. */
  void restore() {
    for (Instruction value : live.liveIn(region.entry())) {
      if (used.contains(value) || defined.contains(value)) {
        state.restore(emitter, value);
      }
    }
  }

  /** Keeps what has been computed and is needed behind a cut. */
  void save(Instruction cut) {
    Piece next = cuts.behind(cut);
    for (Instruction value : live.liveIn(next)) {
      if (defined.contains(value)) {
        state.save(emitter, value);
      }
    }
  }
}
