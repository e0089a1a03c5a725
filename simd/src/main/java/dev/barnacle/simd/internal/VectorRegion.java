package dev.barnacle.simd.internal;

import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Branch;
import dev.barnacle.ir.ConditionalBranch;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.Return;
import dev.barnacle.ir.Switch;
import dev.barnacle.ir.Terminator;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.analysis.Loops;
import dev.barnacle.simd.internal.VectorFrame.Mask;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Emits one region for a vector of work-items: its control flow laid out in one line, every piece
 * under the mask of the lanes that run it (Karrenberg and Hack, "Whole-Function Vectorization", CGO
 * 2011).
 *
 * <ul>
 *   <li>A piece whose mask may be empty is jumped over when it is.
 *   <li>A loop that all lanes leave together keeps its jumps; any other runs until no lane is left
 *       in it.
 *   <li>A piece that the same lanes run as an earlier one has its mask (dominance and
 *       post-dominance tell).
 *   <li>What comes in on an edge is written to a phi's slot at the end of the piece that the edge
 *       leaves, for the lanes that take it.
 * </ul>
 */
final class VectorRegion {
  private final WorkGroupEmitter group;
  private final KernelRegions.Region region;
  private final RegionGraph graph;
  private final VectorFrame frame;
  private final VectorInstructions instructions;
  private final Map<Block, Mask> masks = new HashMap<>();
  private final Map<Block, Boolean> certain = new HashMap<>();
  private final Map<Block, String> incoming = new HashMap<>();
  private final Map<Loops.Loop, String> remaining = new HashMap<>();
  private final Map<Loops.Loop, String> ends = new HashMap<>();
  private final Map<Phi, Integer> phiSlots = new HashMap<>();

  VectorRegion(WorkGroupEmitter group, KernelRegions.Region region, LaneShapes shapes) {
    this.group = group;
    this.region = region;
    this.graph = new RegionGraph(group.regions(), region, shapes);
    this.frame = new VectorFrame(group, region, shapes, new ValueUses(graph, group, region));
    this.instructions = new VectorInstructions(frame);
  }

  /**
   * Emits the body into {@code target}; it starts in the loop's block and ends in a jump to the
   * loop's latch.
   */
  void emitBody(LlvmText target) {
    frame.setOut(target);
    ids();
    Mask all = entryMask();
    frame.begin(all);
    restore();
    frame.begin(all);
    Block entry = graph.flow().function().entry();
    masks.put(entry, all);
    certain.put(entry, true);
    level(null);
    target.line("br label %r" + region.index() + ".l0");
  }

  private LlvmText out() {
    return frame.out();
  }

  private String truth() {
    return frame.vectorType(Types.I1);
  }

  // The start of a vector of work-items.

  private void ids() {
    boolean small = frame.module().specialization().smallIds();
    for (int d = 0; d < 3; d++) {
      String local = group.localIdText(region, d);
      out()
          .line(
              frame.workItem(Frame.WorkItemId.LOCAL_ID, d)
                  + " = zext nneg i32 "
                  + local
                  + " to i64");
      String global = frame.workItem(Frame.WorkItemId.GLOBAL_ID, d);
      if (small) {
        String sum = out().assign("add nuw nsw i32 %base32." + d + ", " + local);
        out().line(global + " = zext nneg i32 " + sum + " to i64");
      } else {
        out()
            .line(
                global
                    + " = add i64 %base"
                    + d
                    + ", "
                    + frame.workItem(Frame.WorkItemId.LOCAL_ID, d));
      }
    }
  }

  /** Returns the lanes that are work-items and have not returned. */
  private Mask entryMask() {
    Specialization shape = frame.module().specialization();
    boolean full = !shape.partial() && shape.localX() % frame.lanes() == 0;
    String text = frame.splatConstant("true");
    if (!full) {
      String ids = frame.splat(Types.I32, group.localIdText(region, 0));
      String steps = frame.vectorConstant(l -> "i32 " + l);
      String type = frame.vectorType(Types.I32);
      String all = out().assign("add " + type + " " + ids + ", " + steps);
      String size = frame.splat(Types.I32, "%size32.0");
      text = out().assign("icmp ult " + type + " " + all + ", " + size);
    }
    if (group.someReturnEarly() && region.index() > 0) {
      String type = frame.vectorType(Types.I8);
      String flags = out().assign("load " + type + ", ptr " + doneFlags() + ", align 1");
      String stay = out().assign("icmp eq " + type + " " + flags + ", zeroinitializer");
      text = out().assign("and " + truth() + " " + text + ", " + stay);
      full = false;
      String run = "r" + region.index() + ".some";
      out()
          .line(
              "br i1 "
                  + frame.any(text)
                  + ", label %"
                  + run
                  + ", label %r"
                  + region.index()
                  + ".l0");
      out().label(run);
    }
    return new Mask(text, full);
  }

  private String doneFlags() {
    return out()
        .assign("getelementptr inbounds i8, ptr %done, i64 " + group.itemIndex(region, out()));
  }

  private void restore() {
    WorkItemState state = group.state();
    for (Instruction value : group.liveAtStart(region)) {
      if (state.rematerialization().covers(value)) {
        continue;
      }
      if (frame.shape(value).isVarying()) {
        List<String> parts = new ArrayList<>();
        for (int p = 0; p < value.type().lanes(); p++) {
          String type = frame.vectorType(value.type().scalar());
          parts.add(
              out()
                  .assign(
                      "load "
                          + type
                          + ", ptr "
                          + element(value, p)
                          + ", align "
                          + value.type().scalar().byteSize()));
        }
        frame.set(value, parts);
      } else {
        String type = LlvmTypes.type(value.type());
        frame.alias(
            value, out().assign("load " + type + ", ptr " + element(value, 0) + ", align 1"));
      }
    }
    for (Instruction value : group.liveAtStart(region)) {
      if (state.rematerialization().covers(value)) {
        for (Instruction part : state.rematerialization().chain(value)) {
          if (!frame.knows(part)) {
            instructions.emit(part);
          }
        }
      }
    }
  }

  /**
   * Returns the address of the first lane's element of a kept value: an array for each component.
   */
  private String element(Instruction value, int part) {
    long size =
        frame.shape(value).isVarying() ? value.type().scalar().byteSize() : value.type().byteSize();
    long array = part * size * group.state().capacity();
    String item = group.itemIndex(region, out());
    String offset = out().assign("mul nuw nsw i64 " + item + ", " + size);
    String base = "%state." + group.number(value);
    String start =
        array == 0
            ? base
            : out().assign("getelementptr inbounds i8, ptr " + base + ", i64 " + array);
    return out().assign("getelementptr inbounds i8, ptr " + start + ", i64 " + offset);
  }

  // Levels: the pieces and loops of one loop, or of the region, in order.

  private void level(Loops.@Nullable Loop level) {
    List<Block> order = graph.flow().reversePostOrder();
    for (Block node : order) {
      Loops.Loop child =
          level == null || level.contains(node) ? graph.childLoop(node, level) : null;
      if (child != null && child.header().equals(node)) {
        clear(node);
      } else if (child == null
          && Objects.equals(graph.loopOf(node), level)
          && !isEntry(node, level)) {
        clear(node);
      }
    }
    for (Block node : order) {
      if (level != null && !level.contains(node)) {
        continue;
      }
      Loops.Loop child = graph.childLoop(node, level);
      if (child == null) {
        node(node, level);
      } else if (child.header().equals(node)) {
        loop(child, level);
      }
    }
  }

  private boolean isEntry(Block node, Loops.@Nullable Loop level) {
    return level == null
        ? node.equals(graph.flow().function().entry())
        : node.equals(level.header());
  }

  /** Gives a node without a mask of its own an empty one, to which the edges to it add. */
  private void clear(Block node) {
    Loops.Loop own = graph.loopOf(node);
    Loops.Loop level = own != null && own.header().equals(node) ? parent(own) : own;
    if (graph.sameMask(node, level) == null) {
      String slot = incoming.computeIfAbsent(node, n -> newMaskSlot());
      out().line("store " + truth() + " zeroinitializer, ptr " + slot);
    }
  }

  private Loops.@Nullable Loop parent(Loops.Loop loop) {
    List<Loops.Loop> around = graph.loopsAround(loop.header());
    int at = around.indexOf(loop);
    return at <= 0 ? null : around.get(at - 1);
  }

  private String newMaskSlot() {
    String slot = "%mask" + frame.names().number();
    group.allocas().line(slot + " = alloca " + truth());
    return slot;
  }

  /**
   * Finds the mask under which {@code node} is entered from outside its own loop, if it is a
   * header.
   */
  private Mask enter(Block node, Loops.@Nullable Loop level) {
    Block same = graph.sameMask(node, level);
    if (same != null) {
      certain.put(node, Boolean.TRUE.equals(certain.get(same)));
      return Objects.requireNonNull(masks.get(same));
    }
    certain.put(node, false);
    String slot = Objects.requireNonNull(incoming.get(node));
    return new Mask(out().assign("load " + truth() + ", ptr " + slot), false);
  }

  private void node(Block node, Loops.@Nullable Loop level) {
    if (!isEntry(node, level)) {
      masks.put(node, enter(node, level));
    }
    Mask mask = Objects.requireNonNull(masks.get(node));
    String skip = "";
    if (!Boolean.TRUE.equals(certain.get(node))) {
      skip = guard(mask);
    }
    frame.begin(mask);
    piece(node);
    if (!skip.isEmpty()) {
      out().line("br label %" + skip);
      out().label(skip);
    }
  }

  /** Jumps over what follows when no lane runs it; returns the label behind it. */
  private String guard(Mask mask) {
    int number = frame.names().number();
    out()
        .line(
            "br i1 " + frame.any(mask.text()) + ", label %run" + number + ", label %skip" + number);
    out().label("run" + number);
    return "skip" + number;
  }

  private void loop(Loops.Loop loop, Loops.@Nullable Loop level) {
    Block header = loop.header();
    Mask outer = enter(header, level);
    String skip = Boolean.TRUE.equals(certain.get(header)) ? "" : guard(outer);
    int number = frame.names().number();
    boolean uneven = graph.isUneven(loop);
    String active = uneven ? newMaskSlot() : "";
    if (uneven) {
      out().line("store " + truth() + " " + outer.text() + ", ptr " + active);
      remaining.put(loop, newMaskSlot());
    }
    out().line("br label %loop" + number);
    out().label("loop" + number);
    Mask inner =
        uneven ? new Mask(out().assign("load " + truth() + ", ptr " + active), false) : outer;
    if (uneven) {
      out()
          .line(
              "store "
                  + truth()
                  + " zeroinitializer, ptr "
                  + Objects.requireNonNull(remaining.get(loop)));
    }
    ends.put(loop, "end" + number);
    masks.put(header, inner);
    certain.put(header, true);
    level(loop);
    if (uneven) {
      String rest =
          out().assign("load " + truth() + ", ptr " + Objects.requireNonNull(remaining.get(loop)));
      out().line("store " + truth() + " " + rest + ", ptr " + active);
      out().line("br i1 " + frame.any(rest) + ", label %loop" + number + ", label %end" + number);
    } else {
      out().line("br label %loop" + number);
    }
    out().label("end" + number);
    // Behind the loop the header stands for those who came to it.
    masks.put(header, outer);
    if (!skip.isEmpty()) {
      out().line("br label %" + skip);
      out().label(skip);
    }
  }

  // One piece.

  private void piece(Block node) {
    Piece piece = graph.piece(node);
    if (piece.isFirst()) {
      piece.block().phis().forEach(this::readPhi);
    }
    for (Instruction instruction : piece.instructions()) {
      if (!(instruction instanceof Phi
          || instruction instanceof Alloca
          || instruction instanceof Terminator)) {
        instructions.emit(instruction);
      }
    }
    if (piece.barrier() != null) {
      arrive(piece);
    } else if (piece.block().terminator() instanceof Return) {
      leave();
    } else {
      edges(node, piece);
    }
  }

  private void arrive(Piece piece) {
    int next = group.regions().regionAfter(Objects.requireNonNull(piece.barrier()));
    WorkItemState state = group.state();
    for (Instruction value : group.liveAtStart(group.regions().regions().get(next))) {
      if (state.rematerialization().covers(value)) {
        continue;
      }
      if (frame.shape(value).isVarying()) {
        for (int p = 0; p < value.type().lanes(); p++) {
          keep(value, p);
        }
      } else {
        String type = LlvmTypes.type(value.type());
        String text = frame.operand(value);
        out().line("store " + type + " " + text + ", ptr " + element(value, 0) + ", align 1");
      }
    }
    group.note(region, next, out());
  }

  private void keep(Instruction value, int part) {
    String type = frame.vectorType(value.type().scalar());
    String text = frame.part(value, part);
    String address = element(value, part);
    out()
        .line(
            "store "
                + type
                + " "
                + frame.blendMemory(type, text, address, value.type().scalar())
                + ", ptr "
                + address
                + ", align "
                + value.type().scalar().byteSize());
  }

  private void leave() {
    if (!group.marksReturns(region)) {
      return;
    }
    String type = frame.vectorType(Types.I8);
    String flags = doneFlags();
    String old = out().assign("load " + type + ", ptr " + flags + ", align 1");
    String ones = frame.vectorConstant(l -> "i8 1");
    String now =
        out()
            .assign(
                "select "
                    + truth()
                    + " "
                    + frame.mask().text()
                    + ", "
                    + type
                    + " "
                    + ones
                    + ", "
                    + type
                    + " "
                    + old);
    out().line("store " + type + " " + now + ", ptr " + flags + ", align 1");
  }

  // Edges.

  /**
   * An edge that lanes take at the end of a piece.
   *
   * @param target the block that it leads to
   * @param uniform the i1 that tells whether it is taken, if that is one for all lanes; null if it
   *     always is or lanes differ
   * @param lanes the i1 vector that tells which lanes take it; null if {@code uniform} does, or all
   *     do
   */
  private record Edge(Block target, @Nullable String uniform, @Nullable String lanes) {}

  private void edges(Block node, Piece piece) {
    List<Edge> edges = new ArrayList<>();
    switch (piece.block().terminator()) {
      case Branch b -> edges.add(new Edge(b.target(), null, null));
      case ConditionalBranch b -> conditional(b, edges);
      case Switch s -> choice(s, edges);
      default -> {}
    }
    Loops.Loop loop = graph.loopOf(node);
    List<Edge> later = new ArrayList<>();
    for (Edge edge : edges) {
      if (loop != null && !graph.isUneven(loop) && leaves(loop, edge)) {
        exit(node, piece, edge, loop);
      } else {
        later.add(edge);
      }
    }
    later.forEach(edge -> take(node, piece, edge));
  }

  private boolean leaves(Loops.Loop loop, Edge edge) {
    return !loop.contains(graph.node(edge.target()));
  }

  private void conditional(ConditionalBranch b, List<Edge> edges) {
    Block yes = b.successors().get(0);
    Block no = b.successors().get(1);
    if (yes.equals(no)) {
      edges.add(new Edge(yes, null, null));
      return;
    }
    if (frame.shape(b.condition()).isUniform()) {
      String condition = frame.operand(b.condition());
      edges.add(new Edge(yes, condition, null));
      edges.add(new Edge(no, out().assign("xor i1 " + condition + ", true"), null));
      return;
    }
    String condition = frame.part(b.condition(), 0);
    edges.add(new Edge(yes, null, condition));
    edges.add(
        new Edge(
            no,
            null,
            out().assign("xor " + truth() + " " + condition + ", " + frame.splatConstant("true"))));
  }

  private void choice(Switch s, List<Edge> edges) {
    Value value = s.operand(0);
    boolean uniform = frame.shape(value).isUniform();
    String type = uniform ? LlvmTypes.type(value.type()) : frame.vectorType(value.type());
    String result = uniform ? "i1" : truth();
    String text = uniform ? frame.operand(value) : frame.part(value, 0);
    Map<Block, String> taken = new LinkedHashMap<>();
    String none = uniform ? "true" : frame.splatConstant("true");
    for (int k = 0; k < s.cases().size(); k++) {
      String element = LlvmTypes.type(value.type()) + " " + s.cases().get(k);
      String number =
          uniform ? Long.toString(s.cases().get(k)) : frame.vectorConstant(l -> element);
      String same = out().assign("icmp eq " + type + " " + text + ", " + number);
      Block target = s.successors().get(k + 1);
      String before = taken.get(target);
      taken.put(
          target,
          before == null ? same : out().assign("or " + result + " " + before + ", " + same));
      String other =
          out()
              .assign(
                  "xor "
                      + result
                      + " "
                      + same
                      + ", "
                      + (uniform ? "true" : frame.splatConstant("true")));
      none = out().assign("and " + result + " " + none + ", " + other);
    }
    String before = taken.get(s.defaultTarget());
    taken.put(
        s.defaultTarget(),
        before == null ? none : out().assign("or " + result + " " + before + ", " + none));
    taken.forEach(
        (target, when) ->
            edges.add(uniform ? new Edge(target, when, null) : new Edge(target, null, when)));
  }

  /** All lanes leave a loop together: a jump. */
  private void exit(Block node, Piece piece, Edge edge, Loops.Loop loop) {
    int number = frame.names().number();
    String condition = edge.uniform() == null ? "true" : edge.uniform();
    out().line("br i1 " + condition + ", label %exit" + number + ", label %stay" + number);
    out().label("exit" + number);
    take(node, piece, new Edge(edge.target(), null, null));
    out().line("br label %" + Objects.requireNonNull(ends.get(left(loop, node, edge))));
    out().label("stay" + number);
  }

  /**
   * Returns the outermost of the loops that the edge leaves, as far as all lanes leave them
   * together.
   */
  private Loops.Loop left(Loops.Loop innermost, Block node, Edge edge) {
    Loops.Loop outermost = innermost;
    for (Loops.Loop loop : graph.loopsAround(node).reversed()) {
      if (graph.isUneven(loop) || !leaves(loop, edge)) {
        break;
      }
      outermost = loop;
    }
    return outermost;
  }

  /** Brings the lanes that take the edge, and their values, to its end. */
  private void take(Block node, Piece piece, Edge edge) {
    Mask taken = taken(edge);
    Block target = graph.node(edge.target());
    writePhis(piece, edge, taken);
    for (Loops.Loop loop : graph.loopsAround(target)) {
      if (loop.header().equals(target) && loop.contains(node)) {
        if (graph.isUneven(loop)) {
          add(taken, Objects.requireNonNull(remaining.get(loop)));
        }
        return;
      }
    }
    String slot = incoming.get(target);
    if (slot != null) {
      add(taken, slot);
    }
  }

  private void add(Mask taken, String slot) {
    String before = out().assign("load " + truth() + ", ptr " + slot);
    String now = out().assign("or " + truth() + " " + before + ", " + taken.text());
    out().line("store " + truth() + " " + now + ", ptr " + slot);
  }

  private Mask taken(Edge edge) {
    Mask mask = frame.mask();
    if (edge.uniform() != null) {
      String text =
          out()
              .assign(
                  "select i1 "
                      + edge.uniform()
                      + ", "
                      + truth()
                      + " "
                      + mask.text()
                      + ", "
                      + truth()
                      + " zeroinitializer");
      return new Mask(text, false);
    }
    if (edge.lanes() != null) {
      return new Mask(
          out().assign("and " + truth() + " " + mask.text() + ", " + edge.lanes()), false);
    }
    return mask;
  }

  // Phis: what comes in on an edge waits in a slot until the piece starts.

  private void writePhis(Piece piece, Edge edge, Mask taken) {
    List<Phi> phis = edge.target().phis();
    List<List<String>> values = new ArrayList<>();
    for (Phi phi : phis) {
      Value value = phi.incoming(piece.block());
      List<String> parts = new ArrayList<>();
      if (frame.shape(phi).isVarying()) {
        for (int p = 0; p < phi.type().lanes(); p++) {
          parts.add(frame.part(value, p));
        }
      } else {
        parts.add(frame.operand(value));
      }
      values.add(parts);
    }
    for (int k = 0; k < phis.size(); k++) {
      write(phis.get(k), values.get(k), edge, taken);
    }
  }

  private void write(Phi phi, List<String> parts, Edge edge, Mask taken) {
    boolean varying = frame.shape(phi).isVarying();
    String type = varying ? frame.vectorType(phi.type().scalar()) : LlvmTypes.type(phi.type());
    for (int p = 0; p < parts.size(); p++) {
      String slot = phiSlot(phi, p);
      String value = parts.get(p);
      if (varying) {
        value = frame.blend(type, taken, value, slot);
      } else if (edge.uniform() != null) {
        String old = out().assign("load " + type + ", ptr " + slot);
        value =
            out()
                .assign(
                    "select i1 "
                        + edge.uniform()
                        + ", "
                        + type
                        + " "
                        + value
                        + ", "
                        + type
                        + " "
                        + old);
      }
      out().line("store " + type + " " + value + ", ptr " + slot);
    }
  }

  private void readPhi(Phi phi) {
    if (frame.shape(phi).isVarying()) {
      List<String> parts = new ArrayList<>();
      for (int p = 0; p < phi.type().lanes(); p++) {
        parts.add(
            out()
                .assign(
                    "load " + frame.vectorType(phi.type().scalar()) + ", ptr " + phiSlot(phi, p)));
      }
      frame.set(phi, parts);
    } else {
      frame.alias(
          phi, out().assign("load " + LlvmTypes.type(phi.type()) + ", ptr " + phiSlot(phi, 0)));
    }
  }

  private String phiSlot(Phi phi, int part) {
    Integer number = phiSlots.get(phi);
    if (number == null) {
      number = frame.names().number();
      phiSlots.put(phi, number);
      boolean varying = frame.shape(phi).isVarying();
      int count = varying ? phi.type().lanes() : 1;
      for (int p = 0; p < count; p++) {
        String type = varying ? frame.vectorType(phi.type().scalar()) : LlvmTypes.type(phi.type());
        group.allocas().line("%phi" + number + "." + p + " = alloca " + type);
      }
    }
    return "%phi" + number + "." + part;
  }
}
