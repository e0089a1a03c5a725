package dev.barnacle.simd.internal.plan;

import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.Intrinsic;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.Select;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Terminator;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.analysis.ControlFlow;
import dev.barnacle.ir.analysis.Dominators;
import dev.barnacle.ir.analysis.Loops;
import dev.barnacle.simd.internal.analysis.BlockFrequencies;
import dev.barnacle.simd.internal.analysis.LaneShapes;
import dev.barnacle.simd.internal.cpu.TargetCpu;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The cost model of vectorisation: decides whether a kernel does little but gathers and scatters,
 * which lanes do no faster than single work-items. Processors gather and scatter element by
 * element, and a gather from where was scattered just before (counts in a private array) waits
 * until that is done. Where lanes leave a loop one after the other, some idle besides.
 *
 * <p>It compares cycles, estimated for a processor with vectors of 512 bits, weighed by how often
 * blocks run ({@link BlockFrequencies}), and decides against lanes only where they lose clearly,
 * and by such accesses.
 */
final class LaneCosts {
  /** Work-items run one by one where lanes would take more than so many times as long. */
  private static final double CLEARLY = 1.2;

  // Cycles of all lanes together, where nothing else is said.
  private static final double WIDE_ACCESS = 1;
  private static final double GATHER_OF_LANE = 1.15;
  private static final double SCATTER_OF_LANE = 1.3;

  /**
   * A vector of each lane's own and its part of a transposition, beside all components' arithmetic.
   */
  private static final double ROW_OF_LANE = 1.5;

  /** The cost of a byte or short beyond that of a word, out of which it is taken. */
  private static final double PART_OF_LANE = 0.4;

  /** The wait of a gather from a private array for an earlier scatter to it, for each lane. */
  private static final double WAIT_OF_LANE = 4;

  /** The factor for the turns of a loop in which each lane has a number of turns of its own. */
  private static final double UNEVEN = 1.6;

  // Cycles of a single work-item.
  private static final double OPERATION = 0.2;
  private static final double LONG_OPERATION = 4;
  private static final double ACCESS = 0.4;
  private static final double WRONG_GUESS = 6;

  private final LaneShapes shapes;
  private final Set<Instruction> rows;
  private final int lanes;
  private final TargetCpu target;
  private final ControlFlow flow;
  private final Loops loops;
  private final Set<Loops.Loop> uneven = new HashSet<>();
  private final Set<Alloca> scattered = new HashSet<>();

  /** The values that depend on what each lane loaded. */
  private final Set<Instruction> loaded = new HashSet<>();

  private double inLanes;
  private double spread;
  private double alone;

  private LaneCosts(
      Function kernel, LaneShapes shapes, Set<Instruction> rows, int lanes, TargetCpu target) {
    this.shapes = shapes;
    this.rows = rows;
    this.lanes = lanes;
    this.target = target;
    this.flow = new ControlFlow(kernel);
    this.loops = new Loops(new Dominators(flow));
    findLoaded();
    for (Block block : flow.reversePostOrder()) {
      findUneven(block);
      for (Instruction i : block.instructions()) {
        if (i instanceof Store store && shapes.of(store.pointer()).isVarying()) {
          scattered.addAll(shapes.arrays().arrays(store.pointer()));
        }
      }
    }
  }

  /**
   * Returns whether the kernel's work-items should run one by one.
   *
   * @param shapes what its lanes would have in common
   * @param rows accesses in which each lane moves a vector by itself, as far as a plan is known
   */
  static boolean areTooHigh(
      Function kernel, LaneShapes shapes, Set<Instruction> rows, int lanes, TargetCpu target) {
    LaneCosts costs = new LaneCosts(kernel, shapes, rows, lanes, target);
    BlockFrequencies frequencies = new BlockFrequencies(kernel);
    for (Block block : costs.flow.reversePostOrder()) {
      costs.add(block, frequencies.of(block));
    }
    return 2 * costs.spread > costs.inLanes && costs.inLanes > CLEARLY * costs.alone;
  }

  /** Finds the loops that the block's end makes uneven. */
  private void findUneven(Block block) {
    if (isUnforeseen(block)) {
      for (Loops.Loop loop : loops.containing(block)) {
        if (flow.successors(block).stream().anyMatch(s -> !loop.contains(s))) {
          uneven.add(loop);
        }
      }
    }
  }

  /** Returns whether a branch at the end of a block diverges on loaded values. */
  private boolean isUnforeseen(Block block) {
    return flow.successors(block).size() > 1 && isLoaded(block.terminator().operand(0));
  }

  private void add(Block block, double weight) {
    double turns = weight;
    List<Loops.Loop> around = loops.containing(block);
    for (Loops.Loop loop : around) {
      turns *= uneven.contains(loop) ? UNEVEN : 1;
    }
    for (Instruction instruction : block.instructions()) {
      double cycles = turns * inLanes(instruction);
      inLanes += cycles;
      spread += isSpread(instruction) ? cycles : 0;
      alone += weight * lanes * alone(instruction);
    }
    if (isUnforeseen(block)) {
      // Who leaves a loop does so once; else one way is as likely as the other.
      boolean leaves =
          !around.isEmpty()
              && flow.successors(block).stream().anyMatch(s -> !around.getLast().contains(s));
      double wrong = leaves ? weight / BlockFrequencies.TURNS : weight / 2;
      alone += wrong * lanes * WRONG_GUESS;
    }
  }

  /**
   * Returns whether the instruction is part of an address, or of a jump, and costs nothing more.
   */
  private static boolean isFree(Instruction i) {
    return switch (i) {
      case Phi _, PointerAdd _, Alloca _, Terminator _ -> true;
      case Cast cast -> cast.type().equals(Types.I64);
      case Binary b ->
          b.type().equals(Types.I64)
              && b.op() == Binary.Op.MUL
              && b.operand(1) instanceof IntConstant;
      default -> false;
    };
  }

  private double inLanes(Instruction i) {
    return switch (i) {
      case Instruction access when rows.contains(access) -> lanes * ROW_OF_LANE;
      case Load load ->
          load.type().lanes()
              * access(load.pointer(), GATHER_OF_LANE + (isPart(load.type()) ? PART_OF_LANE : 0));
      case Store store -> store.value().type().lanes() * access(store.pointer(), SCATTER_OF_LANE);
      case Instruction free when isFree(free) -> 0;
      case Binary b when isLong(b) && !shapes.isUniform(b) -> LONG_OPERATION * registers(b.type());
      default -> shapes.of(i).isVarying() ? registers(i.type()) : OPERATION;
    };
  }

  private double access(Value pointer, double ofLane) {
    if (!isSpread(pointer)) {
      return WIDE_ACCESS;
    }
    boolean waits =
        ofLane != SCATTER_OF_LANE
            && shapes.arrays().arrays(pointer).stream().anyMatch(scattered::contains);
    return lanes * (waits ? ofLane + WAIT_OF_LANE : ofLane);
  }

  private boolean isSpread(Instruction i) {
    return switch (i) {
      case Instruction access when rows.contains(access) -> true;
      case Load load -> isSpread(load.pointer());
      case Store store -> isSpread(store.pointer());
      default -> false;
    };
  }

  /** Returns whether an access takes a gather or scatter. */
  private boolean isSpread(Value pointer) {
    return shapes.of(pointer).isVarying()
        && (!shapes.arrays().arrays(pointer).isEmpty() || isLoaded(pointer));
  }

  private static boolean isPart(Type type) {
    return type.scalar().byteSize() < Integer.BYTES;
  }

  /** Returns whether a value depends on what each lane loaded, so that it is not known before. */
  private boolean isLoaded(Value value) {
    return value instanceof Instruction i && loaded.contains(i);
  }

  private void findLoaded() {
    boolean grew = true;
    while (grew) {
      grew = false;
      for (Block block : flow.reversePostOrder()) {
        for (Instruction i : block.instructions()) {
          grew |= i.hasResult() && !loaded.contains(i) && comesFromLoad(i) && loaded.add(i);
        }
      }
    }
  }

  private boolean comesFromLoad(Instruction i) {
    if (!shapes.of(i).isVarying()) {
      return false;
    }
    return switch (i) {
      case Load _ -> true;
      case PointerAdd _, Binary _, Cast _, Compare _, Select _, Phi _ ->
          i.operands().stream().anyMatch(this::isLoaded);
      default -> false;
    };
  }

  private static boolean isLong(Binary i) {
    return switch (i.op()) {
      case UDIV, SDIV, UREM, SREM -> !(i.operand(1) instanceof IntConstant);
      case FDIV, FREM -> true;
      default -> false;
    };
  }

  private static double alone(Instruction i) {
    return switch (i) {
      case Load _, Store _ -> ACCESS;
      case Instruction free when isFree(free) -> 0;
      case Binary b when isLong(b) -> LONG_OPERATION * b.type().lanes();
      case Intrinsic f when f.op() == Intrinsic.Op.SQRT -> LONG_OPERATION * i.type().lanes();
      default -> OPERATION;
    };
  }

  /** Returns the vectors that a value of all lanes fills, at least one. */
  private double registers(Type type) {
    double bits = 8.0 * lanes * type.lanes() * type.scalar().byteSize();
    return Math.max(1, bits / target.vectorBits());
  }
}
