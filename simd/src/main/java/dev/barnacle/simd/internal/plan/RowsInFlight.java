package dev.barnacle.simd.internal.plan;

import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Branch;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.ConditionalBranch;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.Intrinsic;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.Return;
import dev.barnacle.ir.Select;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Unary;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.WorkItemQuery;
import dev.barnacle.ir.analysis.ControlFlow;
import dev.barnacle.ir.analysis.Dominators;
import dev.barnacle.ir.analysis.Loops;
import dev.barnacle.simd.internal.abi.Specialization;
import dev.barnacle.simd.internal.cpu.TargetCpu;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Decides whether several rows of a work-group, neighbours in dimension 1, run at a time, as the
 * rows of a register tile do in a matrix product: an inner loop then loads once for all rows what
 * they have in common, and has a chain of operations for each row that waits for no other. Where
 * lanes gather or scatter what lies side by side for the rows, one access of each lane has those of
 * four rows ({@link TransposedAccesses}).
 *
 * <p>Only kernels of plain arithmetic, memory accesses and barriers gain, in which a row decides
 * nothing but, where there are no barriers, whether its work-items return at once.
 */
final class RowsInFlight {
  private static final int MOST_ROWS = 8;

  /** More would make code long for little. */
  private static final int MOST_INSTRUCTIONS = 120;

  /** The values of all rows that a loop may carry, vectors at worst: half of 32 registers. */
  private static final int MOST_CARRIED = 16;

  /** The same where there are 16 registers. */
  private static final int MOST_CARRIED_OF_FEW = 8;

  /** The values of all rows that an iteration may compute. */
  private static final int MOST_COMPUTED = 96;

  private final ControlFlow flow;
  private final Loops loops;
  private final Set<Instruction> byRow = new HashSet<>();
  private final Set<Block> guards = new HashSet<>();
  private final Set<Instruction> transposed;

  /**
   * A kernel for several rows at a time.
   *
   * @param rows how many
   * @param maybe whether costs tell if it gains
   */
  record Rows(Function kernel, int rows, boolean maybe) {}

  private RowsInFlight(Function kernel, Set<Instruction> transposed) {
    this.flow = new ControlFlow(kernel);
    this.loops = new Loops(new Dominators(flow));
    this.transposed = transposed;
  }

  /**
   * Returns a copy of a kernel for several rows at a time; empty where that is not worth it.
   *
   * @param transposed whether {@link TransposedAccesses} are made for four rows at once
   */
  static Optional<Rows> of(
      Function kernel, Specialization launch, TargetCpu target, boolean transposed) {
    int rows = Math.min(MOST_ROWS, Integer.lowestOneBit(launch.localY()));
    boolean whole = !launch.partial() && !launch.general() && !launch.merged() && !launch.flat();
    if (rows < 2 || !whole || kernel.instructions().size() > MOST_INSTRUCTIONS) {
      return Optional.empty();
    }
    Set<Instruction> accesses = transposed ? TransposedAccesses.of(kernel, launch) : Set.of();
    RowsInFlight decision = new RowsInFlight(kernel, accesses);
    if (!decision.isPossible()) {
      return Optional.empty();
    }
    int count = decision.count(rows, carried(target));
    boolean maybe = count < 2 && !decision.transposed.isEmpty();
    if (maybe) {
      count = rows / TransposedAccesses.ROWS * TransposedAccesses.ROWS;
    }
    return count < 2
        ? Optional.empty()
        : Optional.of(new Rows(decision.copies(count).make(), count, maybe));
  }

  private RowCopies copies(int count) {
    boolean whole = count % TransposedAccesses.ROWS == 0;
    return new RowCopies(flow, byRow, guards, whole ? transposed : Set.of(), count);
  }

  /** Returns whether a kernel whose groups had rows would have several of them in flight. */
  static boolean pay(Function kernel) {
    if (kernel.instructions().size() > MOST_INSTRUCTIONS) {
      return false;
    }
    RowsInFlight decision = new RowsInFlight(kernel, Set.of());
    return decision.isPossible() && decision.count(MOST_ROWS, MOST_CARRIED_OF_FEW) > 1;
  }

  private static int carried(TargetCpu target) {
    return target.vectorBits() == 512 ? MOST_CARRIED : MOST_CARRIED_OF_FEW;
  }

  private boolean isPossible() {
    if (!loops.isReducible()) {
      return false;
    }
    for (Block block : flow.reversePostOrder()) {
      if (!block.instructions().stream().allMatch(RowsInFlight::isPlain)) {
        return false;
      }
    }
    findByRow();
    for (Block block : flow.reversePostOrder()) {
      if (block.terminator() instanceof ConditionalBranch branch
          && isByRow(branch.condition())
          && !isGuard(block, branch)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isPlain(Instruction instruction) {
    return switch (instruction) {
      case Load load -> !load.isVolatile();
      case Store store -> !store.isVolatile();
      case WorkItemQuery query -> isPlain(query);
      case Phi _, Binary _, Unary _, Cast _, Compare _, Select _, Intrinsic _, PointerAdd _ ->
          instruction.type().lanes() == 1;
      case Branch _, ConditionalBranch _, Return _ -> true;
      case Barrier barrier -> barrier.kind() == Barrier.Kind.WORK_GROUP;
      default -> false;
    };
  }

  private static boolean isPlain(WorkItemQuery query) {
    return !query.kind().isOfSubGroups()
        && query.kind() != WorkItemQuery.Kind.GLOBAL_LINEAR_ID
        && query.kind() != WorkItemQuery.Kind.LOCAL_LINEAR_ID
        && (query.operands().isEmpty() || query.operand(0) instanceof IntConstant);
  }

  private boolean isByRow(Value value) {
    return value instanceof Instruction i && byRow.contains(i);
  }

  private static boolean isRow(Instruction instruction) {
    return instruction instanceof WorkItemQuery query
        && (query.kind() == WorkItemQuery.Kind.GLOBAL_ID
            || query.kind() == WorkItemQuery.Kind.LOCAL_ID)
        && ((IntConstant) query.operand(0)).value() == 1;
  }

  private void findByRow() {
    boolean changed = true;
    while (changed) {
      changed = false;
      for (Block block : flow.reversePostOrder()) {
        for (Instruction instruction : block.instructions()) {
          if (isRow(instruction) || instruction.operands().stream().anyMatch(this::isByRow)) {
            changed |= byRow.add(instruction);
          }
        }
      }
    }
  }

  /** Notes a branch by which rows return before anything is stored. */
  private boolean isGuard(Block block, ConditionalBranch branch) {
    Block yes = branch.successors().get(0);
    Block no = branch.successors().get(1);
    if (RowCopies.isReturn(yes) == RowCopies.isReturn(no)
        || !loops.containing(block).isEmpty()
        || isBehindStore(block)
        || hasBarriers()) {
      return false;
    }
    guards.add(block);
    return true;
  }

  /** Returns whether rows meet, so that none can be looked at alone. */
  private boolean hasBarriers() {
    return flow.reversePostOrder().stream()
        .flatMap(b -> b.instructions().stream())
        .anyMatch(Barrier.class::isInstance);
  }

  private boolean isBehindStore(Block block) {
    Set<Block> above = new HashSet<>();
    List<Block> work = new ArrayList<>(List.of(block));
    while (!work.isEmpty()) {
      Block next = work.removeLast();
      if (above.add(next)) {
        work.addAll(flow.predecessors(next));
      }
    }
    return above.stream().flatMap(b -> b.instructions().stream()).anyMatch(Store.class::isInstance);
  }

  /** Returns how many rows pay: those for which registers are there in the innermost loops. */
  private int count(int most, int carries) {
    int rows = most;
    boolean gains = false;
    for (Loops.Loop loop : loops.all()) {
      boolean innermost =
          loops.all().stream().noneMatch(l -> !l.equals(loop) && loop.contains(l.header()));
      if (innermost) {
        int carried = (int) loop.header().phis().stream().filter(byRow::contains).count();
        int computed = 0;
        boolean shares = false;
        for (Block block : loop.blocks()) {
          for (Instruction instruction : block.instructions()) {
            computed += byRow.contains(instruction) ? 1 : 0;
            shares |= instruction instanceof Load && !byRow.contains(instruction);
          }
        }
        gains |= shares && carried > 0;
        while (rows > 1 && (rows * carried > carries || rows * computed > MOST_COMPUTED)) {
          rows /= 2;
        }
      }
    }
    return gains ? rows : 1;
  }
}
