package dev.barnacle.explore.internal.program;

import dev.barnacle.explore.internal.kernel.code.Address;
import dev.barnacle.explore.internal.kernel.code.Edge;
import dev.barnacle.explore.internal.kernel.code.Lanes;
import dev.barnacle.explore.internal.kernel.code.Op;
import java.util.BitSet;
import java.util.List;

/**
 * The cells of private memory: one for a variable that is only loaded and stored; otherwise one for
 * each byte, of which an access uses the one at its address, as all accesses of it have one size.
 */
final class PrivateCells {
  private final ThreadCode code;
  private final List<ThreadMaker.Piece> pieces;

  /** For each piece its first cell, and behind them all the number of cells. */
  private final int[] starts;

  /** The pieces that have a cell for each byte. */
  private final BitSet arrays = new BitSet();

  /** The bytes that an access to each piece has. */
  private final int[] bytes;

  /** The registers that are used for more than to be stored. */
  private final BitSet used = new BitSet();

  PrivateCells(ThreadCode code, List<ThreadMaker.Piece> pieces) {
    this.code = code;
    this.pieces = pieces;
    this.starts = new int[pieces.size() + 1];
    this.bytes = new int[pieces.size()];
    for (Op op : code.ops) {
      for (int k = 0; k < op.operands.length; k++) {
        look(op, k);
      }
      for (Edge edge : op.edges) {
        for (int from : edge.from()) {
          used.set(from);
          spread(from);
        }
      }
    }
    for (int p = 0; p < pieces.size(); p++) {
      var memory = pieces.get(p).memory();
      code.privates.put(memory, starts[p]);
      starts[p + 1] = starts[p] + (arrays.get(p) ? Math.toIntExact(memory.byteSize()) : 1);
    }
  }

  private void look(Op op, int operand) {
    int register = op.operands[operand];
    boolean pointer = operand == 0 && ThreadCode.isPlain(op);
    if (op.kind != Op.Kind.STORE || pointer) {
      used.set(register);
    }
    int piece = pointer ? piece(register) : -1;
    if (!pointer) {
      spread(register);
    } else if (piece >= 0) {
      boolean other = bytes[piece] != 0 && bytes[piece] != op.elementBytes();
      bytes[piece] = op.elementBytes();
      arrays.set(piece, arrays.get(piece) || other || Address.offset(code.template[register]) != 0);
    }
  }

  private void spread(int register) {
    int piece = piece(register);
    if (piece >= 0) {
      arrays.set(piece);
    }
  }

  /** Returns the piece that a register always points into, -1 for none. */
  private int piece(int register) {
    return code.fixed.get(register) ? piece(code.template[register]) : -1;
  }

  private int piece(long address) {
    int piece = Address.object(address) - code.firstPrivate;
    return piece >= 0 && piece < pieces.size() ? piece : -1;
  }

  /** Returns whether an address was made of that of a variable. */
  boolean has(long address) {
    return piece(address) >= 0;
  }

  /** Returns whether what an operation gives is used for more than to be stored. */
  boolean isUsed(Op op) {
    return used.get(op.result);
  }

  /** Returns the cell at an address, -1 if there is none. */
  int at(long address) {
    int piece = piece(address);
    long offset = Address.offset(address);
    return piece < 0 || offset < 0 || offset >= starts[piece + 1] - starts[piece]
        ? -1
        : starts[piece] + (int) offset;
  }

  /** Marks the cells of the piece that a register always points into. */
  void mark(int register, BitSet cells) {
    int piece = piece(register);
    if (piece >= 0) {
      cells.set(starts[piece], starts[piece + 1]);
    }
  }

  /** Returns what the cells hold at first. */
  long[] initial() {
    long[] memory = new long[starts[pieces.size()]];
    for (int p = 0; p < bytes.length; p++) {
      byte[] initial = pieces.get(p).initial();
      for (int at = 0; initial != null && at < starts[p + 1] - starts[p]; at++) {
        memory[starts[p] + at] = Lanes.number(initial, at, Math.max(1, bytes[p]));
      }
    }
    return memory;
  }

  /** Returns the cells that nothing was written to. */
  BitSet unset() {
    BitSet unset = new BitSet();
    for (int p = 0; p < pieces.size(); p++) {
      unset.set(starts[p], starts[p + 1], pieces.get(p).initial() == null);
    }
    return unset;
  }
}
