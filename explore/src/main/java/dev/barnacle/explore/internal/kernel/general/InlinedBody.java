package dev.barnacle.explore.internal.kernel.general;

import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.internal.program.Arithmetic;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Branch;
import dev.barnacle.ir.Call;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.ConditionalBranch;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.GlobalVariable;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.Intrinsic;
import dev.barnacle.ir.MemoryFill;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.Return;
import dev.barnacle.ir.Select;
import dev.barnacle.ir.Switch;
import dev.barnacle.ir.Terminator;
import dev.barnacle.ir.Trap;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.UndefConstant;
import dev.barnacle.ir.Unreachable;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.WorkItemQuery;
import dev.barnacle.ir.Yield;
import dev.barnacle.ir.pass.InstructionCopy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A function's body, copied to where it is called; branches on what is known are decided. */
final class InlinedBody {
  private static final int DEEPEST = 64;

  /** A way to a block: from a block of the original, which ends in another of the copy. */
  private record Way(Block source, Block copy) {}

  private final WorkItemCode item;
  private final Function function;
  private final int depth;

  /** The calls that it is in. */
  private final String path;

  private final IdentityHashMap<Value, Value> values = new IdentityHashMap<>();
  private final Map<Block, Integer> order = new HashMap<>();
  private final IdentityHashMap<Block, Block> copies = new IdentityHashMap<>();
  private final IdentityHashMap<Block, List<Way>> ways = new IdentityHashMap<>();
  private final IdentityHashMap<Phi, Phi> open = new IdentityHashMap<>();
  private final Block end;
  private @Nullable Phi result;

  InlinedBody(WorkItemCode item, Function function, List<Value> arguments, int depth, String path)
      throws ExploreException {
    if (depth > DEEPEST) {
      throw new ExploreException("calls are nested too deeply", function.location());
    }
    this.item = item;
    this.function = function;
    this.depth = depth;
    this.path = path;
    this.end = item.function().newBlock("end");
    for (int i = 0; i < arguments.size(); i++) {
      values.put(function.parameters().get(i), arguments.get(i));
    }
  }

  /** Copies it behind what there is, and returns what the function returns; null for nothing. */
  @Nullable Value emit() throws ExploreException {
    List<Block> list = new ArrayList<>();
    visit(function.entry(), Collections.newSetFromMap(new IdentityHashMap<>()), list);
    Collections.reverse(list);
    for (Block block : list) {
      order.put(block, order.size());
    }
    ways.put(function.entry(), new ArrayList<>());
    item.builder().branch(copy(function.entry()));
    for (Block block : list) {
      if (ways.containsKey(block)) {
        block(block);
      }
    }
    for (Map.Entry<Phi, Phi> phi : open.entrySet()) {
      Block of =
          list.stream().filter(b -> b.phis().contains(phi.getKey())).findFirst().orElseThrow();
      for (Way way : Objects.requireNonNull(ways.get(of))) {
        phi.getValue().addIncoming(value(phi.getKey().incoming(way.source())), way.copy());
      }
    }
    item.builder().setBlock(end);
    return result;
  }

  private static void visit(Block block, Set<Block> seen, List<Block> list) {
    if (seen.add(block)) {
      block.successors().forEach(next -> visit(next, seen, list));
      list.add(block);
    }
  }

  private Block copy(Block block) {
    return copies.computeIfAbsent(block, b -> item.function().newBlock(b.name()));
  }

  private void block(Block block) throws ExploreException {
    item.builder().setBlock(copy(block));
    boolean head = function.blocks().stream().anyMatch(b -> isBack(b, block));
    for (Phi phi : block.phis()) {
      values.put(phi, head ? openPhi(phi) : phi(phi, Objects.requireNonNull(ways.get(block))));
    }
    for (Instruction i : block.instructions()) {
      item.builder().setLocation(i.location());
      switch (i) {
        case Phi p -> {}
        case Trap t -> {
          item.fail(t);
          return;
        }
        case Terminator t -> terminator(block, t);
        default -> instruction(i);
      }
    }
  }

  private boolean isBack(Block from, Block to) {
    return order.containsKey(from)
        && from.successors().contains(to)
        && order.getOrDefault(from, 0) >= order.getOrDefault(to, 0);
  }

  private Phi openPhi(Phi phi) {
    Phi copy = item.builder().phi(phi.type());
    open.put(phi, copy);
    return copy;
  }

  private Value phi(Phi phi, List<Way> from) throws ExploreException {
    List<Value> incoming = new ArrayList<>();
    for (Way way : from) {
      incoming.add(value(phi.incoming(way.source())));
    }
    if (incoming.stream().distinct().count() == 1) {
      return incoming.getFirst();
    }
    Phi copy = item.builder().phi(phi.type());
    for (int i = 0; i < incoming.size(); i++) {
      copy.addIncoming(incoming.get(i), from.get(i).copy());
    }
    return copy;
  }

  private Value value(Value original) throws ExploreException {
    if (original instanceof GlobalVariable variable) {
      return item.variable(variable);
    }
    return values.getOrDefault(original, original);
  }

  private void instruction(Instruction i) throws ExploreException {
    switch (i) {
      case Yield y -> {}
      case MemoryFill f when f.operand(1) instanceof UndefConstant -> {} // its life begins
      case Call c -> call(c);
      case Intrinsic x when x.op().isExpectation() -> values.put(x, value(x.operand(0)));
      case WorkItemQuery q -> query(q);
      default -> {
        Instruction copy = InstructionCopy.of(i);
        for (int k = 0; k < copy.operands().size(); k++) {
          copy.setOperand(k, value(copy.operand(k)));
        }
        Value known = folded(copy);
        if (known == null) {
          known = item.builder().add(copy);
          item.copied(i, copy, path);
        }
        values.put(i, known);
      }
    }
  }

  private void call(Call call) throws ExploreException {
    List<Value> arguments = new ArrayList<>();
    for (Value operand : call.operands()) {
      arguments.add(value(operand));
    }
    if (call.callee().blocks().isEmpty()) {
      throw new ExploreException(
          "the function " + call.callee().name() + " has no body", call.location());
    }
    String inner = path + number(call) + "/";
    Value returned = new InlinedBody(item, call.callee(), arguments, depth + 1, inner).emit();
    if (returned != null) {
      values.put(call, returned);
    }
  }

  /** The number of a call in its function. */
  private int number(Call call) {
    int number = 0;
    for (Instruction i : function.instructions()) {
      if (i == call) {
        break;
      }
      number++;
    }
    return number;
  }

  private void query(WorkItemQuery q) throws ExploreException {
    int dimension = 0;
    if (q.kind().dimensional()) {
      if (!(value(q.operand(0)) instanceof IntConstant known)) {
        throw new ExploreException(
            "a .cat file takes no kernel that asks for an id of an unknown dimension",
            q.location());
      }
      dimension = (int) Math.min(3, known.unsigned());
    }
    long bits = item.place().range().of(q.kind(), dimension);
    values.put(q, new IntConstant(q.kind().resultType(), bits));
  }

  /** Returns what an instruction gives if that is known; null if it is not. */
  private static @Nullable Value folded(Instruction i) throws ExploreException {
    if (i instanceof Select s && s.operand(0) instanceof IntConstant c) {
      return s.operand(c.value() != 0 ? 1 : 2);
    }
    if (!(i.type() instanceof IntType type) || i.operands().isEmpty()) {
      return null;
    }
    for (Value operand : i.operands()) {
      if (!(operand instanceof IntConstant)) {
        return null;
      }
    }
    long a = ((IntConstant) i.operand(0)).value();
    if (i instanceof Binary b && Unchecked.mayFail(b)) {
      return null; // it stays, for Unchecked to be seen
    }
    return switch (i) {
      case Binary b ->
          new IntConstant(type, Arithmetic.binary(b, a, ((IntConstant) b.operand(1)).value()));
      case Compare c ->
          Arithmetic.compare(c, a, ((IntConstant) c.operand(1)).value())
              ? IntConstant.TRUE
              : IntConstant.FALSE;
      case Cast c -> new IntConstant(type, Arithmetic.cast(c, a));
      default -> null;
    };
  }

  // --- where it goes on ---

  private void terminator(Block block, Terminator t) throws ExploreException {
    switch (t) {
      case Branch b -> item.builder().branch(way(block, b.target()));
      case ConditionalBranch c -> branch(block, c);
      case Switch s -> choose(block, s);
      case Return r -> returned(r);
      case Unreachable u -> item.fail(null);
      default -> throw new ExploreException(t.mnemonic() + " cannot be explored", t.location());
    }
  }

  private Block way(Block from, Block to) {
    ways.computeIfAbsent(to, b -> new ArrayList<>()).add(new Way(from, item.builder().block()));
    return copy(to);
  }

  private void branch(Block block, ConditionalBranch c) throws ExploreException {
    Block yes = c.successors().get(0);
    Block no = c.successors().get(1);
    Value condition = value(c.condition());
    if (condition instanceof IntConstant known) {
      item.builder().branch(way(block, known.value() != 0 ? yes : no));
    } else if (yes == no) {
      item.builder().branch(way(block, yes));
    } else {
      item.builder().branch(condition, way(block, yes), way(block, no));
    }
  }

  private void choose(Block block, Switch s) throws ExploreException {
    Value value = value(s.operand(0));
    List<Block> targets = s.successors();
    for (int i = 0; i < s.cases().size(); i++) {
      IntConstant wanted = new IntConstant((IntType) s.operand(0).type(), s.cases().get(i));
      Block target = targets.get(i + 1);
      if (value instanceof IntConstant known) {
        if (known.value() == wanted.value()) {
          item.builder().branch(way(block, target));
          return;
        }
        continue;
      }
      Block next = item.function().newBlock("case");
      Value same = item.builder().compare(Compare.Predicate.EQ, value, wanted);
      item.builder().branch(same, way(block, target), next);
      item.builder().setBlock(next);
    }
    item.builder().branch(way(block, s.defaultTarget()));
  }

  private void returned(Return r) throws ExploreException {
    if (!r.operands().isEmpty() && !function.returnType().equals(Types.VOID)) {
      if (result == null) {
        Block here = item.builder().block();
        item.builder().setBlock(end);
        result = item.builder().phi(function.returnType());
        item.builder().setBlock(here);
      }
      result.addIncoming(value(r.operand(0)), item.builder().block());
    }
    item.builder().branch(end);
  }
}
