package dev.barnacle.simd.internal.plan.cost;

import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.ConditionalBranch;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Terminator;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.analysis.ControlFlow;
import dev.barnacle.ir.analysis.Dominators;
import dev.barnacle.ir.analysis.Loops;
import dev.barnacle.simd.internal.analysis.LaneShape;
import dev.barnacle.simd.internal.analysis.LaneShapes;
import dev.barnacle.simd.internal.cpu.TargetCpu;
import dev.barnacle.simd.internal.plan.region.End;
import dev.barnacle.simd.internal.plan.region.Form;
import dev.barnacle.simd.internal.plan.region.MemoryForm;
import dev.barnacle.simd.internal.plan.region.Operation;
import dev.barnacle.simd.internal.plan.region.PlannedEdge;
import dev.barnacle.simd.internal.plan.region.RegionPlan;
import dev.barnacle.simd.internal.plan.region.Step;
import dev.barnacle.simd.internal.plan.region.VectorPlan;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Estimates the cycles of a plan. An innermost loop takes as long as its longest {@linkplain
 * Recurrence recurrence}, or as its operations keep the processor busy, whichever is more; all else
 * is taken to wait for nothing.
 */
public final class PlanCosts {
  /** Deeper loops are taken to turn once, so that numbers stay numbers. */
  private static final int MOST_DEPTH = 4;

  /** The factor for the turns of a loop that the last of twice the lanes leaves. */
  private static final double IDLE = 1.12;

  /** The factor for the turns of a loop in which each lane has a number of turns of its own. */
  private static final double UNEVEN = 1.6;

  /** The cycles that a lane's load from an array waits where its store is still under way. */
  private static final double WAIT_OF_LANE = 4;

  /** The cycles by which a run of memory that nobody foresaw begins later. */
  private static final double RUN = 10;

  /** The cycles by which a call in a loop makes all others wait. */
  private static final double AROUND_CALL = 8;

  /** The cycles of the loop over a region's vectors, for each of them. */
  private static final double VISIT = 2;

  /** Lanes that often go the same way. */
  private static final double NEIGHBOURS = 16;

  /** The part of turns in which an edge is taken that ids give to one lane at most. */
  private static final double ONE_LANE = 1.0 / 8;

  /** The masks of an edge that some lanes take. */
  private static final double MASKS = 2;

  private final LaneShapes shapes;
  private final LoadedValues loaded;
  private final RowAddresses rows;
  private final OperationCosts costs;
  private final CostTable table;
  private final ConditionChains chains;
  private final MemoryStreams streams;
  private final int lanes;
  private final int width;
  private final double together;
  private boolean idsAreRare;
  private final Map<Block, Double> turns = new HashMap<>();
  private final Map<Operation, OperationCost> known = new HashMap<>();
  private final Map<Block, Double> reached = new HashMap<>();
  private final Map<Block, Block> blocks = new HashMap<>();
  private final Set<Alloca> scattered = new HashSet<>();
  private final Set<Block> ofOneLane = new HashSet<>();
  private final Work straight = new Work();
  private double visits;
  private double loops;
  private double work;
  private double jumps;
  private double spread;

  private PlanCosts(Function kernel, LaneShapes shapes, TargetCpu target, int lanes, int width) {
    this.width = width;
    this.shapes = shapes;
    this.loaded = new LoadedValues(kernel, shapes);
    this.rows = new RowAddresses(shapes);
    this.table = CostTable.of(target);
    this.costs = new OperationCosts(table, target, lanes);
    ControlFlow flow = new ControlFlow(kernel);
    this.chains = new ConditionChains(flow);
    Loops loopsOfAll = new Loops(new Dominators(flow));
    turns.putAll(LoopTurns.of(loopsOfAll));
    this.streams = MemoryStreams.of(flow, loopsOfAll, shapes);
    this.lanes = lanes;
    this.together = 1 - Math.pow(2, -1 - lanes / NEIGHBOURS);
    for (Instruction i : kernel.instructions()) {
      if (i instanceof Store store && shapes.of(store.pointer()).isVarying()) {
        scattered.addAll(shapes.arrays().arrays(store.pointer()));
      }
    }
  }

  /**
   * Returns what a kernel's plan costs.
   *
   * @param width the work-items of a work-group in dimension 0
   * @param turns how often loops turn whose bounds do not tell, by their headers
   */
  public static PlanCost of(
      VectorPlan plan,
      Function kernel,
      LaneShapes shapes,
      TargetCpu target,
      int lanes,
      int width,
      Map<Block, Double> turns) {
    PlanCosts costs = new PlanCosts(kernel, shapes, target, lanes, width);
    costs.turns.putAll(turns);
    return of(plan, costs);
  }

  /**
   * Returns the same, where what the ids give to one lane is rare: it is in one dimension or the
   * other.
   */
  public static PlanCost ofDimension(
      VectorPlan plan,
      Function kernel,
      LaneShapes shapes,
      TargetCpu target,
      int lanes,
      int width,
      Map<Block, Double> turns) {
    PlanCosts costs = new PlanCosts(kernel, shapes, target, lanes, width);
    costs.turns.putAll(turns);
    costs.idsAreRare = true;
    return of(plan, costs);
  }

  private static PlanCost of(VectorPlan plan, PlanCosts costs) {
    plan.regions().forEach(costs::region);
    double outside = costs.straight.units(costs.table);
    // A kernel without barriers is one loop, whose turns are run side by side.
    double visits = plan.regions().size() > 1 ? VISIT * costs.visits : 0;
    return new PlanCost(
        costs.lanes,
        costs.loops + outside + visits + costs.streams.cycles(costs.lanes),
        costs.work + outside,
        costs.jumps + costs.streams.cycles(costs.lanes),
        costs.spread + costs.straight.spread());
  }

  private void region(RegionPlan region) {
    double part = part(region);
    visits += part;
    region.again().forEach(o -> straight.add(of(o), part));
    find(region.body().steps());
    steps(region.body().steps(), part, 0, 1);
  }

  /** Returns the part of vectors that are visited. */
  private double part(RegionPlan region) {
    return region.items() == 0
        ? 1
        : Math.min(1, Math.ceilDiv(region.items(), lanes) * (double) lanes / width);
  }

  /** Notes the block that each node of a region's graph begins. */
  private void find(List<Step> steps) {
    for (Step step : steps) {
      switch (step) {
        case Step.PieceStep piece -> blocks.put(piece.node(), piece.piece().block());
        case Step.LoopStep loop -> find(loop.body().steps());
        case Step.ForkStep fork -> find(fork.some());
      }
    }
  }

  private OperationCost of(Operation operation) {
    return known.computeIfAbsent(operation, this::cost);
  }

  private OperationCost cost(Operation operation) {
    return switch (operation.instruction()) {
      case Load load -> access(operation, load.pointer());
      case Store store -> access(operation, store.pointer());
      default -> costs.of(operation, false, false);
    };
  }

  private OperationCost access(Operation operation, Value pointer) {
    boolean array = !shapes.arrays().arrays(pointer).isEmpty();
    boolean unforeseen = loaded.contains(pointer) || array;
    return costs.of(operation, unforeseen || rows.isOne(pointer), unforeseen);
  }

  // Steps. The first of a level is reached whenever the level is.

  private void steps(List<Step> steps, double times, int depth, double first) {
    for (int k = 0; k < steps.size(); k++) {
      switch (steps.get(k)) {
        case Step.PieceStep piece ->
            straight.add(work(piece, k == 0 ? first : reach(piece)), times);
        case Step.LoopStep loop ->
            loop(loop, k == 0 ? first : reach(loop.header().block()), times, depth);
        // Work-items that all do the same are the usual ones.
        case Step.ForkStep fork -> {
          Block block = fork.piece().block();
          double share = k == 0 ? first : ofOneLane.contains(block) ? reach(block) : 1;
          steps(fork.all(), times, depth, share);
        }
      }
    }
  }

  private double reach(Step.PieceStep piece) {
    return piece.piece().isFirst() ? reach(piece.piece().block()) : 1;
  }

  private double reach(Block block) {
    return Math.min(1, reached.getOrDefault(block, 0.0));
  }

  /** Returns the work of a piece that is reached so often, and says how often others are. */
  private Work work(Step.PieceStep piece, double share) {
    Work work = new Work();
    for (Operation operation : piece.operations()) {
      work.add(of(operation), share);
      if (waits(operation)) {
        work.addRows(share * WAIT_OF_LANE * lanes, 0);
      }
    }
    switch (piece.end()) {
      case End.Edges end -> leave(piece, end.edges(), share, work);
      case End.StayOrRestart end -> reached.merge(end.edge().target(), share, Double::sum);
      case End.Arrive _, End.Leave _ -> {}
    }
    return work;
  }

  /** Returns whether lanes load from where lanes stored apart just before. */
  private boolean waits(Operation operation) {
    return operation.form() instanceof MemoryForm.Interlaced form
        && !form.wide()
        && operation.instruction() instanceof Load load
        && shapes.arrays().arrays(load.pointer()).stream().anyMatch(scattered::contains);
  }

  private void leave(Step.PieceStep piece, List<PlannedEdge> edges, double share, Work work) {
    boolean divergent =
        edges.size() > 1 && !shapes.isUniform(piece.piece().block().terminator().operand(0));
    List<PlannedEdge> staying = edges.stream().filter(e -> e.exits() == null).toList();
    double part = staying.size() < 2 ? 1 : divergent ? together : 1.0 / staying.size();
    for (PlannedEdge edge : edges) {
      boolean rare =
          idsAreRare && divergent && isOfOneLane(piece.piece().block().terminator(), edge);
      double taken = rare ? ONE_LANE : staying.contains(edge) ? onward(piece, edge, part) : 1;
      reached.merge(edge.target(), share * taken, Double::sum);
      if (rare) {
        ofOneLane.add(edge.target());
      }
      if (divergent || !piece.entry().mask().full()) {
        work.addBusy(0, share * MASKS);
        for (Phi phi : edge.first() ? List.<Phi>of() : edge.target().phis()) {
          if (shapes.of(phi).isVarying()) {
            double registers = costs.registers(phi.type());
            work.addBusy(share * registers * table.of(CostKind.ADD).busy(), share * registers);
          }
        }
      }
    }
  }

  /** Returns how often an edge is taken, where a whole condition is true so often. */
  private double onward(Step.PieceStep piece, PlannedEdge edge, double whole) {
    Block from = piece.piece().block();
    return chains.isCommon(from, edge.target()) ? whole : Math.pow(whole, 1.0 / chains.parts(from));
  }

  /** Returns whether lanes take an edge whose ids are a number. */
  private boolean isOfOneLane(Terminator end, PlannedEdge edge) {
    if (!(end instanceof ConditionalBranch branch)
        || !(branch.condition() instanceof Compare test)
        || test.operands().stream().anyMatch(o -> shapes.of(o).isVarying())) {
      return false;
    }
    boolean first = edge.target().equals(branch.successors().getFirst());
    return switch (test.predicate()) {
      case EQ -> first;
      case NE -> !first;
      default -> false;
    };
  }

  private void loop(Step.LoopStep loop, double share, double times, int depth) {
    Step.AllOnForm allOn = loop.allOn();
    // Lanes that all stay are the usual ones.
    boolean uneven = loop.uneven() && allOn == null;
    List<Step> body = (allOn == null ? loop.body() : allOn.body()).steps();
    double known = this.turns.getOrDefault(loop.header().block(), BlockFrequencies.TURNS);
    double turns = times * share * (depth < MOST_DEPTH ? known : 1) * (uneven ? idle(loop) : 1);
    if (body.stream().allMatch(Step.PieceStep.class::isInstance)) {
      List<Step.PieceStep> pieces = body.stream().map(Step.PieceStep.class::cast).toList();
      innermost(new Turn(loop, pieces, uneven), turns);
    } else {
      steps(body, turns, depth + 1, 1);
    }
    // Who leaves the loop does so once.
    for (Loops.Edge exit : loop.loop().exits()) {
      Block target = blocks.get(exit.to());
      if (target != null) {
        reached.put(target, share);
      }
    }
  }

  private double idle(Step.LoopStep loop) {
    boolean unforeseen =
        loop.loop().exits().stream()
            .anyMatch(e -> loaded.contains(e.from().terminator().operand(0)));
    return unforeseen ? UNEVEN : Math.pow(IDLE, Math.log(lanes) / Math.log(2));
  }

  /**
   * An iteration of an innermost loop.
   *
   * @param uneven it runs until no lane is left
   */
  private record Turn(Step.LoopStep loop, List<Step.PieceStep> pieces, boolean uneven) {}

  private void innermost(Turn turn, double turns) {
    Work sum = new Work();
    for (int k = 0; k < turn.pieces.size(); k++) {
      Step.PieceStep piece = turn.pieces.get(k);
      sum.add(work(piece, k == 0 ? 1 : reach(piece)), 1);
    }
    addMissing(turn, sum);
    work += turns * Math.max(1, sum.units(table));
    spread += turns * sum.spread();
    runs(turn.pieces, sum);
    calls(turn.pieces, sum);
    spill(turn, sum);
    double mask = turn.uneven ? table.of(CostKind.COMPARE).latency() - 1 : 0;
    double chain = new Recurrence(shapes, turn.loop, turn.pieces, this::of, mask).cycles();
    double jump = turn.uneven ? table.jump() : 0;
    jumps += turns * jump;
    loops += turns * (Math.max(chain, Math.max(1, sum.cycles(table))) + jump);
  }

  /** Adds the time by which lines come later that one lane alone uses in each iteration. */
  private void addMissing(Turn turn, Work sum) {
    for (Step.PieceStep piece : turn.pieces) {
      for (Operation operation : piece.operations()) {
        Value pointer = pointer(operation);
        if (pointer != null && isSpread(operation.form()) && rows.isOne(pointer)) {
          sum.addRows(rows.cycles(pointer, lanes) * lanes, of(operation).memory());
        }
      }
    }
  }

  private static boolean isSpread(Form form) {
    return form instanceof MemoryForm.Spread || form instanceof MemoryForm.RunTimeContiguous;
  }

  private static @Nullable Value pointer(Operation operation) {
    return switch (operation.instruction()) {
      case Load load -> load.pointer();
      case Store store -> store.pointer();
      default -> null;
    };
  }

  /** Adds what calls take to save registers around them, once for several vectors. */
  private void calls(List<Step.PieceStep> pieces, Work sum) {
    boolean some =
        pieces.stream()
            .flatMap(p -> p.operations().stream())
            .anyMatch(o -> of(o).busy() >= table.of(CostKind.CALL).busy());
    if (some) {
      sum.addBusy(AROUND_CALL, 0);
    }
  }

  /** Neighbours that load neighbours, in each iteration from somewhere else. */
  private void runs(List<Step.PieceStep> pieces, Work sum) {
    Set<Value> inside = new HashSet<>();
    for (Step.PieceStep piece : pieces) {
      for (Operation operation : piece.operations()) {
        inside.add(operation.instruction());
        if (operation.instruction() instanceof Load load
            && operation.form() instanceof MemoryForm.Contiguous
            && shapes.of(load.pointer()).kind() == LaneShape.Kind.AFFINE
            && inside.contains(load.pointer())) {
          sum.addRun(RUN + of(operation).memory());
        }
      }
    }
  }

  /** Adds the loads and stores of what the registers do not hold. */
  private void spill(Turn turn, Work sum) {
    double ofVector = Math.max(1, lanes * (double) Integer.SIZE / table.vectorBits());
    double needed = LoopRegisters.needed(shapes, turn.loop, turn.pieces, costs, ofVector);
    double over = needed - table.registers();
    if (over > 0) {
      double each = table.of(CostKind.LOAD).busy() + table.of(CostKind.STORE).busy();
      sum.addMemory(over * each);
      sum.addBusy(0, 2 * over);
    }
  }
}
