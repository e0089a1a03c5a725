package dev.barnacle.watch.internal.code.cut;

import dev.barnacle.ir.Block;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.Switch;
import dev.barnacle.ir.Terminator;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.analysis.Piece;
import java.util.LinkedHashSet;

/** About how many bytes of JVM code something becomes. */
public final class CodeSize {
  /** Of a lane of a value that goes to a local variable, and maybe to where it is kept at a cut. */
  private static final int MOVE = 14;

  private static final int CASE = 12;

  private CodeSize() {}

  /** Returns the size of an instruction; a terminator's has the values that it gives to phis. */
  public static int of(Instruction instruction) {
    if (instruction instanceof Phi) {
      return 0;
    }
    int lanes = instruction.type().lanes();
    for (Value operand : instruction.operands()) {
      lanes = Math.max(lanes, operand.type().lanes());
    }
    return 4 + 9 * lanes + (instruction instanceof Terminator end ? edges(end) : 0);
  }

  private static int edges(Terminator end) {
    int size = end instanceof Switch cases ? CASE * cases.cases().size() : 0;
    for (Block target : new LinkedHashSet<>(end.successors())) {
      for (Phi phi : target.phis()) {
        size += MOVE * phi.type().lanes();
      }
    }
    return size;
  }

  /** Returns the size of a function. */
  public static long of(Function function) {
    long size = 0;
    for (Instruction instruction : function.instructions()) {
      size += of(instruction);
    }
    return size;
  }

  /** Returns the size of a region. */
  public static long of(SuspendPoints.Region region) {
    long size = 0;
    for (Piece piece : region.pieces()) {
      for (Instruction instruction : piece.instructions()) {
        size += of(instruction);
      }
    }
    return size;
  }
}
