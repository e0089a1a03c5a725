package dev.barnacle.simd.internal.vector;

import dev.barnacle.ir.Phi;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.analysis.Piece;
import dev.barnacle.llvm.text.LlvmText;
import dev.barnacle.simd.internal.text.LlvmTypes;
import dev.barnacle.simd.internal.vector.LaneEdges.Edge;
import dev.barnacle.simd.internal.vector.VectorScope.Mask;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Emits the phis of a region: the value of an edge is kept in a stack slot until the piece starts.
 */
public final class VectorPhis {
  private final VectorScope scope;
  private final Map<Phi, Integer> slots = new HashMap<>();

  public VectorPhis(VectorScope scope) {
    this.scope = scope;
  }

  private LlvmText out() {
    return scope.out();
  }

  /**
   * Writes what an edge brings to the phis at its end, for the lanes that take it.
   *
   * @param first no lane's value that came on another edge waits in the slots: they may be
   *     overwritten
   */
  public void write(Piece piece, Edge edge, Mask taken, boolean first) {
    List<Phi> phis = edge.target().phis();
    List<List<String>> values = new ArrayList<>();
    for (Phi phi : phis) {
      Value value = phi.incoming(piece.block());
      List<String> parts = new ArrayList<>();
      if (scope.shape(phi).isVarying()) {
        for (int p = 0; p < phi.type().lanes(); p++) {
          parts.add(scope.part(value, p));
        }
      } else {
        parts.add(scope.operand(value));
      }
      values.add(parts);
    }
    for (int k = 0; k < phis.size(); k++) {
      write(phis.get(k), values.get(k), edge, taken, first);
    }
  }

  private void write(Phi phi, List<String> parts, Edge edge, Mask taken, boolean first) {
    boolean varying = scope.shape(phi).isVarying();
    String type = varying ? scope.vectorType(phi.type().scalar()) : LlvmTypes.type(phi.type());
    for (int p = 0; p < parts.size(); p++) {
      String slot = slot(phi, p);
      String value = parts.get(p);
      if (varying && !first) {
        value = scope.blend(type, taken, value, slot);
      } else if (!varying && !first && edge.uniform() != null) {
        String old = out().load(type, slot);
        value = out().select(edge.uniform(), type, value, old);
      }
      out().store(type, value, slot);
    }
  }

  /** Makes a phi's value known in the piece that starts. */
  public void read(Phi phi) {
    if (scope.shape(phi).isVarying()) {
      List<String> parts = new ArrayList<>();
      for (int p = 0; p < phi.type().lanes(); p++) {
        parts.add(out().load(scope.vectorType(phi.type().scalar()), slot(phi, p)));
      }
      scope.set(phi, parts);
    } else {
      scope.alias(phi, out().load(LlvmTypes.type(phi.type()), slot(phi, 0)));
    }
  }

  private String slot(Phi phi, int part) {
    Integer number = slots.get(phi);
    if (number == null) {
      number = scope.names().number();
      slots.put(phi, number);
      boolean varying = scope.shape(phi).isVarying();
      int count = varying ? phi.type().lanes() : 1;
      for (int p = 0; p < count; p++) {
        String type = varying ? scope.vectorType(phi.type().scalar()) : LlvmTypes.type(phi.type());
        scope.group().allocas().as("%phi" + number + "." + p).alloca(type);
      }
    }
    return "%phi" + number + "." + part;
  }
}
