package dev.barnacle.watch.internal.code;

import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Call;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.ExtractElement;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.InsertElement;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.Intrinsic;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.PointerType;
import dev.barnacle.ir.Return;
import dev.barnacle.ir.Select;
import dev.barnacle.ir.Shuffle;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Unary;
import dev.barnacle.ir.Value;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which lanes of what is loaded the program looks at, and which lanes of what is stored it changes.
 * To write one component of a vector the compiler loads the whole, changes a part of it and stores
 * it again; that the rest has not been written is no fault of the program. Nor is it one to compute
 * with all components, lane by lane, where only those are used then that had been written: what is
 * computed from unwritten lanes and stored in private memory is unwritten there ({@link
 * LaneOrigins}).
 */
final class LanesUsed {
  private static final Set<Binary.Op> DIVISIONS =
      EnumSet.of(Binary.Op.UDIV, Binary.Op.SDIV, Binary.Op.UREM, Binary.Op.SREM);

  /** How many values are followed from a load. */
  private static final int MOST_VALUES = 64;

  private final Map<Value, List<Instruction>> users = new HashMap<>();
  private final Map<Function, List<Call>> calls = new HashMap<>();
  private final Map<Return, Function> returns = new HashMap<>();

  /**
   * What a program does with a vector that it loads.
   *
   * @param lanes those that it looks at
   * @param computes whether what it computes from all lanes is kept where unwritten lanes are not
   *     remembered
   */
  record Use(BitSet lanes, boolean computes) {}

  LanesUsed(Collection<Function> functions) {
    for (Function function : functions) {
      for (Block block : function.blocks()) {
        for (Instruction instruction : block.instructions()) {
          for (Value operand : new HashSet<>(instruction.operands())) {
            users.computeIfAbsent(operand, o -> new ArrayList<>()).add(instruction);
          }
          if (instruction instanceof Call call) {
            calls.computeIfAbsent(call.callee(), f -> new ArrayList<>()).add(call);
          } else if (instruction instanceof Return ret) {
            returns.put(ret, function);
          }
        }
      }
    }
  }

  /** Returns what is done with what a load gives. */
  Use of(Load load) {
    if (load.type().lanes() == 1) {
      return new Use(all(load), false);
    }
    Uses uses = new Uses(load);
    return new Use(uses.of(load, true), uses.computes);
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

  /** Tells whether a vector is loaded from a private variable. */
  static boolean isVariable(Load load) {
    return load.type().lanes() > 1 && load.pointer() instanceof Alloca;
  }

  /** Tells whether an instruction's lanes come from the same lanes of its operands. */
  static boolean isLaneByLane(Instruction instruction) {
    return switch (instruction) {
      // A division by what has not been written may be one by zero.
      case Binary i -> !DIVISIONS.contains(i.op());
      case Unary _, Compare _, Intrinsic _, Select _ -> true;
      case Cast i -> i.type().lanes() == i.operand(0).type().lanes();
      default -> false;
    };
  }

  /** The uses of what one load gives, through all that moves lanes or computes lane by lane. */
  private final class Uses {
    private final Load load;
    private final Map<Value, BitSet> known = new HashMap<>();
    private boolean computes;

    Uses(Load load) {
      this.load = load;
    }

    /**
     * Returns the lanes of a value that are looked at.
     *
     * @param traced whether it comes from the load by operations of one function, without phis
     */
    BitSet of(Value value, boolean traced) {
      BitSet before = known.get(value);
      if (before != null) {
        computes |= !traced; // a store may have been met on the other way only
        return before;
      }
      if (known.size() >= MOST_VALUES) {
        return all(value);
      }
      known.put(value, new BitSet());
      BitSet used = new BitSet();
      for (Instruction user : users.getOrDefault(value, List.of())) {
        used.or(by(value, user, traced));
      }
      known.put(value, used);
      return used;
    }

    private BitSet by(Value value, Instruction user, boolean traced) {
      return switch (user) {
        case ExtractElement i when i.operand(1) instanceof IntConstant index -> lane(index);
        case InsertElement i when isVectorOf(i, value) -> inserted(i, traced);
        case Shuffle i -> shuffled(value, i, traced);
        case Store i when i.value().equals(value) -> stored(value, i, traced);
        case Phi i -> of(i, false);
        case Call i -> passed(value, i);
        case Return i -> returned(value, i);
        default -> isLaneByLane(user) && isVector(user) ? of(user, traced) : all(value);
      };
    }

    private BitSet stored(Value value, Store i, boolean traced) {
      boolean copies = value.equals(load) && isVariable(load);
      if (copies || i.pointer().equals(load.pointer())) {
        return new BitSet(); // the copy remembers what has not been written
      }
      if (value.equals(load) || !isPrivate(i)) {
        return all(value);
      }
      if (traced && isVariable(load)) {
        return new BitSet();
      }
      List<Load> loads = loads(i);
      computes |= loads.isEmpty();
      BitSet used = new BitSet();
      loads.forEach(each -> used.or(of(each, false)));
      return used;
    }

    /** Returns all that read a variable that has one store; none if it has more, or other uses. */
    private List<Load> loads(Store store) {
      if (!(store.pointer() instanceof Alloca variable)) {
        return List.of();
      }
      List<Load> loads = new ArrayList<>();
      for (Instruction user : users.getOrDefault(variable, List.of())) {
        if (user instanceof Load each) {
          loads.add(each);
        } else if (!user.equals(store)) {
          return List.of();
        }
      }
      return loads;
    }

    private BitSet passed(Value value, Call call) {
      Function callee = call.callee();
      BitSet used = new BitSet();
      for (int i = 0; i < callee.parameters().size(); i++) {
        if (call.operand(i).equals(value)) {
          used.or(callee.blocks().isEmpty() ? all(value) : of(callee.parameters().get(i), false));
        }
      }
      return used;
    }

    private BitSet returned(Value value, Return ret) {
      Function function = returns.get(ret);
      BitSet used = new BitSet();
      for (Call call : calls.getOrDefault(function, List.of())) {
        used.or(of(call, false));
      }
      return function == null ? all(value) : used;
    }

    private BitSet inserted(InsertElement i, boolean traced) {
      BitSet used = (BitSet) of(i, traced).clone();
      if (i.operand(2) instanceof IntConstant index) {
        used.clear((int) index.unsigned());
      }
      return used;
    }

    private BitSet shuffled(Value value, Shuffle i, boolean traced) {
      int lanes = value.type().lanes();
      BitSet used = new BitSet();
      of(i, traced).stream()
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

  private static boolean isVector(Instruction user) {
    return user.type().lanes() > 1;
  }

  /** Tells whether a store is to private memory. */
  static boolean isPrivate(Store store) {
    return store.pointer().type() instanceof PointerType type
        && type.space() == AddressSpace.PRIVATE;
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
}
