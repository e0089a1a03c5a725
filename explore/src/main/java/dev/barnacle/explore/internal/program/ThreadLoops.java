package dev.barnacle.explore.internal.program;

import dev.barnacle.explore.internal.kernel.code.Edge;
import dev.barnacle.explore.internal.kernel.code.LoopHead;
import dev.barnacle.explore.internal.kernel.code.Op;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The loops of a thread's code, and which private memory matters at their heads. */
public final class ThreadLoops {
  private final ThreadCode code;
  private final Map<Integer, List<Op>> from = new ConcurrentHashMap<>();

  /** For each loop the cells of private memory that are read before they are written again. */
  private final List<BitSet> live = new ArrayList<>();

  ThreadLoops(ThreadCode code) {
    this.code = code;
    BitSet heads = new BitSet();
    for (Op op : code.ops) {
      for (Edge edge : op.edges) {
        if (edge.loop() != null) {
          heads.set(edge.target());
        }
      }
    }
    if (!heads.isEmpty()) {
      BitSet[] in = liveness();
      for (int h = heads.nextSetBit(0); h >= 0; h = heads.nextSetBit(h + 1)) {
        live.add(in[h]); // loops are numbered as they begin
      }
    }
  }

  /** Returns how many loops there are. */
  int count() {
    return live.size();
  }

  /** The values that what follows a loop's head can depend on. */
  long[] snapshot(ThreadState s, LoopHead head) {
    BitSet cells = live.get(head.number());
    long[] values = new long[cells.cardinality() + head.live().length];
    int k = 0;
    for (int c = cells.nextSetBit(0); c >= 0; c = cells.nextSetBit(c + 1)) {
      values[k++] = s.memory[c];
    }
    for (int slot : head.live()) {
      values[k++] = s.slots[slot];
    }
    return values;
  }

  /** For each operation the cells of private memory that are read before they are written again. */
  private BitSet[] liveness() {
    BitSet[] in = new BitSet[code.ops.length];
    BitSet escaped = escaped();
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int i = in.length - 1; i >= 0; i--) {
        BitSet now = liveIn(i, in);
        now.or(escaped);
        changed |= !now.equals(in[i]);
        in[i] = now;
      }
    }
    return in;
  }

  private BitSet liveIn(int at, BitSet[] in) {
    BitSet live = new BitSet();
    Op op = code.ops[at];
    for (Edge edge : op.edges) {
      if (in[edge.target()] != null) {
        live.or(in[edge.target()]);
      }
    }
    if (op.falls()) {
      live.or(in[at + 1]);
    } else if (op.edges.length == 0) {
      live.set(0, code.memory.length);
    }
    int cell = ThreadCode.isPlain(op) ? cell(op.a) : -1;
    if (cell >= 0) {
      live.set(cell, op.kind == Op.Kind.LOAD);
    }
    return live;
  }

  /** The cell that a slot always points to, or -1. */
  private int cell(int slot) {
    return code.fixed.get(slot) ? code.cell(code.template[slot]) : -1;
  }

  /** The cells whose address is used other than for a plain load or store. */
  private BitSet escaped() {
    BitSet escaped = new BitSet();
    for (Op op : code.ops) {
      for (Edge edge : op.edges) {
        for (int register : edge.from()) {
          code.cells.mark(register, escaped);
        }
      }
      for (int k = ThreadCode.isPlain(op) ? 1 : 0; k < op.operands.length; k++) {
        code.cells.mark(op.operands[k], escaped);
      }
    }
    return escaped;
  }

  /** All operations that can come from a place on, this one included. */
  public List<Op> from(int place) {
    return from.computeIfAbsent(place, this::follow);
  }

  private List<Op> follow(int place) {
    BitSet seen = new BitSet();
    List<Integer> left = new ArrayList<>(List.of(place));
    while (!left.isEmpty()) {
      int at = left.removeLast();
      for (boolean on = true; on && !seen.get(at); at++) {
        seen.set(at);
        for (Edge edge : code.ops[at].edges) {
          left.add(edge.target());
        }
        on = code.ops[at].falls();
      }
    }
    List<Op> all = new ArrayList<>();
    for (int i = seen.nextSetBit(0); i >= 0; i = seen.nextSetBit(i + 1)) {
      all.add(code.ops[i]);
    }
    return all;
  }
}
