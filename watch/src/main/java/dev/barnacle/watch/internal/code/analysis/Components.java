package dev.barnacle.watch.internal.code.analysis;

import dev.barnacle.ir.ExtractElement;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.InsertElement;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.Shuffle;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Value;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The components of vectors in memory that a program accesses. {@code p->x} and {@code p->yz = v}
 * name some only, and others may belong to other work-items. But the compiler loads the whole
 * vector for them, and stores the whole one back. All that it makes of one such expression has the
 * expression's place in the source. That distinguishes it from an access to the whole vector of
 * which the program uses a part.
 */
public final class Components {
  private final Map<Value, List<Instruction>> users;

  Components(Collection<Function> functions) {
    this.users = Users.of(functions);
  }

  /** Returns the lanes that the program reads. */
  public BitSet of(Load load) {
    int lanes = load.type().lanes();
    BitSet named = new BitSet();
    for (Instruction user : users.getOrDefault(load, List.of())) {
      if (load.location() == null || !Objects.equals(user.location(), load.location())) {
        return all(lanes);
      }
      switch (user) {
        case ExtractElement i when i.operand(1) instanceof IntConstant lane ->
            named.set((int) Long.remainderUnsigned(lane.unsigned(), lanes));
        case Shuffle i when isStored(load, i) -> {}
        case Shuffle i -> i.mask().stream().filter(l -> l >= 0 && l < lanes).forEach(named::set);
        case InsertElement i when isStored(load, i) -> {}
        default -> {
          return all(lanes);
        }
      }
    }
    return lanes == 1 || users.getOrDefault(load, List.of()).isEmpty() ? all(lanes) : named;
  }

  /** Returns whether a load's vector, changed by {@code change}, is only stored again. */
  private boolean isStored(Load load, Instruction change) {
    Instruction now = change;
    while (true) {
      List<Instruction> next = users.getOrDefault(now, List.of());
      if (next.size() != 1 || !Objects.equals(next.getFirst().location(), load.location())) {
        return false;
      }
      Instruction user = next.getFirst();
      if (user instanceof Store store) {
        return store.value().equals(now) && isSame(store.pointer(), load.pointer());
      }
      boolean changes = user instanceof InsertElement || user instanceof Shuffle;
      if (!changes || !user.operand(0).equals(now)) {
        return false;
      }
      now = user;
    }
  }

  /** Returns the lanes that the program writes. */
  public BitSet of(Store store) {
    int lanes = store.value().type().lanes();
    if (!store.components().isEmpty()) {
      BitSet only = new BitSet();
      store.components().forEach(only::set);
      return only;
    }
    BitSet kept = new BitSet();
    for (int lane = 0; lanes > 1 && lane < lanes; lane++) {
      kept.set(lane, isKept(store, store.value(), lane, new HashSet<>()));
    }
    BitSet named = all(lanes);
    named.andNot(kept);
    return named;
  }

  /** Returns whether a lane of a value is what the same expression has loaded from there. */
  private static boolean isKept(Store store, Value value, int lane, Set<Value> seen) {
    if (!(value instanceof Instruction instruction)
        || store.location() == null
        || !Objects.equals(instruction.location(), store.location())
        || !seen.add(value)) {
      return false;
    }
    return switch (instruction) {
      case Load load -> isSame(load.pointer(), store.pointer()) && load.type().lanes() > lane;
      case InsertElement i when i.operand(2) instanceof IntConstant index ->
          index.unsigned() != lane && isKept(store, i.operand(0), lane, seen);
      case Shuffle i -> i.mask().get(lane) == lane && isKept(store, i.operand(0), lane, seen);
      default -> false;
    };
  }

  /** Returns whether two pointers are one: what is a constant is computed anew at each use. */
  private static boolean isSame(Value a, Value b) {
    return a.equals(b)
        || (a instanceof PointerAdd first
            && b instanceof PointerAdd second
            && first.operand(1) instanceof IntConstant
            && first.operand(1).equals(second.operand(1))
            && isSame(first.operand(0), second.operand(0)));
  }

  private static BitSet all(int lanes) {
    BitSet all = new BitSet();
    all.set(0, lanes);
    return all;
  }
}
