package dev.barnacle.explore.internal.program;

import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.internal.kernel.code.Op;
import dev.barnacle.ir.MemoryCopy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Takes accesses apart that are not atomic, copies and fills, so that all of a memory have one
 * size.
 */
final class AccessPieces {
  private static final int WORD = 64;

  private final ThreadMaker thread;
  private final ThreadValues values;
  private final PointerBases bases;
  private final ElementSizes sizes;

  /** The operations that the block becomes which is looked at. */
  private List<Op> ops = new ArrayList<>();

  AccessPieces(ThreadMaker thread, PointerBases bases, ElementSizes sizes) {
    this.thread = thread;
    this.values = thread.values;
    this.bases = bases;
    this.sizes = sizes;
  }

  /** Takes all apart. */
  void split() throws ExploreException {
    for (ThreadBlock block : thread.blocks()) {
      ops = new ArrayList<>();
      for (Op op : block.ops) {
        switch (op.kind) {
          case LOAD -> load(op);
          case STORE -> store(op);
          case MEMORY_COPY -> copy(op);
          case MEMORY_FILL -> fill(op);
          default -> ops.add(op);
        }
      }
      block.ops.clear();
      block.ops.addAll(ops);
    }
  }

  private int unit(Op at, int pointer) throws ExploreException {
    return sizes.bytes(bases.of(at, pointer));
  }

  private void load(Op op) throws ExploreException {
    int unit = unit(op, op.a);
    if (unit >= op.elementBytes()) {
      ops.add(op);
      return;
    }
    int[] pieces = loads(op, op.a, 0, op.elementBytes(), unit);
    Op whole = regroup(op, 8 * unit, op.bits, 0).lane(op.result, pieces);
    whole.resultFloating = op.floating;
    ops.add(whole);
  }

  private void store(Op op) throws ExploreException {
    int unit = unit(op, op.a);
    if (unit >= op.elementBytes()) {
      ops.add(op);
    } else {
      stores(op, op.a, 0, unit, op.bits, op.b);
    }
  }

  private void copy(Op op) throws ExploreException {
    int target = unit(op, op.a);
    int source = unit(op, op.b);
    int word = Math.max(target, source);
    long size = ElementSizes.size(values, op);
    boolean overlapping = ((MemoryCopy) op.source).overlapping();
    List<int[]> words = new ArrayList<>();
    for (int at = 0; at < size; at += word) {
      words.add(loads(op, op.b, at, word, source));
      if (!overlapping) {
        stores(op, op.a, at, target, 8 * source, words.getLast());
      }
    }
    for (int k = 0; overlapping && k < words.size(); k++) {
      stores(op, op.a, k * word, target, 8 * source, words.get(k));
    }
  }

  private void fill(Op op) throws ExploreException {
    int unit = unit(op, op.a);
    int[] bytes = new int[unit];
    Arrays.fill(bytes, op.b);
    long size = ElementSizes.size(values, op);
    for (int at = 0; at < size; at += unit) {
      stores(op, op.a, at, unit, 8, bytes);
    }
  }

  /** Loads so many bytes, in pieces of a size, and returns their registers. */
  private int[] loads(Op like, int pointer, int offset, int count, int unit) {
    int[] pieces = new int[count / unit];
    for (int k = 0; k < pieces.length; k++) {
      int at = address(like, pointer, offset + k * unit);
      pieces[k] = values.register();
      ops.add(Op.of(Op.Kind.LOAD, like.source, null, 8 * unit, pieces[k], at));
    }
    return pieces;
  }

  /** Stores registers of some bits, one after the other, in pieces of a size. */
  private void stores(Op like, int pointer, int offset, int unit, int bits, int... from) {
    for (int at = 0; at < bits / 8 * from.length; at += unit) {
      int first = 8 * at / bits;
      int[] parts = Arrays.copyOfRange(from, first, first + Math.max(1, 8 * unit / bits));
      int value =
          8 * unit == bits ? parts[0] : value(regroup(like, bits, 8 * unit, 8 * at % bits), parts);
      int address = address(like, pointer, offset + at);
      ops.add(Op.of(Op.Kind.STORE, like.source, null, 8 * unit, -1, address, value));
    }
  }

  private static Op regroup(Op like, int bits, int resultBits, int shift) {
    Op op = Op.of(Op.Kind.REGROUP, like.source, null, bits, -1);
    op.resultBits = resultBits;
    op.shift = shift;
    return op;
  }

  private int address(Op like, int pointer, long offset) {
    if (offset == 0) {
      return pointer;
    }
    int by = values.register(values.of(offset), false);
    return value(Op.of(Op.Kind.POINTER_ADD, like.source, null, WORD, -1), pointer, by);
  }

  /** Returns the register of what an operation gives, which is added unless that is known. */
  private int value(Op op, int... registers) {
    if (Arrays.stream(registers).allMatch(values.fixed::get)) {
      long[] known = Arrays.stream(registers).mapToLong(values.template::get).toArray();
      boolean bits = op.kind == Op.Kind.REGROUP;
      return values.register(values.of(bits ? op.regroup(known) : known[0] + known[1]), false);
    }
    Op added = op.lane(values.register(), registers);
    ops.add(added);
    return added.result;
  }
}
