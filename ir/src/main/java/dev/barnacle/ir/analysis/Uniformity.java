package dev.barnacle.ir.analysis;

import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.AsyncCopy;
import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.Constant;
import dev.barnacle.ir.ExtractElement;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.GlobalVariable;
import dev.barnacle.ir.GroupOperation;
import dev.barnacle.ir.InsertElement;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Intrinsic;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.PointerType;
import dev.barnacle.ir.Select;
import dev.barnacle.ir.Shuffle;
import dev.barnacle.ir.Terminator;
import dev.barnacle.ir.Unary;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.WorkItemQuery;
import dev.barnacle.ir.analysis.Loops.Loop;
import dev.barnacle.ir.text.IrPrinter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * Divergence analysis: which values are the same for all work-items of a work-group.
 *
 * <p>A value is <em>uniform</em> when all work-items of the group that execute its instruction
 * together (the same instance of it, in the same iterations of the loops around it) get the same
 * result; else it is <em>varying</em>. What is called uniform is so in every execution without
 * undefined behaviour; varying is the safe answer.
 *
 * <p>Sources: constants, addresses of variables, a kernel's parameters, sizes and group ids are
 * uniform; local and global ids, private memory, atomic operations and calls are varying. A load is
 * uniform only when its address is and nothing can write there: in constant memory, through a
 * kernel's {@code const restrict} parameter, or from a struct passed by value that the kernel only
 * reads. Other memory may change between the reads of two work-items, even in programs without
 * races (under a lock).
 *
 * <p>From operands to results variance spreads by data dependence, and by control: a phi is varying
 * where work-items meet that took different ways at a branch with a varying condition ({@link
 * BranchDivergence}), and a value of a loop that some work-items leave earlier than others is
 * varying for its users behind the loop, even if it is uniform inside ({@link #isUniform(Value,
 * Block)}). In a function with irreducible control flow, everything that is computed is varying.
 *
 * <p>The method is that of Karrenberg and Hack, "Whole-Function Vectorization" (CGO 2011), and of
 * Rosemann, Moll and Hack, "An Abstract Interpretation for SPMD Divergence on Reducible
 * Control-Flow Graphs" (POPL 2021).
 */
public final class Uniformity {
  private final Function function;
  private final ControlFlow flow;
  private final Loops loops;
  private final Map<Instruction, Block> blockOf = new HashMap<>();
  private final Set<Instruction> varying = new HashSet<>();
  private final Set<Block> divergentBranches = new LinkedHashSet<>();
  private final Set<Block> joins = new HashSet<>();
  private final Set<Loop> unevenLoops = new HashSet<>();
  private final Set<Block> partial;

  /** Analyses {@code function}, which verifies. Parameters are uniform only for kernels. */
  public Uniformity(Function function) {
    this.function = function;
    this.flow = new ControlFlow(function);
    this.loops = new Loops(new Dominators(flow));
    for (Block block : function.blocks()) {
      block.instructions().forEach(instruction -> blockOf.put(instruction, block));
    }
    if (!loops.isReducible()) {
      varying.addAll(blockOf.keySet());
    }
    solve();
    this.partial = partialBlocks();
  }

  /** Returns whether {@code value} is uniform where it is computed. */
  public boolean isUniform(Value value) {
    return switch (value) {
      case Constant _, GlobalVariable _ -> true;
      case Parameter p -> isUniform(p);
      case Instruction i -> !varying.contains(i);
    };
  }

  /**
   * Returns whether {@code value} is uniform for an instruction in {@code user} (for a phi: the
   * phi's block). It may not be, though {@link #isUniform(Value)}, behind a loop that the
   * work-items leave at different iterations.
   */
  public boolean isUniform(Value value, Block user) {
    boolean uniform = isUniform(value);
    if (!uniform || unevenLoops.isEmpty()) {
      return uniform;
    }
    Block definition = value instanceof Instruction i ? block(i) : null;
    return definition == null
        || unevenLoops.stream().noneMatch(l -> l.contains(definition) && !l.contains(user));
  }

  /** Returns whether the work-items that end {@code block} together may go different ways. */
  public boolean isDivergentBranch(Block block) {
    return divergentBranches.contains(block);
  }

  /** Returns whether work-items can leave {@code loop} at different iterations or not at all. */
  public boolean isUneven(Loop loop) {
    return unevenLoops.contains(loop);
  }

  /**
   * Returns whether {@code block} is run by all work-items of the group or by none: its execution
   * depends on no divergent branch, and it is in no uneven loop. In other blocks some work-items
   * may be absent.
   */
  public boolean isRunByAll(Block block) {
    return !partial.contains(block);
  }

  /** Returns the loops of the function. */
  public Loops loops() {
    return loops;
  }

  /**
   * Returns the function as text: behind each result {@code U} or {@code V} (or {@code U, V behind
   * the loop}), behind a branch whether it is divergent, and {@code some} at the end of blocks in
   * which work-items may be absent.
   */
  public String print() {
    return IrPrinter.print(function, (f, instruction) -> mark(instruction));
  }

  private String mark(Instruction instruction) {
    if (instruction instanceof Terminator terminator) {
      Block block = block(terminator);
      String branch = flow.successors(block).size() < 2 ? "" : "uniform";
      branch = divergentBranches.contains(block) ? "divergent" : branch;
      return partial.contains(block) ? (branch + " some").strip() : branch;
    }
    if (!instruction.hasResult()) {
      return "";
    }
    if (!isUniform(instruction)) {
      return "V";
    }
    Block block = block(instruction);
    return unevenLoops.stream().anyMatch(loop -> loop.contains(block))
        ? "U, V behind the loop"
        : "U";
  }

  private Block block(Instruction instruction) {
    Block block = blockOf.get(instruction);
    if (block == null) {
      throw new IllegalArgumentException("a " + instruction.mnemonic() + " not in " + function);
    }
    return block;
  }

  private boolean isUniform(Parameter parameter) {
    boolean toPrivate =
        parameter.type() instanceof PointerType p && p.space() == AddressSpace.PRIVATE;
    return function.isKernel() && (!toPrivate || parameter.attributes().readOnly());
  }

  private void solve() {
    boolean changed = true;
    while (changed) {
      changed = false;
      for (Block block : flow.reversePostOrder()) {
        for (Instruction instruction : block.instructions()) {
          if (!varying.contains(instruction) && becomesVarying(instruction, block)) {
            changed = true;
            varying.add(instruction);
          }
        }
        changed |= isNewlyDivergent(block);
      }
    }
  }

  private boolean isNewlyDivergent(Block block) {
    Terminator terminator = block.terminator();
    boolean uniform = flow.successors(block).size() < 2 || isUniform(terminator.operand(0), block);
    if (uniform || !divergentBranches.add(block)) {
      return false;
    }
    BranchDivergence divergence = new BranchDivergence(flow, loops, block);
    joins.addAll(divergence.joins());
    loops.all().stream().filter(divergence::leavesEarly).forEach(unevenLoops::add);
    return true;
  }

  private boolean becomesVarying(Instruction instruction, Block block) {
    if (!instruction.hasResult()) {
      return false;
    }
    return switch (instruction) {
      case Phi phi -> !hasUniformOperands(phi, block) || (joins.contains(block) && chooses(phi));
      case WorkItemQuery query -> isVarying(query.kind()) || !hasUniformOperands(query, block);
      case GroupOperation group -> !isUniformResult(group);
      case Load load -> !isUniform(load.pointer(), block) || !isUnchanging(load);
      case Binary _, Unary _, Compare _, Cast _, Select _, Intrinsic _ ->
          !hasUniformOperands(instruction, block);
      case ExtractElement _, InsertElement _, Shuffle _, PointerAdd _, AsyncCopy _ ->
          !hasUniformOperands(instruction, block);
      default -> true;
    };
  }

  private boolean hasUniformOperands(Instruction instruction, Block block) {
    for (Value operand : instruction.operands()) {
      if (!isUniform(operand, block)) {
        return false;
      }
    }
    return true;
  }

  /** A phi whose edges all bring the same value (or the phi itself) does not choose. */
  private static boolean chooses(Phi phi) {
    Set<Value> brought = new HashSet<>(phi.operands());
    brought.remove(phi);
    return brought.size() > 1;
  }

  private static boolean isVarying(WorkItemQuery.Kind kind) {
    return switch (kind) {
      case WORK_DIM, GLOBAL_SIZE, LOCAL_SIZE, ENQUEUED_LOCAL_SIZE -> false;
      case NUM_GROUPS, GROUP_ID, GLOBAL_OFFSET -> false;
      case MAX_SUB_GROUP_SIZE, NUM_SUB_GROUPS, ENQUEUED_NUM_SUB_GROUPS -> false;
      case GLOBAL_ID, LOCAL_ID, GLOBAL_LINEAR_ID, LOCAL_LINEAR_ID -> true;
      case SUB_GROUP_SIZE, SUB_GROUP_ID, SUB_GROUP_LOCAL_ID -> true;
    };
  }

  private static boolean isUniformResult(GroupOperation group) {
    return group.group() == Barrier.Kind.WORK_GROUP && group.op().isSame();
  }

  /** Returns whether nobody writes to what a load reads, as long as the kernel runs. */
  private static boolean isUnchanging(Load load) {
    if (load.isVolatile()) {
      return false;
    }
    if (load.pointer().type().equals(new PointerType(AddressSpace.CONSTANT))) {
      return true;
    }
    return base(load.pointer()) instanceof Parameter p
        && p.attributes().readOnly()
        && (p.attributes().noAlias() || p.byValueBytes() > 0);
  }

  /** Returns what an address was computed from. */
  private static Value base(Value pointer) {
    Value base = pointer;
    while (true) {
      if (base instanceof PointerAdd add) {
        base = add.operand(0);
      } else if (base instanceof Cast cast && cast.op() == Cast.Op.ADDRSPACECAST) {
        base = cast.operand(0);
      } else {
        return base;
      }
    }
  }

  private Set<Block> partialBlocks() {
    PostDominators postDominators = new PostDominators(flow);
    Set<Block> blocks = new LinkedHashSet<>();
    unevenLoops.forEach(loop -> blocks.addAll(loop.blocks()));
    Deque<Block> work = new ArrayDeque<>(blocks);
    work.addAll(divergentBranches);
    while (!work.isEmpty()) {
      for (Block block : postDominators.controlledBy(work.pop())) {
        if (blocks.add(block)) {
          work.push(block);
        }
      }
    }
    return blocks;
  }
}
