package dev.barnacle.simd.internal.plan;

import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.ExtractElement;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.InsertElement;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.Intrinsic;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.Select;
import dev.barnacle.ir.Shuffle;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Terminator;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Unary;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.WorkItemQuery;
import dev.barnacle.ir.analysis.ControlFlow;
import dev.barnacle.ir.analysis.Dominators;
import dev.barnacle.ir.analysis.Loops;
import dev.barnacle.simd.internal.analysis.LaneShape;
import dev.barnacle.simd.internal.analysis.LaneShapes;
import dev.barnacle.simd.internal.cpu.TargetCpu;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Decides how many vector registers the lanes of a kernel fill at a time. Where a small loop has
 * few values that differ from lane to lane, several vectors share its counters and uniform loads,
 * hide the latency of one another's operations, and read memory in longer runs.
 *
 * <p>Only kernels of plain arithmetic and contiguous accesses in such loops gain by what they
 * share; others may gain by waiting together ({@link LatencyHiding}).
 *
 * <p>LLVM's loop vectoriser has the same notion (the IC); here it multiplies the lanes, so that a
 * "vector" is several registers.
 */
final class InterleaveCount {
  /** More would make code long for little. */
  private static final int MOST = 4;

  /**
   * The most where an iteration does little but read a run of memory for all lanes and the next one
   * reads elsewhere: a run of several cache lines is read at nearly the speed of memory read in
   * order, short runs at half of it.
   */
  private static final int MOST_FOR_RUNS = 8;

  /** Steps of such an iteration whose results go into a next one at once. */
  private static final int MOST_STEPS_OF_RUNS = 2;

  /** The lanes that masks can have. */
  private static final int MOST_LANES = 64;

  /** Vectors that the steps of an iteration have in registers at a time, about. */
  private static final int MOST_PASSING = 4;

  private static final int MOST_INSTRUCTIONS = 200;

  private final Function kernel;
  private final LaneShapes shapes;
  private final TargetCpu target;
  private final int lanes;
  private final ControlFlow flow;
  private final Loops loops;
  private final Map<Value, Block> homes = new HashMap<>();
  private final Map<Value, List<Instruction>> users = new HashMap<>();
  private final Map<Instruction, Boolean> ofAtomics = new HashMap<>();

  /**
   * Looks at a kernel.
   *
   * @param lanes how many fill one vector
   */
  InterleaveCount(Function kernel, LaneShapes shapes, TargetCpu target, int lanes) {
    this.kernel = kernel;
    this.shapes = shapes;
    this.target = target;
    this.lanes = lanes;
    this.flow = new ControlFlow(kernel);
    this.loops = new Loops(new Dominators(flow));
    for (Block block : kernel.blocks()) {
      for (Instruction instruction : block.instructions()) {
        homes.put(instruction, block);
        for (Value operand : instruction.operands()) {
          users.computeIfAbsent(operand, o -> new ArrayList<>()).add(instruction);
        }
      }
    }
    // Users first, as chains of them may be long.
    for (Block block : kernel.blocks().reversed()) {
      block.instructions().reversed().forEach(this::isOfAtomics);
    }
  }

  /** Returns how many vectors, 1, 2, 4 or 8. */
  int count() {
    int sharing = countSharing();
    return sharing == 1
            && target.vectorBits() == 512
            && new LatencyHiding(shapes, flow, loops, lanes).pays(kernel)
        ? 2
        : sharing;
  }

  /** Returns how many vectors pay by what they share. */
  private int countSharing() {
    int most = Math.min(MOST_FOR_RUNS, MOST_LANES / lanes);
    boolean gains = false;
    int size = kernel.blocks().stream().mapToInt(b -> b.instructions().size()).sum();
    for (Loops.Loop loop : loops.all()) {
      List<Instruction> body =
          loop.blocks().stream().flatMap(b -> b.instructions().stream()).toList();
      // What goes around a barrier is no loop of lanes.
      if (isInnermost(loop) && body.stream().noneMatch(Barrier.class::isInstance)) {
        if (!body.stream().allMatch(this::isPlain) || !isLeftTogether(loop)) {
          return 1;
        }
        gains |= gains(loop, body);
        most = Math.min(most, most(loop, body));
      }
    }
    return gains && size <= MOST_INSTRUCTIONS ? Math.max(1, Integer.highestOneBit(most)) : 1;
  }

  private int registers() {
    return target.vectorBits() == 512 ? 28 : 14;
  }

  private boolean isInnermost(Loops.Loop loop) {
    return loops.all().stream().noneMatch(l -> !l.equals(loop) && loop.contains(l.header()));
  }

  /** Returns whether it has a work in each iteration that all its lanes do. */
  private boolean gains(Loops.Loop loop, List<Instruction> body) {
    boolean straight =
        loop.blocks().stream().allMatch(b -> b.equals(loop.header()) || !isDivergent(b));
    return straight
        && body.stream().anyMatch(i -> i instanceof Load || i instanceof AtomicRmw || isVarying(i));
  }

  private boolean isDivergent(Block block) {
    return flow.successors(block).size() > 1 && !shapes.isUniform(block.terminator().operand(0));
  }

  private boolean isVarying(Value value) {
    return shapes.of(value).isVarying();
  }

  /** Returns whether only a comparison of ids with a bound parts its lanes, at the end. */
  private boolean isLeftTogether(Loops.Loop loop) {
    for (Loops.Edge exit : loop.exits()) {
      if (isDivergent(exit.from())
          && !(exit.from().equals(loop.header())
              && exit.from().terminator().operand(0) instanceof Compare test
              && !isVarying(test.operand(0))
              && !isVarying(test.operand(1)))) {
        return false;
      }
    }
    return true;
  }

  private boolean isPlain(Instruction instruction) {
    return switch (instruction) {
      case Load load -> !load.isVolatile() && isNear(load.pointer(), load.type());
      case Store store -> !store.isVolatile() && isNear(store.pointer(), store.value().type());
      case Intrinsic intrinsic ->
          switch (intrinsic.op()) {
            case FMA, FMULADD, FABS, FMIN, FMAX, SQRT, RSQRT -> true;
            default -> !intrinsic.op().isFloat() || shapes.isUniform(intrinsic);
          };
      case Binary binary ->
          shapes.isUniform(binary)
              || switch (binary.op()) {
                case UDIV, SDIV, UREM, SREM, FREM -> false;
                default -> true;
              };
      case Phi _, Terminator _, Unary _, Compare _, Cast _, Select _ -> true;
      case PointerAdd _, WorkItemQuery _, InsertElement _, Shuffle _, AtomicRmw _ -> true;
      case ExtractElement extract -> extract.operand(1) instanceof IntConstant;
      default -> instruction.hasResult() && shapes.isUniform(instruction);
    };
  }

  private boolean isNear(Value pointer, Type type) {
    LaneShape shape = shapes.of(pointer);
    return !shapes.arrays().isInterleaved(pointer)
        && (shape.isUniform()
            || (shape.isScalar() && shape.stride() == type.lanes() * type.scalar().byteSize()));
  }

  /** Returns how many vectors' worth of a loop's values the registers hold, about. */
  private int most(Loops.Loop loop, List<Instruction> body) {
    Set<Value> staying = new HashSet<>();
    int passing = 0;
    for (Instruction instruction : body) {
      if (instruction instanceof Phi && loop.header().equals(homes.get(instruction))) {
        staying.add(instruction);
      } else if (isVarying(instruction) && !isOfAtomics(instruction)) {
        passing += registers(instruction.type());
      }
      for (Value operand : instruction.operands()) {
        Block home = homes.get(operand);
        if (home != null && !loop.contains(home)) {
          staying.add(operand);
        }
      }
    }
    int kept = staying.stream().filter(this::isVarying).mapToInt(v -> registers(v.type())).sum();
    boolean readsRuns = body.stream().anyMatch(i -> readsRun(loop, i));
    if (passing == 0 || (passing <= MOST_STEPS_OF_RUNS && (readsRuns || !gains(loop, body)))) {
      return registers() / Math.max(1, kept);
    }
    int pressure = Math.min(MOST_PASSING, passing) + kept;
    return Math.min(MOST, registers() / Math.max(1, pressure));
  }

  /**
   * Returns whether a value is no vector in the end: what an atomic operation gives that nobody
   * uses, or a step to the address of one, which lanes do one after the other.
   */
  private boolean isOfAtomics(Instruction value) {
    Boolean known = ofAtomics.get(value);
    if (known == null) {
      List<Instruction> after = users.getOrDefault(value, List.of());
      known =
          switch (value) {
            case AtomicRmw _ -> after.isEmpty();
            case PointerAdd _, Cast _, Binary _ ->
                !after.isEmpty() && after.stream().allMatch(u -> isAddressed(u, value));
            default -> false;
          };
      ofAtomics.put(value, known);
    }
    return known;
  }

  private boolean isAddressed(Instruction user, Value step) {
    return user instanceof AtomicRmw atomic
        ? atomic.pointer().equals(step) && !atomic.value().equals(step)
        : isOfAtomics(user);
  }

  /** Returns whether neighbours load neighbours, in each iteration from somewhere else. */
  private boolean readsRun(Loops.Loop loop, Instruction instruction) {
    if (!(instruction instanceof Load load)
        || shapes.of(load.pointer()).kind() != LaneShape.Kind.AFFINE) {
      return false;
    }
    Block home = homes.get(load.pointer());
    return home != null && loop.contains(home);
  }

  private int registers(Type type) {
    if (type.scalar().equals(Types.I1)) {
      return 0;
    }
    long bits = 8L * lanes * type.scalar().byteSize();
    return type.lanes() * Math.max(1, Math.toIntExact(bits / target.vectorBits()));
  }
}
