package dev.barnacle.simd.internal.vector;

import dev.barnacle.ir.Block;
import dev.barnacle.ir.Branch;
import dev.barnacle.ir.ConditionalBranch;
import dev.barnacle.ir.Switch;
import dev.barnacle.ir.Terminator;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Value;
import dev.barnacle.llvm.text.LlvmText;
import dev.barnacle.simd.internal.text.LlvmTypes;
import dev.barnacle.simd.internal.vector.VectorScope.Mask;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Emits the masks of the edges that lanes take at the end of a piece. */
public final class LaneEdges {
  private final VectorScope scope;

  public LaneEdges(VectorScope scope) {
    this.scope = scope;
  }

  /**
   * An edge that lanes take at the end of a piece.
   *
   * @param target the block that it leads to
   * @param uniform the i1 that says whether it is taken, if that is one for all lanes; null if it
   *     always is or lanes differ
   * @param lanes the i1 vector that tells which lanes take it; null if {@code uniform} does, or all
   *     do
   */
  public record Edge(Block target, @Nullable String uniform, @Nullable String lanes) {}

  private LlvmText out() {
    return scope.out();
  }

  private String truth() {
    return scope.vectorType(Types.I1);
  }

  /** Returns the edges of a terminator that jumps, one for each block that it leads to. */
  public List<Edge> of(Terminator terminator) {
    List<Edge> edges = new ArrayList<>();
    switch (terminator) {
      case Branch b -> edges.add(new Edge(b.target(), null, null));
      case ConditionalBranch b -> conditional(b, edges);
      case Switch s -> choice(s, edges);
      default -> {}
    }
    return edges;
  }

  private void conditional(ConditionalBranch b, List<Edge> edges) {
    Block yes = b.successors().get(0);
    Block no = b.successors().get(1);
    if (yes.equals(no)) {
      edges.add(new Edge(yes, null, null));
      return;
    }
    if (scope.shape(b.condition()).isUniform()) {
      String condition = scope.operand(b.condition());
      edges.add(new Edge(yes, condition, null));
      edges.add(new Edge(no, out().not(condition), null));
      return;
    }
    String condition = scope.part(b.condition(), 0);
    edges.add(new Edge(yes, null, condition));
    edges.add(new Edge(no, null, out().xor(truth(), condition, scope.splatConstant("true"))));
  }

  private void choice(Switch s, List<Edge> edges) {
    Value value = s.operand(0);
    boolean uniform = scope.shape(value).isUniform();
    String type = uniform ? LlvmTypes.type(value.type()) : scope.vectorType(value.type());
    String result = uniform ? "i1" : truth();
    String text = uniform ? scope.operand(value) : scope.part(value, 0);
    Map<Block, String> taken = new LinkedHashMap<>();
    String none = uniform ? "true" : scope.splatConstant("true");
    for (int k = 0; k < s.cases().size(); k++) {
      String element = LlvmTypes.type(value.type()) + " " + s.cases().get(k);
      String number =
          uniform ? Long.toString(s.cases().get(k)) : scope.vectorConstant(l -> element);
      String same = out().icmp("eq", type, text, number);
      Block target = s.successors().get(k + 1);
      String before = taken.get(target);
      taken.put(target, before == null ? same : out().or(result, before, same));
      String other = out().xor(result, same, uniform ? "true" : scope.splatConstant("true"));
      none = out().and(result, none, other);
    }
    String before = taken.get(s.defaultTarget());
    taken.put(s.defaultTarget(), before == null ? none : out().or(result, before, none));
    taken.forEach(
        (target, when) ->
            edges.add(uniform ? new Edge(target, when, null) : new Edge(target, null, when)));
  }

  /** Returns the lanes that take an edge. */
  public Mask taken(Edge edge) {
    Mask mask = scope.mask();
    if (edge.uniform() != null) {
      String text = out().select(edge.uniform(), truth(), mask.text(), "zeroinitializer");
      return new Mask(text, false);
    }
    if (edge.lanes() != null) {
      // Not an "and": a lane that does not run may have computed poison.
      String text = out().select(truth(), mask.text(), truth(), edge.lanes(), "zeroinitializer");
      return new Mask(text, false);
    }
    return mask;
  }
}
