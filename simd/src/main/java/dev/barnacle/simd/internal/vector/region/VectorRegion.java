package dev.barnacle.simd.internal.vector.region;

import dev.barnacle.ir.Block;
import dev.barnacle.ir.ConditionalBranch;
import dev.barnacle.ir.Terminator;
import dev.barnacle.ir.analysis.Loops;
import dev.barnacle.ir.analysis.Piece;
import dev.barnacle.llvm.text.LlvmText;
import dev.barnacle.simd.internal.analysis.LaneShapes;
import dev.barnacle.simd.internal.emit.CounterEmitter;
import dev.barnacle.simd.internal.emit.GroupScope;
import dev.barnacle.simd.internal.plan.region.End;
import dev.barnacle.simd.internal.plan.region.Entry;
import dev.barnacle.simd.internal.plan.region.LaneMask;
import dev.barnacle.simd.internal.plan.region.Level;
import dev.barnacle.simd.internal.plan.region.PlannedEdge;
import dev.barnacle.simd.internal.plan.region.RegionPlan;
import dev.barnacle.simd.internal.plan.region.Step;
import dev.barnacle.simd.internal.plan.region.Step.AllOnForm;
import dev.barnacle.simd.internal.plan.region.Step.ForkStep;
import dev.barnacle.simd.internal.plan.region.Step.LoopStep;
import dev.barnacle.simd.internal.plan.region.Step.PieceStep;
import dev.barnacle.simd.internal.vector.BoundTest;
import dev.barnacle.simd.internal.vector.LaneEdges;
import dev.barnacle.simd.internal.vector.LaneEdges.Edge;
import dev.barnacle.simd.internal.vector.MaskSlots;
import dev.barnacle.simd.internal.vector.VectorPhis;
import dev.barnacle.simd.internal.vector.VectorScope;
import dev.barnacle.simd.internal.vector.VectorScope.Mask;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Emits one region for a vector of work-items, as its plan says: a walk over the steps, which gives
 * each mask a name.
 */
public final class VectorRegion {
  private final RegionPlan plan;
  private final String end;
  private final VectorScope scope;
  private final VectorInstructions instructions;
  private final MaskSlots maskSlots;
  private final VectorState state;
  private final VectorPhis phis;
  private final LaneEdges laneEdges;

  /** The text of each mask, by its number. */
  private final Map<Integer, Mask> masks = new HashMap<>();

  /** The slots in which masks of nodes are collected. */
  private final Map<Block, String> collectors = new HashMap<>();

  /** The slots of the lanes that stay in an uneven loop for another iteration. */
  private final Map<Loops.Loop, String> remaining = new HashMap<>();

  private final Map<Loops.Loop, String> ends = new HashMap<>();

  /** The label at which the form for some lanes starts an iteration over, by the loop's header. */
  private final Map<Block, String> restarts = new HashMap<>();

  /**
   * An emitter.
   *
   * @param counters the copies of counters that the region has; null if it has none
   */
  public VectorRegion(
      GroupScope group, RegionPlan plan, LaneShapes shapes, @Nullable CounterEmitter counters) {
    this.plan = plan;
    this.end = "r" + plan.region().index() + ".l0";
    this.scope =
        new VectorScope(group, plan.region(), shapes, plan.uses(), plan.active(group.lanes()));
    scope.setCounters(counters);
    this.maskSlots = new MaskSlots(scope);
    this.instructions = new VectorInstructions(scope);
    this.state = new VectorState(scope, instructions);
    this.phis = new VectorPhis(scope);
    this.laneEdges = new LaneEdges(scope);
  }

  /**
   * Emits the body into {@code target}; it starts in the loop's block and ends in a jump to the
   * loop's latch.
   */
  public void emitBody(LlvmText target) {
    scope.setOut(target);
    scope.group().loops().markItem(target);
    masks.put(LaneMask.ALL.number(), new Mask(scope.splatConstant("true"), true));
    Mask all = state.enter(plan.lanes());
    masks.put(plan.lanes().number(), all);
    scope.begin(all);
    state.restore(plan.again());
    scope.begin(all);
    level(plan.body());
    target.br(end);
  }

  private LlvmText out() {
    return scope.out();
  }

  private Mask mask(LaneMask mask) {
    return Objects.requireNonNull(masks.get(mask.number()));
  }

  // Levels: the pieces and loops of one loop, or of the region, in order.

  private void level(Level level) {
    for (Level.Collector collector : level.collectors()) {
      maskSlots.clear(
          collectors.computeIfAbsent(collector.node(), n -> maskSlots.make(collector.changes())));
    }
    steps(level.steps());
  }

  private void steps(List<Step> steps) {
    for (Step step : steps) {
      switch (step) {
        case PieceStep piece -> piece(piece);
        case LoopStep loop -> loop(loop);
        case ForkStep fork -> fork(fork);
      }
    }
  }

  /** Emits what is left of the region twice: for when all lanes run what comes first, and else. */
  private void fork(ForkStep step) {
    Mask mask = enter(step.first(), step.entry());
    int number = scope.names().number();
    out().br(scope.all(mask.text()), "all" + number, "some" + number);
    out().label("all" + number);
    steps(step.all());
    out().br(end);
    out().label("some" + number);
    steps(step.some());
  }

  /** Returns the mask under which a step is entered. */
  private Mask enter(Block node, Entry entry) {
    if (entry.collected()) {
      String slot = Objects.requireNonNull(collectors.get(node));
      masks.put(entry.mask().number(), new Mask(maskSlots.get(slot), false));
    }
    return mask(entry.mask());
  }

  /** Jumps over what follows when no lane runs it; returns the label behind it. */
  private String guard(Mask mask) {
    int number = scope.names().number();
    out().br(scope.any(mask.text()), "run" + number, "skip" + number);
    out().label("run" + number);
    return "skip" + number;
  }

  private void piece(PieceStep step) {
    Mask mask = enter(step.node(), step.entry());
    String skip = step.entry().guarded() ? guard(mask) : "";
    scope.begin(mask);
    Piece piece = step.piece();
    if (piece.isFirst()) {
      piece.block().phis().forEach(phis::read);
    }
    instructions.begin();
    step.operations().forEach(instructions::emit);
    switch (step.end()) {
      case End.Arrive _ -> state.arrive(piece);
      case End.Leave _ -> state.leave();
      case End.Edges e -> edges(piece, e);
      case End.StayOrRestart e -> stay(step, e.edge());
    }
    if (!skip.isEmpty()) {
      out().br(skip);
      out().label(skip);
    }
  }

  private void loop(LoopStep step) {
    Mask outer = enter(step.node(), step.entry());
    String skip = step.entry().guarded() ? guard(outer) : "";
    int number = scope.names().number();
    ends.put(step.loop(), "end" + number);
    if (step.uneven()) {
      unevenLoop(step, outer, number);
    } else {
      out().br("loop" + number);
      out().label("loop" + number);
      body(step, step.body());
      out().br("loop" + number);
    }
    out().label("end" + number);
    if (!skip.isEmpty()) {
      out().br(skip);
      out().label(skip);
    }
  }

  private void unevenLoop(LoopStep step, Mask outer, int number) {
    String active = maskSlots.make(true);
    maskSlots.set(active, outer.text());
    remaining.put(step.loop(), maskSlots.make(true));
    AllOnForm form = step.allOn();
    if (form != null) {
      loopOfAll(step, form, active, number);
    } else {
      out().br("loop" + number);
    }
    out().label("loop" + number);
    masks.put(step.inner().number(), new Mask(maskSlots.get(active), false));
    String rest = iteration(step, step.body());
    maskSlots.set(active, rest);
    out().br(scope.any(rest), "loop" + number, "end" + number);
  }

  /** Emits the form of an uneven loop that runs until the first lane leaves it. */
  private void loopOfAll(LoopStep step, AllOnForm form, String active, int number) {
    String start = "all" + number;
    out().br(start);
    out().label(start);
    restarts.put(step.node(), "loop" + number);
    String rest = iteration(step, form.body());
    maskSlots.set(active, rest);
    String some = "some" + number;
    out().br(scope.all(rest), start, some);
    out().label(some);
    out().br(scope.any(rest), "loop" + number, "end" + number);
  }

  /** Emits an iteration of an uneven loop and returns the lanes that go on. */
  private String iteration(LoopStep step, Level body) {
    String slot = Objects.requireNonNull(remaining.get(step.loop()));
    maskSlots.clear(slot);
    body(step, body);
    return maskSlots.get(slot);
  }

  private void body(LoopStep step, Level body) {
    scope.group().loops().markLoop(step.header().block(), out());
    level(body);
  }

  // Edges.

  private void edges(Piece piece, End.Edges planned) {
    List<Edge> edges = laneEdges.of(piece.block().terminator());
    for (PlannedEdge edge : planned.edges()) {
      Edge taken = edges.get(edge.number());
      if (edge.exits() == null) {
        take(piece, edge, taken);
      } else {
        exit(piece, edge, edge.exits(), taken);
      }
    }
  }

  /** All lanes stay in the loop, or the iteration starts over in the form for some lanes. */
  private void stay(PieceStep step, PlannedEdge planned) {
    Terminator end = step.piece().block().terminator();
    Edge edge = laneEdges.of(end).get(planned.number());
    String stays = "stay" + scope.names().number();
    ConditionalBranch branch = (ConditionalBranch) end;
    boolean outcome = branch.successors().get(0).equals(planned.target());
    String bound = new BoundTest(scope).all(branch.condition(), outcome);
    String all = bound != null ? bound : scope.all(Objects.requireNonNull(edge.lanes()));
    out().br(all, stays, Objects.requireNonNull(restarts.get(step.node())));
    out().label(stays);
    take(step.piece(), planned, new Edge(planned.target(), null, null));
  }

  /** All lanes leave a loop together: a jump. */
  private void exit(Piece piece, PlannedEdge planned, Loops.Loop loop, Edge edge) {
    int number = scope.names().number();
    String condition = edge.uniform() == null ? "true" : edge.uniform();
    out().br(condition, "exit" + number, "stay" + number);
    out().label("exit" + number);
    take(piece, planned, new Edge(edge.target(), null, null));
    out().br(Objects.requireNonNull(ends.get(loop)));
    out().label("stay" + number);
  }

  /** Brings the lanes that take the edge, and their values, to its end. */
  private void take(Piece piece, PlannedEdge planned, Edge edge) {
    Mask taken = laneEdges.taken(edge);
    phis.write(piece, edge, taken, planned.first());
    String slot =
        planned.stays() != null
            ? remaining.get(planned.stays())
            : planned.collector() != null ? collectors.get(planned.collector()) : null;
    if (slot != null) {
      maskSlots.add(slot, taken.text());
    }
  }
}
