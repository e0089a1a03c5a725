package dev.barnacle.watch.internal.code.analysis;

import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Binary;
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
import dev.barnacle.ir.MemoryFill;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.PointerType;
import dev.barnacle.ir.Return;
import dev.barnacle.ir.Select;
import dev.barnacle.ir.Shuffle;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Unary;
import dev.barnacle.ir.UndefConstant;
import dev.barnacle.ir.Value;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The lanes of loaded values that the program looks at, and the lanes of stored values that it
 * changes. To write one component of a vector the compiler loads the whole, changes a part of it
 * and stores it again. That the rest has not been written is no fault of the program. Nor is it one
 * to compute with all components, lane by lane, if only those are used then that had been written.
 * Results computed from unwritten lanes and stored in private memory are unwritten there ({@link
 * LaneOrigins}).
 */
public final class LanesUsed {
  private static final Set<Binary.Op> DIVISIONS =
      EnumSet.of(Binary.Op.UDIV, Binary.Op.SDIV, Binary.Op.UREM, Binary.Op.SREM);

  /** The number of lanes of values that are followed from one of a load. */
  private static final int MOST_LANES = 200;

  private final Map<Value, List<Instruction>> users;
  private final Map<Function, List<Call>> calls = new HashMap<>();
  private final Map<Return, Function> returns = new HashMap<>();
  private final EarlyEnds earlyEnds;

  /**
   * The program's use of a vector that it loads.
   *
   * @param lanes those that it looks at
   * @param computes whether what it computes from all lanes is kept where unwritten lanes are not
   *     remembered
   */
  public record Use(BitSet lanes, boolean computes) {}

  LanesUsed(Collection<Function> functions) {
    this.users = Users.of(functions);
    for (Function function : functions) {
      for (Instruction instruction : function.instructions()) {
        if (instruction instanceof Call call) {
          calls.computeIfAbsent(call.callee(), f -> new ArrayList<>()).add(call);
        } else if (instruction instanceof Return ret) {
          returns.put(ret, function);
        }
      }
    }
    this.earlyEnds = new EarlyEnds(functions, users);
  }

  /** Returns the ends of variables' lives that must not be heeded. */
  public EarlyEnds earlyEnds() {
    return earlyEnds;
  }

  /** Returns what is done with what a load gives. */
  public Use of(Load load) {
    if (load.type().lanes() == 1) {
      return new Use(all(load), false);
    }
    BitSet used = new BitSet();
    boolean computes = false;
    for (int lane = 0; lane < load.type().lanes(); lane++) {
      Follower follower = new Follower(load, lane);
      used.set(lane, follower.isUsed());
      computes |= follower.computes;
    }
    return new Use(used, computes);
  }

  /** Returns the lanes of a value that the program uses, as far as is known. */
  public BitSet of(Intrinsic value) {
    BitSet used = new BitSet();
    for (int lane = 0; lane < value.type().lanes(); lane++) {
      Follower follower = new Follower(value, lane);
      used.set(lane, follower.isUsed() || follower.computes);
    }
    return used;
  }

  /** Returns the lanes of a store that may not be what was there before. */
  public BitSet changed(Store store) {
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

  /** Returns whether a lane of a value is what was loaded from where it is to be stored. */
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

  /** Returns whether a vector is loaded from a private variable. */
  static boolean isVariable(Load load) {
    return load.type().lanes() > 1 && load.pointer() instanceof Alloca;
  }

  /** Returns whether an instruction's lanes come from the same lanes of its operands. */
  static boolean isLaneByLane(Instruction instruction) {
    return switch (instruction) {
      // A division by what has not been written may be one by zero.
      case Binary i -> !DIVISIONS.contains(i.op());
      case Unary _, Compare _, Intrinsic _, Select _ -> true;
      case Cast i -> i.type().lanes() == i.operand(0).type().lanes();
      default -> false;
    };
  }

  /**
   * One lane of a value.
   *
   * @param traced whether it comes from the load by operations of one function, without phis
   */
  private record Lane(Value value, int number, boolean traced) {
    /** Returns the same lane of a result. */
    Lane of(Value other) {
      return new Lane(other, number, traced);
    }

    /** Returns the same lane of a value that is made elsewhere. */
    Lane away(Value other) {
      return new Lane(other, number, false);
    }
  }

  /**
   * Follows one lane of a value to where somebody looks at it, in the end through variables too.
   */
  private final class Follower {
    private final Value from;
    private final Set<Lane> seen = new HashSet<>();
    private final Deque<Lane> rest = new ArrayDeque<>();
    private final Map<Alloca, Lane> variables = new LinkedHashMap<>();
    private boolean computes;

    Follower(Value from, int lane) {
      this.from = from;
      rest.add(new Lane(from, lane, true));
    }

    private boolean isOfVariable() {
      return from instanceof Load load && isVariable(load);
    }

    /** Returns whether somebody looks at it, as far as is known. */
    boolean isUsed() {
      boolean used = isUsedAtOnce();
      if (used || variables.isEmpty()) {
        return used;
      }
      Set<Alloca> followed = new HashSet<>();
      while (followed.size() < variables.size()) {
        for (Map.Entry<Alloca, Lane> variable : List.copyOf(variables.entrySet())) {
          if (followed.add(variable.getKey())) {
            loads(variable.getKey()).forEach(i -> rest.add(variable.getValue().away(i)));
          }
        }
        used |= isUsedAtOnce();
      }
      if (used && variables.entrySet().stream().anyMatch(this::isReplaced)) {
        computes = true;
        return false;
      }
      return used;
    }

    private boolean isUsedAtOnce() {
      boolean used = false;
      while (!rest.isEmpty()) {
        Lane next = rest.remove();
        if (!seen.add(next)) {
          continue;
        }
        for (Instruction user : users.getOrDefault(next.value(), List.of())) {
          Optional<List<Lane>> moved = moved(next, user);
          used |= moved.isEmpty() || seen.size() > MOST_LANES;
          moved.ifPresent(rest::addAll);
        }
        if (seen.size() > MOST_LANES) {
          rest.clear();
        }
      }
      return used;
    }

    /** Returns which lanes depend on one because of a user; empty if that looks at it. */
    private Optional<List<Lane>> moved(Lane from, Instruction user) {
      return switch (user) {
        case ExtractElement i when i.operand(1) instanceof IntConstant index ->
            index.unsigned() == from.number() ? Optional.empty() : Optional.of(List.of());
        case InsertElement i when isVectorOf(i, from.value()) -> Optional.of(inserted(from, i));
        case Shuffle i -> Optional.of(shuffled(from, i));
        case Phi i -> Optional.of(List.of(from.away(i)));
        case Store i when i.value().equals(from.value()) -> stored(from, i);
        case Call i when !i.callee().blocks().isEmpty() -> Optional.of(passed(from, i));
        case Return i -> Optional.of(returned(from, i));
        default ->
            isLaneByLane(user) && user.type().lanes() > 1
                ? Optional.of(List.of(from.of(user)))
                : Optional.empty();
      };
    }

    private Optional<List<Lane>> stored(Lane lane, Store store) {
      // What is stored remembers what has not been written.
      boolean isCopy = lane.value().equals(from) && isOfVariable();
      if (isCopy || isFromBefore(store, store.value(), lane.number())) {
        return Optional.of(List.of());
      }
      if (!isPrivate(store)) {
        return Optional.empty();
      }
      if (lane.traced() && isOfVariable()) {
        return Optional.of(List.of());
      }
      if (store.pointer() instanceof Alloca variable && isWhole(variable, lane.value().type())) {
        variables.putIfAbsent(variable, lane);
      } else {
        computes = true;
      }
      return Optional.of(List.of());
    }

    /**
     * Returns whether a lane of a variable may also be what is not made of the lane that it had.
     */
    private boolean isReplaced(Map.Entry<Alloca, Lane> variable) {
      int lane = variable.getValue().number();
      return users.getOrDefault(variable.getKey(), List.of()).stream()
          .filter(Store.class::isInstance)
          .map(Store.class::cast)
          .anyMatch(
              i ->
                  !isFromBefore(i, i.value(), lane)
                      && !seen.contains(new Lane(i.value(), lane, true))
                      && !seen.contains(new Lane(i.value(), lane, false)));
    }
  }

  private List<Load> loads(Alloca variable) {
    return users.getOrDefault(variable, List.of()).stream()
        .filter(Load.class::isInstance)
        .map(Load.class::cast)
        .toList();
  }

  /** Returns whether a variable is only read and written as a whole. */
  private boolean isWhole(Alloca variable, Type type) {
    return users.getOrDefault(variable, List.of()).stream()
        .allMatch(
            user ->
                switch (user) {
                  case Load i -> i.type().equals(type);
                  case Store i -> !i.value().equals(variable);
                  case MemoryFill i -> i.operand(1) instanceof UndefConstant;
                  default -> false;
                });
  }

  /** Returns the callee's parameters that a call passes it as. */
  private static List<Lane> passed(Lane from, Call call) {
    return call.callee().parameters().stream()
        .filter(p -> call.operand(p.index()).equals(from.value()))
        .map(from::away)
        .toList();
  }

  /** Returns the results of the calls of the function that it is a result of. */
  private List<Lane> returned(Lane from, Return end) {
    Function function = returns.get(end);
    return function == null
        ? List.of()
        : calls.getOrDefault(function, List.of()).stream().map(from::away).toList();
  }

  private static List<Lane> inserted(Lane from, InsertElement i) {
    boolean isReplaced =
        i.operand(2) instanceof IntConstant index && index.unsigned() == from.number();
    return isReplaced ? List.of() : List.of(from.of(i));
  }

  private static List<Lane> shuffled(Lane from, Shuffle i) {
    int first = i.operand(0).type().lanes();
    List<Lane> lanes = new ArrayList<>();
    for (int lane = 0; lane < i.mask().size(); lane++) {
      int number = i.mask().get(lane);
      Value vector = i.operand(number < first ? 0 : 1);
      if (number >= 0 && vector.equals(from.value()) && number % first == from.number()) {
        lanes.add(new Lane(i, lane, from.traced()));
      }
    }
    return lanes;
  }

  /** Returns whether a store is to private memory. */
  public static boolean isPrivate(Store store) {
    return store.pointer().type() instanceof PointerType type
        && type.space() == AddressSpace.PRIVATE;
  }

  private static boolean isVectorOf(InsertElement i, Value value) {
    return i.operand(0).equals(value)
        && !i.operand(1).equals(value)
        && i.operand(2) instanceof IntConstant;
  }
}
