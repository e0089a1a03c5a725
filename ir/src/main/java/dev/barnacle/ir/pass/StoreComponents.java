package dev.barnacle.ir.pass;

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
import dev.barnacle.ir.Module;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.Select;
import dev.barnacle.ir.Shuffle;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Unary;
import dev.barnacle.ir.UndefConstant;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.WorkItemQuery;
import dev.barnacle.ir.pass.PartialStores.Partial;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Stores the components of vectors in shared memory that the program names: {@code p->x = v} comes
 * from the compiler as a load of the whole vector and a store of the whole vector, which would undo
 * what other work-items write to its other components at the same time. Assignments to components
 * of one vector that follow each other become one store. Where there is more between them and they
 * name all components, the whole stores stay: nobody else may write any of them.
 */
public final class StoreComponents implements Pass {
  @Override
  public String name() {
    return "store-components";
  }

  @Override
  public String summary() {
    return "stores only those components of vectors that an assignment names";
  }

  @Override
  public boolean run(Module module) {
    boolean changed = false;
    for (Function function : module.functions()) {
      List<List<Partial>> groups = new ArrayList<>();
      Map<Partial, Block> blocks = new HashMap<>();
      for (Block block : function.blocks()) {
        for (List<Partial> group : PartialStores.in(block)) {
          groups.add(group);
          blocks.put(group.getFirst(), block);
        }
      }
      Map<Value, Set<Instruction>> users = groups.isEmpty() ? Map.of() : users(function);
      for (List<Partial> group : groups) {
        changed |= change(Objects.requireNonNull(blocks.get(group.getFirst())), group, users);
      }
    }
    return changed;
  }

  private static Map<Value, Set<Instruction>> users(Function function) {
    Map<Value, Set<Instruction>> users = new HashMap<>();
    for (Instruction instruction : function.instructions()) {
      instruction
          .operands()
          .forEach(o -> users.computeIfAbsent(o, u -> new HashSet<>()).add(instruction));
    }
    return users;
  }

  private static boolean change(
      Block block, List<Partial> group, Map<Value, Set<Instruction>> users) {
    BitSet all = new BitSet();
    group.forEach(p -> all.or(p.named()));
    boolean complete = all.cardinality() == group.getFirst().store().value().type().lanes();
    if (group.size() > 1 && isOneRun(block.instructions(), group, users)) {
      merge(block, group, all, complete);
      return true;
    }
    if (!complete) {
      group.forEach(p -> replace(block, p.store(), p.store().value(), p.named()));
    }
    return !complete;
  }

  /** Returns whether nothing between the stores of a group reads or writes memory but for them. */
  private static boolean isOneRun(
      List<Instruction> block, List<Partial> group, Map<Value, Set<Instruction>> users) {
    Set<Instruction> own = new HashSet<>();
    for (Partial partial : group) {
      own.add(partial.store());
      own.addAll(partial.origin());
    }
    int first = block.indexOf(group.getFirst().store());
    int last = block.indexOf(group.getLast().store());
    for (Instruction instruction : block.subList(first, last)) {
      boolean mine = own.contains(instruction);
      boolean needed =
          instruction instanceof Load && !own.containsAll(users.getOrDefault(instruction, own));
      if ((mine && (needed || moves(instruction, own))) || (!mine && !isArithmetic(instruction))) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether what was loaded for a store goes to another of its lanes. */
  private static boolean moves(Instruction instruction, Set<Instruction> own) {
    if (!(instruction instanceof Shuffle shuffle)) {
      return false;
    }
    List<Integer> mask = shuffle.mask();
    int lanes = shuffle.operand(0).type().lanes();
    return (shuffle.operand(1) instanceof Instruction other && own.contains(other))
        || IntStream.range(0, mask.size()).anyMatch(l -> mask.get(l) < lanes && mask.get(l) != l);
  }

  private static boolean isArithmetic(Instruction instruction) {
    return switch (instruction) {
      case Binary _, Unary _, Compare _, Cast _, Select _, Intrinsic _, PointerAdd _ -> true;
      case InsertElement _, ExtractElement _, Shuffle _, WorkItemQuery _ -> true;
      default -> false;
    };
  }

  /** Makes one store, in the place of the last, of what all of them name. */
  private static void merge(Block block, List<Partial> group, BitSet all, boolean complete) {
    Store last = group.getLast().store();
    List<Instruction> made = new ArrayList<>();
    Value value = new UndefConstant(last.value().type());
    for (int lane = all.nextSetBit(0); lane >= 0; lane = all.nextSetBit(lane + 1)) {
      Instruction element = new ExtractElement(latest(group, lane), index(lane));
      Instruction insert = new InsertElement(value, element, index(lane));
      made.add(element);
      made.add(insert);
      value = insert;
    }
    made.forEach(i -> i.setLocation(last.location()));
    group.subList(0, group.size() - 1).forEach(p -> block.instructions().remove(p.store()));
    block.instructions().addAll(block.instructions().indexOf(last), made);
    replace(block, last, value, complete ? new BitSet() : all);
  }

  /** Returns the vector with the latest value of a component. */
  private static Value latest(List<Partial> group, int lane) {
    return group.reversed().stream()
        .filter(p -> p.named().get(lane))
        .findFirst()
        .orElseThrow()
        .store()
        .value();
  }

  private static IntConstant index(int lane) {
    return new IntConstant(Types.I32, lane);
  }

  private static void replace(Block block, Store store, Value value, BitSet named) {
    List<Integer> components = named.stream().boxed().toList();
    Store other = new Store(value, store.pointer(), store.alignment(), false, components);
    other.setLocation(store.location());
    block.instructions().set(block.instructions().indexOf(store), other);
  }
}
