package dev.barnacle.simd.internal.plan;

import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.ExtractElement;
import dev.barnacle.ir.FloatType;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.InsertElement;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Intrinsic;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.Select;
import dev.barnacle.ir.Shuffle;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Terminator;
import dev.barnacle.ir.Unary;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.WorkItemQuery;
import dev.barnacle.ir.analysis.ControlFlow;
import dev.barnacle.ir.analysis.Dominators;
import dev.barnacle.ir.analysis.Loops;
import dev.barnacle.simd.internal.analysis.BlockFrequencies;
import dev.barnacle.simd.internal.analysis.LaneShapes;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Estimates whether a second vector in flight shortens a kernel's loops because their iterations
 * wait for themselves: each round of a hash for the one before it, each step of a search for what
 * it gathered, each turn of a loop that lanes leave for the mask of those that stay.
 *
 * <p>An iteration takes as long as its longest chain of operations, or as all its operations keep
 * the processor busy, whichever is more; two vectors have two chains, side by side. The cycles are
 * those of a processor with vectors of 512 bits, which has registers for both.
 */
final class LatencyHiding {
  /** A second vector is taken where it shortens loops at least so. */
  private static final double ENOUGH = 1.15;

  /** Longer kernels take too long to compile twice. */
  private static final int MOST_INSTRUCTIONS = 3000;

  /** The instructions that begin in a cycle. */
  private static final double WIDTH = 4;

  /**
   * The cycles of the jump at the end of a turn of a loop that lanes leave by what they compute.
   */
  private static final double JUMP = 4;

  /** The factor for twice the lanes that wait for the last one. */
  private static final double IDLE = 1.06;

  /** The cycles from a comparison to what goes by its mask. */
  private static final double MASK = 5;

  private static final double VECTOR_BITS = 512;

  /** Of what no turn before has a part in. */
  private static final double AT_ONCE = Double.NEGATIVE_INFINITY;

  private final LaneShapes shapes;
  private final ControlFlow flow;
  private final Loops loops;
  private final Dominators dominators;
  private final int lanes;

  /** The cycles until each value of an iteration is there, and what private memory holds. */
  private final Map<Value, Double> depths = new HashMap<>();

  private final Map<Block, Double> masks = new HashMap<>();
  private final Map<Alloca, Double> arrays = new HashMap<>();

  LatencyHiding(LaneShapes shapes, ControlFlow flow, Loops loops, int lanes) {
    this.shapes = shapes;
    this.flow = flow;
    this.loops = loops;
    this.dominators = new Dominators(flow);
    this.lanes = lanes;
  }

  /** Returns whether two vectors in flight are faster than one after the other. */
  boolean pays(Function kernel) {
    Collection<Instruction> all = kernel.instructions();
    if (all.size() > MOST_INSTRUCTIONS || !all.stream().allMatch(this::isSimple)) {
      return false;
    }
    BlockFrequencies frequencies = new BlockFrequencies(kernel);
    double one = 0;
    double two = 0;
    for (Loops.Loop loop : loops.all()) {
      boolean innermost =
          loops.all().stream().noneMatch(l -> !l.equals(loop) && loop.contains(l.header()));
      if (innermost && skips(loop)) {
        return false;
      }
      if (innermost) {
        double turns = frequencies.of(loop.header());
        Turn turn = turn(loop);
        one += turns * 2 * turn.cycles(1);
        two += turns * turn.cycles(2);
      }
    }
    return one > ENOUGH * two;
  }

  /**
   * Returns whether the instruction is no barrier, call or access of several that lanes take in
   * turn, for which two vectors take twice as long as one.
   */
  private boolean isSimple(Instruction instruction) {
    return switch (instruction) {
      case Load load -> !load.isVolatile() && !isSpreadPrivately(load.pointer());
      case Store store -> !store.isVolatile() && !isSpreadPrivately(store.pointer());
      case Intrinsic intrinsic ->
          shapes.isUniform(intrinsic) || (isInline(intrinsic) && !isHalf(intrinsic));
      case Binary binary ->
          shapes.isUniform(binary)
              || switch (binary.op()) {
                case FREM -> false;
                default -> true;
              };
      case Phi _, Terminator _, Unary _, Compare _, Cast _, Select _, PointerAdd _ -> true;
      case WorkItemQuery _, InsertElement _, ExtractElement _, Shuffle _, Alloca _ -> true;
      case Barrier _ -> false;
      default -> instruction.hasResult() && shapes.isUniform(instruction);
    };
  }

  private boolean isSpreadPrivately(Value pointer) {
    Set<Alloca> here = shapes.arrays().arrays(pointer);
    return !here.isEmpty()
        && (shapes.of(pointer).isVarying() || here.stream().anyMatch(a -> !isInterleaved(a)));
  }

  private boolean isInterleaved(Alloca array) {
    return shapes.arrays().isInterleaved(array);
  }

  private static boolean isHalf(Intrinsic intrinsic) {
    return intrinsic.type().scalar() instanceof FloatType f && f.bits() == 16;
  }

  private static boolean isInline(Intrinsic intrinsic) {
    return switch (intrinsic.op()) {
      case SQRT, RSQRT, FABS, FLOOR, CEIL, TRUNC_F, RINT, CANONICALIZE, COPYSIGN -> true;
      case FMIN, FMAX, MINIMUM, MAXIMUM, FMA, FMULADD -> true;
      case POWI, LDEXP -> false;
      default -> !intrinsic.op().isFloat() || intrinsic.op().isExpectation();
    };
  }

  /**
   * Returns whether a turn of a loop jumps over accesses that no lane makes, which is rarer with
   * more lanes.
   */
  private boolean skips(Loops.Loop loop) {
    return loop.blocks().stream().anyMatch(b -> isDivergent(b) && staysIn(loop, b))
        && loop.blocks().stream().anyMatch(b -> isOptional(loop, b) && accessesApart(b));
  }

  private boolean staysIn(Loops.Loop loop, Block block) {
    return flow.successors(block).stream().allMatch(loop::contains);
  }

  private boolean isOptional(Loops.Loop loop, Block block) {
    return loop.backEdges().stream().anyMatch(edge -> !dominators.dominates(block, edge.from()));
  }

  private boolean accessesApart(Block block) {
    return block.instructions().stream()
        .anyMatch(i -> (i instanceof Load || i instanceof Store) && isVector(i));
  }

  /**
   * The time of a turn of a loop.
   *
   * @param chain the cycles until its last value is there
   * @param work the cycles that its operations keep the processor busy, for one vector
   * @param vectors how many instructions each vector has
   * @param scalars how many are the same for all
   * @param uneven lanes leave the loop by what they compute
   */
  private record Turn(double chain, double work, int vectors, int scalars, boolean uneven) {
    double cycles(int count) {
      double issue = (count * vectors + scalars) / WIDTH;
      double cycles = Math.max(chain, Math.max(issue, count * work));
      if (!uneven) {
        return cycles;
      }
      return (cycles + JUMP) * (count == 1 ? 1 : IDLE);
    }
  }

  private Turn turn(Loops.Loop loop) {
    double work = 0;
    int vectors = 0;
    int scalars = 0;
    for (Block block : flow.reversePostOrder()) {
      if (loop.contains(block)) {
        for (Instruction instruction : block.instructions()) {
          if (isVector(instruction)) {
            work += work(instruction);
            vectors += instruction instanceof Phi ? 0 : 1;
          } else {
            scalars += instruction instanceof Phi ? 0 : 1;
          }
        }
      }
    }
    return new Turn(chain(loop), work, vectors, scalars, isUneven(loop));
  }

  private void noteStores(Block block) {
    for (Instruction instruction : block.instructions()) {
      if (instruction instanceof Store store) {
        shapes.arrays().arrays(store.pointer()).forEach(array -> arrays.put(array, 0.0));
      }
    }
  }

  private boolean isUneven(Loops.Loop loop) {
    return loop.exits().stream().anyMatch(exit -> isDivergent(exit.from()));
  }

  private boolean isDivergent(Block block) {
    return flow.successors(block).size() > 1 && !shapes.isUniform(block.terminator().operand(0));
  }

  private boolean isVector(Instruction instruction) {
    return switch (instruction) {
      case Load load -> isVarying(load) || isVarying(load.pointer());
      case Store store -> !shapes.isUniform(store.pointer());
      default -> isVarying(instruction);
    };
  }

  private boolean isVarying(Value value) {
    return shapes.of(value).isVarying();
  }

  /** Returns when the mask of a block is there. */
  private double enter(Loops.Loop loop, Block block) {
    double mask = AT_ONCE;
    if (!block.equals(loop.header())) {
      for (Block from : flow.predecessors(block)) {
        double edge = masks.getOrDefault(from, AT_ONCE);
        if (isDivergent(from)) {
          edge = Math.max(edge, depthOf(from.terminator().operand(0)));
        }
        mask = Math.max(mask, edge);
      }
    }
    masks.put(block, mask);
    return mask;
  }

  private double depthOf(Value value) {
    return depths.getOrDefault(value, AT_ONCE);
  }

  private double depth(Loops.Loop loop, Instruction instruction, double mask) {
    if (!isVector(instruction)) {
      return AT_ONCE;
    }
    double before =
        instruction.operands().stream().mapToDouble(this::depthOf).max().orElse(AT_ONCE);
    return switch (instruction) {
      case Phi phi when loop.header().phis().contains(phi) -> AT_ONCE;
      // Lanes that came another way keep what they had.
      case Phi phi -> Math.max(before, mask + 1);
      case Load load -> loaded(load, Math.max(before, isGather(load) ? mask : AT_ONCE));
      case Store store -> stored(store, before);
      default -> before + latency(instruction);
    };
  }

  private double loaded(Load load, double before) {
    Set<Alloca> here = shapes.arrays().arrays(load.pointer());
    if (here.isEmpty()) {
      return before + (isGather(load) ? lanes + 24 : 7);
    }
    // Such arrays end in registers, most of them.
    return here.stream().mapToDouble(a -> arrays.getOrDefault(a, AT_ONCE)).max().orElse(0);
  }

  private double stored(Store store, double before) {
    for (Alloca array : shapes.arrays().arrays(store.pointer())) {
      arrays.merge(array, before, Math::max);
    }
    return before;
  }

  private boolean isGather(Load load) {
    return isVarying(load.pointer()) && shapes.arrays().arrays(load.pointer()).isEmpty();
  }

  /** Returns the cycles that a turn has to wait for the one before. */
  private double chain(Loops.Loop loop) {
    double chain = isUneven(loop) ? MASK : 0;
    for (Phi phi : loop.header().phis()) {
      if (isVarying(phi)) {
        follow(loop, phi);
        for (Loops.Edge edge : loop.backEdges()) {
          chain = Math.max(chain, depthOf(phi.incoming(edge.from())));
        }
      }
    }
    follow(loop, null);
    return Math.max(chain, arrays.values().stream().mapToDouble(d -> d).max().orElse(0));
  }

  /** Finds when values are there that come from a phi; without one from private memory. */
  private void follow(Loops.Loop loop, @Nullable Phi source) {
    depths.clear();
    masks.clear();
    arrays.clear();
    if (source == null) {
      loop.blocks().forEach(this::noteStores);
    }
    for (Block block : flow.reversePostOrder()) {
      if (loop.contains(block)) {
        double mask = enter(loop, block);
        for (Instruction instruction : block.instructions()) {
          boolean begins = instruction.equals(source);
          depths.put(instruction, begins ? 0 : depth(loop, instruction, mask));
        }
      }
    }
  }

  private double latency(Instruction instruction) {
    return switch (instruction) {
      case Binary binary ->
          switch (binary.op()) {
            case FADD, FSUB, FMUL -> 4;
            case FDIV -> 13;
            case UDIV, SDIV, UREM, SREM -> 40;
            case MUL -> 3;
            default -> 1;
          };
      case Intrinsic intrinsic ->
          switch (intrinsic.op()) {
            case SQRT, RSQRT -> 20;
            case FMA, FMULADD -> 4;
            case FABS, COPYSIGN -> 1;
            default -> intrinsic.op().isFloat() ? 3 : 1;
          };
      case Compare _ -> MASK;
      case Cast _ -> 2;
      case PointerAdd _, Terminator _ -> 0;
      default -> 1;
    };
  }

  /** Returns the cycles that an instruction keeps the processor busy, for one vector. */
  private double work(Instruction instruction) {
    double registers = registers(instruction);
    return switch (instruction) {
      case Load load -> load.type().lanes() * (isGather(load) ? 0.8 * lanes : 1);
      case Store store ->
          store.value().type().lanes() * (isVarying(store.pointer()) ? 1.3 * lanes : 1);
      case Phi _, PointerAdd _, Terminator _ -> 0;
      case Binary binary ->
          switch (binary.op()) {
            case FADD, FSUB, FMUL, SHL, LSHR, ASHR, MUL -> registers;
            case FDIV -> 10 * registers;
            case UDIV, SDIV, UREM, SREM -> 25 * registers;
            // Three of them are one instruction.
            case AND, OR, XOR -> registers / 4;
            default -> registers / 2;
          };
      case Intrinsic intrinsic ->
          switch (intrinsic.op()) {
            case SQRT, RSQRT -> 15 * registers;
            default -> registers;
          };
      case Compare _, Cast _ -> registers;
      default -> registers / 2;
    };
  }

  private double registers(Instruction instruction) {
    double bits = 8.0 * lanes * instruction.type().scalar().byteSize();
    return instruction.type().lanes() * Math.max(1, bits / VECTOR_BITS);
  }
}
