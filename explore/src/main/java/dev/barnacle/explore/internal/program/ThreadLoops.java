package dev.barnacle.explore.internal.program;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** The loops of a thread's code, and which private memory matters at their heads. */
public final class ThreadLoops {
  private final ThreadCode code;
  private final BitSet headers = new BitSet();
  private final int[][] phis;
  private final BitSet[] live;

  ThreadLoops(ThreadCode code, int[][] phis) {
    this.code = code;
    this.phis = phis;
    for (int b = 0; b < code.blocks.size(); b++) {
      for (int target : successors(b)) {
        if (target <= b) {
          headers.set(target);
        }
      }
    }
    live = liveness();
  }

  private int[] successors(int block) {
    Code[] list = code.blocks.get(block);
    return list[list.length - 1].targets;
  }

  boolean isHeader(int block) {
    return headers.get(block);
  }

  /** The values that what follows can depend on. */
  long[] snapshot(ThreadState s, int header) {
    BitSet cells = live[header];
    long[] values = new long[cells.cardinality() + phis[header].length];
    int k = 0;
    for (int c = cells.nextSetBit(0); c >= 0; c = cells.nextSetBit(c + 1)) {
      values[k++] = s.memory[c];
    }
    for (int slot : phis[header]) {
      values[k++] = s.slots[slot];
    }
    return values;
  }

  /** For each block the cells of private memory that are read before they are written again. */
  private BitSet[] liveness() {
    int n = code.blocks.size();
    int cells = code.cells;
    BitSet[] in = new BitSet[n];
    for (int b = 0; b < n; b++) {
      in[b] = new BitSet(cells);
    }
    BitSet escaped = escaped();
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int b = n - 1; b >= 0; b--) {
        BitSet now = liveIn(b, in, cells);
        now.or(escaped);
        changed |= !now.equals(in[b]);
        in[b] = now;
      }
    }
    return in;
  }

  private BitSet liveIn(int block, BitSet[] in, int cells) {
    BitSet live = new BitSet(cells);
    for (int next : successors(block)) {
      live.or(in[next]);
    }
    Code[] list = code.blocks.get(block);
    for (int i = list.length - 1; i >= 0; i--) {
      int cell = list[i].a >= 0 ? cell(list[i].a) : -1;
      if (list[i].kind == Code.Kind.RETURN) {
        live.set(0, cells);
      } else if (list[i].kind == Code.Kind.STORE && cell >= 0) {
        live.clear(cell);
      } else if (list[i].kind == Code.Kind.LOAD && cell >= 0) {
        live.set(cell);
      }
    }
    return live;
  }

  /** The cell that a slot always points to, or -1. */
  private int cell(int slot) {
    long value = code.template.get(slot);
    return code.fixed.get(slot) && AddressLayout.isPrivate(value) ? code.cell(value) : -1;
  }

  /** The cells whose address is used other than for a plain load or store. */
  private BitSet escaped() {
    BitSet escaped = new BitSet();
    for (ThreadCode.Move[] moves : code.edgeMoves.values()) {
      for (ThreadCode.Move move : moves) {
        int[] piece = code.piece(cell(move.from()));
        escaped.set(piece[0], piece[1]);
      }
    }
    for (Code[] list : code.blocks) {
      for (Code c : list) {
        boolean plain = c.kind == Code.Kind.LOAD || c.kind == Code.Kind.STORE;
        for (int slot : new int[] {plain ? -1 : c.a, c.b, c.c}) {
          int cell = slot >= 0 ? cell(slot) : -1;
          int[] piece = code.piece(cell);
          escaped.set(piece[0], piece[1]);
        }
      }
    }
    return escaped;
  }

  /** All instructions from a place on, in every block that can come. */
  public List<Code> from(int block, int index) {
    List<Code> all = new ArrayList<>();
    BitSet seen = new BitSet();
    Code[] list = code.blocks.get(block);
    for (int i = index; i < list.length; i++) {
      all.add(list[i]);
    }
    for (int next : successors(block)) {
      collect(next, seen, all);
    }
    return all;
  }

  private void collect(int block, BitSet seen, List<Code> all) {
    if (seen.get(block)) {
      return;
    }
    seen.set(block);
    all.addAll(List.of(code.blocks.get(block)));
    for (int next : successors(block)) {
      collect(next, seen, all);
    }
  }
}
