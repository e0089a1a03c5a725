package dev.barnacle.explore.internal.kernel.code;

import java.util.BitSet;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** The registers of a function whose values matter before an operation: later ones use them. */
final class Liveness {
  private final FunctionCode function;
  private final Op[] ops;

  /** The registers that matter where each block begins. */
  private final Map<Integer, BitSet> blocks = new TreeMap<>();

  Liveness(FunctionCode function) {
    this.function = function;
    ops = function.ops;
    blocks.put(0, new BitSet());
    for (Op op : ops) {
      for (Edge edge : op.edges) {
        blocks.putIfAbsent(edge.target(), new BitSet());
      }
    }
    Integer[] starts = blocks.keySet().toArray(new Integer[0]);
    boolean again = true;
    while (again) {
      again = false;
      for (int i = starts.length - 1; i >= 0; i--) {
        BitSet live = before(starts[i]);
        again |= !live.equals(blocks.put(starts[i], live));
      }
    }
  }

  /** Returns the registers that matter before an operation. */
  BitSet before(int at) {
    int end = at;
    while (end + 1 < ops.length && ops[end].falls() && !blocks.containsKey(end + 1)) {
      end++;
    }
    BitSet live = new BitSet(function.registers);
    if (end < ops.length) {
      live.or(after(end));
    }
    for (int i = Math.min(end, ops.length - 1); i >= at; i--) {
      Op op = ops[i];
      if (op.result >= 0) {
        live.clear(op.result, op.result + op.source.type().lanes());
      }
      Ahead.operands(op, live);
    }
    return live;
  }

  private BitSet at(int block) {
    return Objects.requireNonNull(blocks.get(block));
  }

  private BitSet after(int at) {
    BitSet live = new BitSet(function.registers);
    if (at + 1 < ops.length && ops[at].falls()) {
      live.or(at(at + 1));
    }
    for (Edge edge : ops[at].edges) {
      BitSet then = (BitSet) at(edge.target()).clone();
      for (int register : edge.to()) {
        then.clear(register);
      }
      for (int register : edge.from()) {
        if (register >= 0) {
          then.set(register);
        }
      }
      live.or(then);
    }
    return live;
  }
}
