package dev.barnacle.watch.internal.code;

import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.ExtractElement;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.InsertElement;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.Shuffle;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Value;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which lanes of what is loaded the program looks at, and which lanes of what is stored it changes.
 * To write one component of a vector the compiler loads the whole, changes a part of it and stores
 * it again; that the rest has not been written is no fault of the program.
 */
final class LanesUsed {
  private final Map<Value, List<Instruction>> users = new HashMap<>();

  LanesUsed(Collection<Function> functions) {
    for (Function function : functions) {
      for (Block block : function.blocks()) {
        for (Instruction instruction : block.instructions()) {
          for (Value operand : new HashSet<>(instruction.operands())) {
            users.computeIfAbsent(operand, o -> new ArrayList<>()).add(instruction);
          }
        }
      }
    }
  }

  /** Returns the lanes of a load that matter. */
  BitSet of(Load load) {
    return load.type().lanes() == 1 ? all(load) : of(load, load, new HashSet<>());
  }

  /** Returns the lanes of a store that may not be what was there before. */
  BitSet changed(Store store) {
    Value value = store.value();
    BitSet unchanged = new BitSet();
    if (value.type().lanes() > 1) {
      for (int lane = 0; lane < value.type().lanes(); lane++) {
        unchanged.set(lane, isFromBefore(store, value, lane));
      }
    }
    BitSet changed = all(value);
    changed.andNot(unchanged);
    return changed;
  }

  /** Tells whether a lane of a value is what was loaded from where it is to be stored. */
  private static boolean isFromBefore(Store store, Value value, int lane) {
    return switch (value) {
      case Load load -> load.pointer().equals(store.pointer()) && load.type().lanes() > lane;
      case InsertElement i when i.operand(2) instanceof IntConstant index ->
          index.unsigned() != lane && isFromBefore(store, i.operand(0), lane);
      case Shuffle i -> {
        int from = i.mask().get(lane);
        int lanes = i.operand(0).type().lanes();
        yield from < 0
            || (from < lanes
                ? from == lane && isFromBefore(store, i.operand(0), from)
                : from - lanes == lane && isFromBefore(store, i.operand(1), lane));
      }
      default -> false;
    };
  }

  private static BitSet all(Value value) {
    BitSet all = new BitSet();
    all.set(0, value.type().lanes());
    return all;
  }

  private BitSet of(Load load, Value value, Set<Value> seen) {
    if (!seen.add(value)) {
      return all(value);
    }
    BitSet used = new BitSet();
    for (Instruction user : users.getOrDefault(value, List.of())) {
      used.or(by(load, value, user, seen));
    }
    return used;
  }

  private BitSet by(Load load, Value value, Instruction user, Set<Value> seen) {
    return switch (user) {
      case ExtractElement i when i.operand(1) instanceof IntConstant index -> lane(index);
      case InsertElement i when isVectorOf(i, value) -> inserted(load, i, seen);
      case Shuffle i -> shuffled(load, value, i, seen);
      case Store i when i.value().equals(value) && i.pointer().equals(load.pointer()) ->
          new BitSet();
      // The copy remembers what has not been written.
      case Store i when i.value().equals(value) && value.equals(load) && isVariable(load) ->
          new BitSet();
      default -> all(value);
    };
  }

  /** Tells whether a vector is loaded from a private variable. */
  static boolean isVariable(Load load) {
    return load.type().lanes() > 1 && load.pointer() instanceof Alloca;
  }

  private static boolean isVectorOf(InsertElement i, Value value) {
    return i.operand(0).equals(value)
        && !i.operand(1).equals(value)
        && i.operand(2) instanceof IntConstant;
  }

  private static BitSet lane(IntConstant index) {
    BitSet lane = new BitSet();
    lane.set((int) index.unsigned());
    return lane;
  }

  private BitSet inserted(Load load, InsertElement i, Set<Value> seen) {
    BitSet used = of(load, i, seen);
    if (i.operand(2) instanceof IntConstant index) {
      used.clear((int) index.unsigned());
    }
    return used;
  }

  private BitSet shuffled(Load load, Value value, Shuffle i, Set<Value> seen) {
    BitSet results = of(load, i, seen);
    int lanes = value.type().lanes();
    BitSet used = new BitSet();
    results.stream()
        .map(lane -> i.mask().get(lane))
        .filter(from -> from >= 0)
        .forEach(
            from -> {
              boolean first = from < lanes;
              if (i.operand(first ? 0 : 1).equals(value)) {
                used.set(first ? from : from - lanes);
              }
            });
    return used;
  }
}
