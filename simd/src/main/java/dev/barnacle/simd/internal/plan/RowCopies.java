package dev.barnacle.simd.internal.plan;

import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Branch;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.ConditionalBranch;
import dev.barnacle.ir.ExtractElement;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.InsertElement;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.Return;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Terminator;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.UndefConstant;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.VectorType;
import dev.barnacle.ir.WorkItemQuery;
import dev.barnacle.ir.analysis.ControlFlow;
import dev.barnacle.ir.pass.InstructionCopy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Copies a kernel for several rows of work-items at a time: what depends on the row is there once
 * for each of them, all else once for all. Where some rows, but not all, return at once, the copy
 * runs the original's code for one row after the other.
 */
final class RowCopies {
  private static final int MOST_JUMPS = 4;

  private final ControlFlow flow;
  private final Set<Instruction> byRow;
  private final Set<Block> guards;
  private final Set<Instruction> transposed;
  private final int rows;
  private final Map<Instruction, Integer> joined = new HashMap<>();
  private final Map<Value, List<Value>> copies = new HashMap<>();
  private final Map<Block, Block> blocks = new HashMap<>();
  private final Function result;

  /**
   * Makes one.
   *
   * @param byRow what depends on the row
   * @param guards blocks at whose ends some rows may return, before any has stored anything
   * @param transposed what accesses the rows' elements at once: {@link TransposedAccesses}
   */
  RowCopies(
      ControlFlow flow,
      Set<Instruction> byRow,
      Set<Block> guards,
      Set<Instruction> transposed,
      int rows) {
    this.flow = flow;
    this.byRow = byRow;
    this.guards = guards;
    this.transposed = transposed;
    this.rows = rows;
    Function original = flow.function();
    this.result =
        new Function(
            original.name(),
            original.returnType(),
            original.parameters(),
            original.kernel(),
            original.location());
  }

  /** Returns the copy. */
  Function make() {
    for (Block block : flow.reversePostOrder()) {
      Block copy = new Block(block.name());
      blocks.put(block, copy);
      result.blocks().add(copy);
    }
    for (Block block : flow.reversePostOrder()) {
      block.instructions().forEach(i -> copy(i, copyOf(block)));
    }
    for (Block block : flow.reversePostOrder()) {
      for (Instruction instruction : block.instructions()) {
        if (!(instruction instanceof Terminator)) {
          connect(instruction);
        }
      }
    }
    joined.forEach((part, row) -> part.mapOperands(v -> of(v, row)));
    Block single = new Block("row.by.row");
    for (Block block : flow.reversePostOrder()) {
      end(block, single);
    }
    if (!guards.isEmpty()) {
      result.blocks().add(single);
      oneByOne(single);
    }
    return result;
  }

  private Block copyOf(Block block) {
    return Objects.requireNonNull(blocks.get(block));
  }

  private void copy(Instruction instruction, Block target) {
    if (instruction instanceof Terminator) {
      return;
    }
    if (transposed.contains(instruction)) {
      copies.put(instruction, join(instruction, target));
      return;
    }
    List<Value> own = new ArrayList<>();
    for (int row = 0; row < (byRow.contains(instruction) ? rows : 1); row++) {
      Instruction copy =
          instruction instanceof WorkItemQuery && row > 0
              ? moved((Instruction) own.getFirst(), new IntConstant(Types.I64, row))
              : InstructionCopy.of(instruction);
      own.add(copy);
      target.instructions().add(copy);
    }
    copies.put(instruction, own);
  }

  /**
   * Adds accesses that each reach the elements of several rows; returns the rows' parts of them.
   */
  private List<Value> join(Instruction access, Block target) {
    List<Value> own = new ArrayList<>();
    for (int first = 0; first < rows; first += TransposedAccesses.ROWS) {
      own.addAll(
          access instanceof Load load
              ? elements(load, first, target)
              : List.of(store((Store) access, first, target)));
    }
    return own;
  }

  private List<Value> elements(Load load, int first, Block target) {
    Type type = new VectorType(load.type(), TransposedAccesses.ROWS);
    Load all = new Load(type, load.pointer(), load.alignment(), false);
    add(all, first, load, target);
    List<Value> elements = new ArrayList<>();
    for (int k = 0; k < TransposedAccesses.ROWS; k++) {
      ExtractElement element = new ExtractElement(all, new IntConstant(Types.I32, k));
      add(element, first + k, load, target);
      elements.add(element);
    }
    return elements;
  }

  private Store store(Store store, int first, Block target) {
    Value all = new UndefConstant(new VectorType(store.value().type(), TransposedAccesses.ROWS));
    for (int k = 0; k < TransposedAccesses.ROWS; k++) {
      InsertElement next = new InsertElement(all, store.value(), new IntConstant(Types.I32, k));
      add(next, first + k, store, target);
      all = next;
    }
    Store whole = new Store(all, store.pointer(), store.alignment(), false);
    add(whole, first, store, target);
    return whole;
  }

  /** Adds an instruction whose operands are those of a row. */
  private void add(Instruction part, int row, Instruction access, Block target) {
    part.setLocation(access.location());
    joined.put(part, row);
    target.instructions().add(part);
  }

  /** Returns the id of a row further on. */
  private static Instruction moved(Instruction id, Value rows) {
    Binary sum = new Binary(Binary.Op.ADD, id, rows, Set.of(), true, true);
    sum.setName(id.name());
    sum.setLocation(id.location());
    return sum;
  }

  private void connect(Instruction instruction) {
    if (transposed.contains(instruction)) {
      return;
    }
    List<Value> own = copiesOf(instruction);
    for (int row = 0; row < own.size(); row++) {
      int now = row;
      Instruction copy = (Instruction) own.get(row);
      if (instruction instanceof WorkItemQuery && row > 0) {
        continue;
      }
      copy.mapOperands(v -> of(v, now));
      if (copy instanceof Phi phi) {
        for (int k = 0; k < phi.predecessors().size(); k++) {
          phi.setPredecessor(k, copyOf(phi.predecessors().get(k)));
        }
      }
    }
  }

  private List<Value> copiesOf(Value value) {
    return copies.getOrDefault(value, List.of(value));
  }

  private Value of(Value value, int row) {
    List<Value> own = copiesOf(value);
    return own.get(own.size() == 1 ? 0 : row);
  }

  private void end(Block block, Block single) {
    Block copy = copyOf(block);
    Terminator end = block.terminator();
    if (guards.contains(block)) {
      guard((ConditionalBranch) end, copy, single);
      return;
    }
    Terminator other = (Terminator) InstructionCopy.of(end);
    other.mapOperands(v -> of(v, 0));
    for (int s = 0; s < other.successors().size(); s++) {
      other.setSuccessor(s, copyOf(other.successors().get(s)));
    }
    copy.instructions().add(other);
  }

  /** All rows go on, or each is looked at alone. */
  private void guard(ConditionalBranch end, Block copy, Block single) {
    boolean leavesIfTrue = isReturn(end.successors().getFirst());
    Value all = of(end.condition(), 0);
    for (int row = 1; row < rows; row++) {
      Binary both =
          new Binary(
              leavesIfTrue ? Binary.Op.OR : Binary.Op.AND,
              all,
              of(end.condition(), row),
              Set.of(),
              false,
              false);
      both.setLocation(end.location());
      copy.instructions().add(both);
      all = both;
    }
    Block stays = copyOf(end.successors().get(leavesIfTrue ? 1 : 0));
    ConditionalBranch branch =
        leavesIfTrue
            ? new ConditionalBranch(all, single, stays)
            : new ConditionalBranch(all, stays, single);
    branch.setLocation(end.location());
    copy.instructions().add(branch);
  }

  /** Returns whether a block does nothing but return, or lead to one that does. */
  static boolean isReturn(Block block) {
    Block end = block;
    for (int k = 0; k < MOST_JUMPS && end.instructions().size() == 1; k++) {
      if (!(end.terminator() instanceof Branch jump)) {
        return end.terminator() instanceof Return;
      }
      end = jump.target();
    }
    return false;
  }

  /** Adds a loop over the rows around a copy of the original. */
  private void oneByOne(Block before) {
    Block header = new Block("row");
    Block latch = new Block("row.next");
    Block done = new Block("row.done");
    IntType type = Types.I64;
    before.instructions().add(new Branch(header));
    Phi row = new Phi(type);
    row.addIncoming(new IntConstant(type, 0), before);
    header.instructions().add(row);
    Map<Value, Value> values = new HashMap<>();
    Set<Instruction> ids = new HashSet<>();
    Map<Block, Block> bodies = new HashMap<>();
    for (Block block : flow.reversePostOrder()) {
      bodies.put(block, new Block("row." + block.name()));
    }
    header
        .instructions()
        .add(new Branch(Objects.requireNonNull(bodies.get(flow.function().entry()))));
    result.blocks().add(header);
    for (Block block : flow.reversePostOrder()) {
      Block body = Objects.requireNonNull(bodies.get(block));
      result.blocks().add(body);
      for (Instruction instruction : block.instructions()) {
        Instruction copy =
            instruction instanceof Return ? new Branch(latch) : InstructionCopy.of(instruction);
        body.instructions().add(copy);
        values.put(instruction, copy);
        if (instruction instanceof WorkItemQuery && byRow.contains(instruction)) {
          Instruction id = moved(copy, row);
          body.instructions().add(id);
          ids.add(id);
          values.put(instruction, id);
        }
      }
    }
    bodies.forEach((block, body) -> connect(body, ids, values, bodies));
    Binary next = new Binary(Binary.Op.ADD, row, new IntConstant(type, 1), Set.of(), true, true);
    Compare more = new Compare(Compare.Predicate.ULT, next, new IntConstant(type, rows), Set.of());
    latch.instructions().addAll(List.of(next, more, new ConditionalBranch(more, header, done)));
    row.addIncoming(next, latch);
    done.instructions().add(new Return());
    result.blocks().addAll(List.of(latch, done));
  }

  private static void connect(
      Block body, Set<Instruction> ids, Map<Value, Value> values, Map<Block, Block> bodies) {
    for (Instruction instruction : body.instructions()) {
      if (!ids.contains(instruction)) {
        instruction.mapOperands(v -> values.getOrDefault(v, v));
      }
      if (instruction instanceof Phi phi) {
        for (int k = 0; k < phi.predecessors().size(); k++) {
          Block from = phi.predecessors().get(k);
          phi.setPredecessor(k, bodies.getOrDefault(from, from));
        }
      }
      if (instruction instanceof Terminator end) {
        for (int s = 0; s < end.successors().size(); s++) {
          Block target = end.successors().get(s);
          end.setSuccessor(s, bodies.getOrDefault(target, target));
        }
      }
    }
  }
}
