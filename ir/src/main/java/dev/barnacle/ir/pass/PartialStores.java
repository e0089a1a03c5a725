package dev.barnacle.ir.pass;

import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.AsyncCopy;
import dev.barnacle.ir.AsyncFence;
import dev.barnacle.ir.AtomicCompareExchange;
import dev.barnacle.ir.AtomicLoad;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.AtomicStore;
import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Call;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.ExtractElement;
import dev.barnacle.ir.Fence;
import dev.barnacle.ir.GroupOperation;
import dev.barnacle.ir.InsertElement;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.PointerType;
import dev.barnacle.ir.QueueOperation;
import dev.barnacle.ir.Shuffle;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Unary;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.VectorType;
import dev.barnacle.ir.WaitEvents;
import dev.barnacle.ir.WorkItemQuery;
import dev.barnacle.ir.Yield;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the stores of vectors that keep some lanes as they were loaded for it: assignments to
 * components.
 */
final class PartialStores {
  private static final int MOST_DEPTH = 8;

  /**
   * A store of a vector of which some lanes are those that were loaded for it.
   *
   * @param named the others
   * @param origin what the kept lanes come through, from the load on
   */
  record Partial(Store store, BitSet named, Set<Instruction> origin) {}

  private PartialStores() {}

  /** Returns the partial stores to the same vector between what orders memory. */
  static List<List<Partial>> in(Block block) {
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

  /** Returns whether an instruction does not order what work-items do with memory. */
  private static boolean isPlain(Instruction instruction) {
    return switch (instruction) {
      case Barrier _, Yield _, Fence _, GroupOperation _, QueueOperation _ -> false;
      case AsyncCopy _, AsyncFence _, WaitEvents _, Call _ -> false;
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
   * Returns whether a lane of a value is what the same expression has loaded from there.
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
                  && same(load.pointer(), store.pointer(), 0)
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

  /** Returns whether nothing is written between a load and a store. */
  private static boolean isJustBefore(Load load, List<Instruction> block, int store) {
    for (int i = store - 1; i >= 0; i--) {
      switch (block.get(i)) {
        case Load other when other.equals(load) -> {
          return true;
        }
        case InsertElement _, ExtractElement _, Shuffle _, Load _ -> {}
        case Cast _, Binary _, Unary _, PointerAdd _ -> {}
        default -> {
          return false;
        }
      }
    }
    return false;
  }

  /** Returns whether two addresses are computed alike from the same values. */
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
}
