package dev.barnacle.watch.internal.code.analysis;

import dev.barnacle.ir.InsertElement;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.Shuffle;
import dev.barnacle.ir.Value;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * From which lanes of private variables the lanes of a vector are computed: by moving lanes and by
 * operations lane by lane. Lanes that come from elsewhere have no origins.
 */
public final class LaneOrigins {
  /** The number of operations that are followed back from a value. */
  private static final int MOST_VALUES = 64;

  private final Map<Value, List<Map<Load, BitSet>>> known = new HashMap<>();

  private LaneOrigins() {}

  /**
   * Returns the loads from private variables that a value is computed from, with the lanes of each.
   *
   * @return of each load, for each lane of the value the lanes that it comes from
   */
  public static Map<Load, List<BitSet>> of(Value value) {
    List<Map<Load, BitSet>> lanes = new LaneOrigins().lanes(value);
    Map<Load, List<BitSet>> loads = new LinkedHashMap<>();
    for (int lane = 0; lane < lanes.size(); lane++) {
      for (Map.Entry<Load, BitSet> origin : lanes.get(lane).entrySet()) {
        loads
            .computeIfAbsent(origin.getKey(), load -> empty(lanes.size()))
            .get(lane)
            .or(origin.getValue());
      }
    }
    return loads;
  }

  private static List<BitSet> empty(int lanes) {
    List<BitSet> sets = new ArrayList<>();
    for (int i = 0; i < lanes; i++) {
      sets.add(new BitSet());
    }
    return sets;
  }

  private List<Map<Load, BitSet>> lanes(Value value) {
    List<Map<Load, BitSet>> before = known.get(value);
    if (before != null) {
      return before;
    }
    List<Map<Load, BitSet>> lanes = new ArrayList<>();
    for (int i = 0; i < value.type().lanes(); i++) {
      lanes.add(new LinkedHashMap<>());
    }
    if (known.size() < MOST_VALUES) {
      known.put(value, lanes);
      fill(value, lanes);
    }
    return lanes;
  }

  private void fill(Value value, List<Map<Load, BitSet>> lanes) {
    switch (value) {
      case Load load when LanesUsed.isVariable(load) -> {
        for (int lane = 0; lane < lanes.size(); lane++) {
          BitSet own = new BitSet();
          own.set(lane);
          lanes.get(lane).put(load, own);
        }
      }
      case InsertElement i when i.operand(2) instanceof IntConstant index -> {
        for (int lane = 0; lane < lanes.size(); lane++) {
          if (lane != index.unsigned()) {
            add(lanes.get(lane), lanes(i.operand(0)).get(lane));
          }
        }
      }
      case Shuffle i -> shuffled(i, lanes);
      case Instruction i when LanesUsed.isLaneByLane(i) -> {
        for (Value operand : i.operands()) {
          List<Map<Load, BitSet>> from = lanes(operand);
          for (int lane = 0; lane < lanes.size() && from.size() == lanes.size(); lane++) {
            add(lanes.get(lane), from.get(lane));
          }
        }
      }
      default -> {}
    }
  }

  private void shuffled(Shuffle i, List<Map<Load, BitSet>> lanes) {
    int first = i.operand(0).type().lanes();
    for (int lane = 0; lane < lanes.size(); lane++) {
      int from = i.mask().get(lane);
      if (from >= 0) {
        Value operand = i.operand(from < first ? 0 : 1);
        add(lanes.get(lane), lanes(operand).get(from < first ? from : from - first));
      }
    }
  }

  private static void add(Map<Load, BitSet> to, Map<Load, BitSet> from) {
    from.forEach((load, lanes) -> to.computeIfAbsent(load, l -> new BitSet()).or(lanes));
  }
}
