package dev.barnacle.explore.internal.kernel.general;

import dev.barnacle.explore.ExploreException;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Branch;
import dev.barnacle.ir.Call;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.ConditionalBranch;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.MemoryFill;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.Return;
import dev.barnacle.ir.Switch;
import dev.barnacle.ir.Terminator;
import dev.barnacle.ir.Trap;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.UndefConstant;
import dev.barnacle.ir.Unreachable;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.WorkItemQuery;
import dev.barnacle.ir.Yield;
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

  private final ScalarCode values;
  private final Map<Block, Integer> order = new HashMap<>();
  private final IdentityHashMap<Block, Block> copies = new IdentityHashMap<>();
  private final IdentityHashMap<Block, List<Way>> ways = new IdentityHashMap<>();
  private final IdentityHashMap<Phi, Value[]> open = new IdentityHashMap<>();
  private final Block end;
  private Phi @Nullable [] result;

  InlinedBody(WorkItemCode item, Function function, List<Value[]> arguments, int depth, String path)
      throws ExploreException {
    if (depth > DEEPEST) {
      throw new ExploreException("calls are nested too deeply", function.location());
    }
    this.item = item;
    this.function = function;
    this.depth = depth;
    this.path = path;
    this.values = new ScalarCode(item);
    this.end = item.function().newBlock("end");
    for (int i = 0; i < arguments.size(); i++) {
      values.put(function.parameters().get(i), arguments.get(i));
    }
  }

  /** Copies it behind what there is, and returns what the function returns; null for nothing. */
  Value @Nullable [] emit() throws ExploreException {
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
    for (Map.Entry<Phi, Value[]> phi : open.entrySet()) {
      Block of =
          list.stream().filter(b -> b.phis().contains(phi.getKey())).findFirst().orElseThrow();
      for (Way way : Objects.requireNonNull(ways.get(of))) {
        join(phi.getValue(), values.of(phi.getKey().incoming(way.source())), way.copy());
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

  private static void join(Value[] phis, Value[] incoming, Block from) {
    for (int k = 0; k < phis.length; k++) {
      ((Phi) phis[k]).addIncoming(incoming[k], from);
    }
  }

  private Value[] openPhi(Phi phi) {
    Phi[] copies = phis(phi.type());
    open.put(phi, copies);
    return copies;
  }

  private Phi[] phis(Type type) {
    Phi[] phis = new Phi[type.lanes()];
    for (int k = 0; k < phis.length; k++) {
      phis[k] = item.builder().phi(type.scalar());
    }
    return phis;
  }

  private Value[] phi(Phi phi, List<Way> from) throws ExploreException {
    List<Value[]> incoming = new ArrayList<>();
    for (Way way : from) {
      incoming.add(values.of(phi.incoming(way.source())));
    }
    Value[] lanes = new Value[phi.type().lanes()];
    for (int k = 0; k < lanes.length; k++) {
      lanes[k] = phi(phi.type().scalar(), k, incoming, from);
    }
    return lanes;
  }

  private Value phi(Type type, int lane, List<Value[]> incoming, List<Way> from) {
    if (incoming.stream().map(v -> v[lane]).distinct().count() == 1) {
      return incoming.getFirst()[lane];
    }
    Phi copy = item.builder().phi(type);
    for (int i = 0; i < from.size(); i++) {
      copy.addIncoming(incoming.get(i)[lane], from.get(i).copy());
    }
    return copy;
  }

  private void instruction(Instruction i) throws ExploreException {
    switch (i) {
      case Yield y -> {}
      case MemoryFill f when f.operand(1) instanceof UndefConstant -> {} // its life begins
      case Call c -> call(c);
      case WorkItemQuery q -> query(q);
      default -> values.copy(i, path);
    }
  }

  private void call(Call call) throws ExploreException {
    List<Value[]> arguments = new ArrayList<>();
    for (Value operand : call.operands()) {
      arguments.add(values.of(operand));
    }
    if (call.callee().blocks().isEmpty()) {
      throw new ExploreException(
          "the function " + call.callee().name() + " has no body", call.location());
    }
    String inner = path + number(call) + "/";
    Value[] returned = new InlinedBody(item, call.callee(), arguments, depth + 1, inner).emit();
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
      if (!(values.one(q.operand(0)) instanceof IntConstant known)) {
        throw new ExploreException(
            "a .cat file takes no kernel that asks for an id of an unknown dimension",
            q.location());
      }
      dimension = (int) Math.min(3, known.unsigned());
    }
    long bits = item.place().range().of(q.kind(), dimension);
    values.put(q, new IntConstant(q.kind().resultType(), bits));
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
    Value condition = values.one(c.condition());
    if (condition instanceof IntConstant known) {
      item.builder().branch(way(block, known.value() != 0 ? yes : no));
    } else if (yes == no) {
      item.builder().branch(way(block, yes));
    } else {
      item.builder().branch(condition, way(block, yes), way(block, no));
    }
  }

  private void choose(Block block, Switch s) throws ExploreException {
    Value value = values.one(s.operand(0));
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
        result = phis(function.returnType());
        item.builder().setBlock(here);
      }
      join(result, values.of(r.operand(0)), item.builder().block());
    }
    item.builder().branch(end);
  }
}
