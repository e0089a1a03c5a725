package dev.barnacle.ir.pass;

import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.AsyncCopy;
import dev.barnacle.ir.AtomicCompareExchange;
import dev.barnacle.ir.AtomicLoad;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.AtomicStore;
import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Call;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.ExtractElement;
import dev.barnacle.ir.Fence;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.GroupOperation;
import dev.barnacle.ir.InsertElement;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.Intrinsic;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.PointerType;
import dev.barnacle.ir.Select;
import dev.barnacle.ir.Shuffle;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Unary;
import dev.barnacle.ir.UndefConstant;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.VectorType;
import dev.barnacle.ir.WaitEvents;
import dev.barnacle.ir.WorkItemQuery;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Stores the components of vectors in shared memory that the program names: {@code p->x = v} comes
 * from the compiler as a load of the whole vector and a store of the whole vector, which would undo
 * what other work-items write to its other components at the same time. Assignments to components
 * of one vector that follow each other become one store. Where there is more between them and they
 * name all components, the whole stores stay: nobody else may write any of them.
 */
public final class StoreComponents implements Pass {
  private static final int MOST_DEPTH = 8;

  /**
   * A store of a vector of which some lanes are those that were loaded for it.
   *
   * @param named the others
   * @param origin what the kept lanes come through, from the load on
   */
  private record Partial(Store store, BitSet named, Set<Instruction> origin) {}

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
        for (List<Partial> group : groups(block)) {
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
    for (Block block : function.blocks()) {
      for (Instruction instruction : block.instructions()) {
        instruction
            .operands()
            .forEach(o -> users.computeIfAbsent(o, u -> new HashSet<>()).add(instruction));
      }
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

  /** Tells whether nothing between the stores of a group reads or writes memory but for them. */
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

  /** Tells whether what was loaded for a store goes to another of its lanes. */
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

  /** Returns the partial stores to the same vector between what orders memory. */
  private static List<List<Partial>> groups(Block block) {
    List<List<Partial>> all = new ArrayList<>();
    List<List<Partial>> open = new ArrayList<>();
    for (int i = 0; i < block.instructions().size(); i++) {
      Instruction instruction = block.instructions().get(i);
      if (instruction instanceof Store store) {
        Partial partial = partial(store, block.instructions(), i);
        if (partial != null) {
          add(partial, open, all);
        }
      } else if (!isPlain(instruction)) {
        open.clear();
      }
    }
    return all;
  }

  private static void add(Partial partial, List<List<Partial>> open, List<List<Partial>> all) {
    for (List<Partial> group : open) {
      Store first = group.getFirst().store();
      if (first.value().type().equals(partial.store().value().type())
          && same(first.pointer(), partial.store().pointer(), 0)) {
        group.add(partial);
        return;
      }
    }
    List<Partial> group = new ArrayList<>(List.of(partial));
    open.add(group);
    all.add(group);
  }

  /** Tells whether an instruction does not order what work-items do with memory. */
  private static boolean isPlain(Instruction instruction) {
    return switch (instruction) {
      case Barrier _, Fence _, GroupOperation _, AsyncCopy _, WaitEvents _, Call _ -> false;
      case AtomicLoad _, AtomicStore _, AtomicRmw _, AtomicCompareExchange _ -> false;
      default -> true;
    };
  }

  /** Returns what a store is, if it keeps lanes; null if it is another one. */
  private static @Nullable Partial partial(Store store, List<Instruction> block, int at) {
    if (store.isVolatile()
        || !store.components().isEmpty()
        || store.location() == null
        || !(store.value().type() instanceof VectorType type)
        || ((PointerType) store.pointer().type()).space() == AddressSpace.PRIVATE) {
      return null;
    }
    BitSet named = new BitSet();
    Set<Instruction> origin = new HashSet<>();
    for (int lane = 0; lane < type.lanes(); lane++) {
      named.set(lane, !isKept(store, store.value(), lane, block, at, origin));
    }
    return named.cardinality() < type.lanes() ? new Partial(store, named, origin) : null;
  }

  /**
   * Tells whether a lane of a value is what the same expression has loaded from there.
   *
   * @param origin gets what it comes through
   */
  private static boolean isKept(
      Store store,
      Value value,
      int lane,
      List<Instruction> block,
      int at,
      Set<Instruction> origin) {
    if (!(value instanceof Instruction instruction)
        || !Objects.equals(instruction.location(), store.location())) {
      return false;
    }
    boolean kept =
        switch (instruction) {
          case Load load ->
              !load.isVolatile()
                  && load.pointer().equals(store.pointer())
                  && load.type().equals(store.value().type())
                  && isJustBefore(load, block, at);
          case InsertElement i when i.operand(2) instanceof IntConstant index ->
              index.unsigned() != lane && isKept(store, i.operand(0), lane, block, at, origin);
          case Shuffle i ->
              i.mask().get(lane) == lane && isKept(store, i.operand(0), lane, block, at, origin);
          default -> false;
        };
    if (kept) {
      origin.add(instruction);
    }
    return kept;
  }

  /** Tells whether nothing is written between a load and a store. */
  private static boolean isJustBefore(Load load, List<Instruction> block, int store) {
    for (int i = store - 1; i >= 0; i--) {
      switch (block.get(i)) {
        case Load other when other.equals(load) -> {
          return true;
        }
        case InsertElement _, ExtractElement _, Shuffle _, Load _, Cast _, Binary _, Unary _ -> {}
        default -> {
          return false;
        }
      }
    }
    return false;
  }

  /** Tells whether two addresses are computed alike from the same values. */
  private static boolean same(Value a, Value b, int depth) {
    if (a.equals(b)) {
      return true;
    }
    if (depth == MOST_DEPTH
        || !(a instanceof Instruction first)
        || !(b instanceof Instruction second)
        || !first.type().equals(second.type())
        || !isSameOperation(first, second)) {
      return false;
    }
    for (int i = 0; i < first.operands().size(); i++) {
      if (!same(first.operand(i), second.operand(i), depth + 1)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isSameOperation(Instruction a, Instruction b) {
    return switch (a) {
      case PointerAdd _ -> b instanceof PointerAdd;
      case Cast first -> b instanceof Cast second && first.op() == second.op();
      case Binary first -> b instanceof Binary second && first.op() == second.op();
      case WorkItemQuery first ->
          b instanceof WorkItemQuery second && first.kind() == second.kind();
      default -> false;
    };
  }

  private static void replace(Block block, Store store, Value value, BitSet named) {
    List<Integer> components = named.stream().boxed().toList();
    Store other = new Store(value, store.pointer(), store.alignment(), false, components);
    other.setLocation(store.location());
    block.instructions().set(block.instructions().indexOf(store), other);
  }
}
