package dev.barnacle.explore.internal.kernel.item;

import dev.barnacle.explore.internal.kernel.code.Edge;
import dev.barnacle.explore.internal.kernel.code.Lanes;
import dev.barnacle.explore.internal.kernel.code.Op;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Shuffle;
import dev.barnacle.ir.WorkItemQuery;

/** Operations on registers alone. */
final class Registers {
  private Registers() {}

  static long get(Item item, int operand, int lane) {
    return operand < 0
        ? item.place.constants()[~operand + lane]
        : item.registers[item.base[item.depth - 1] + operand + lane];
  }

  static long get(Item item, int operand) {
    return get(item, operand, 0);
  }

  static void set(Item item, Op op, int lane, long value) {
    item.registers[item.base[item.depth - 1] + op.result + lane] = value;
  }

  /** Runs an operation that depends on registers alone; a division is known to be defined. */
  static void compute(Item item, Op op) {
    switch (op.kind) {
      case EXTRACT -> extract(item, op);
      case INSERT -> insert(item, op);
      case SHUFFLE -> shuffle(item, op);
      case QUERY -> query(item, op);
      case CAST -> {
        if (op.bits != op.resultBits && ((Cast) op.source).op() == Cast.Op.BITCAST) {
          regroup(item, op);
        } else {
          lanes(item, op);
        }
      }
      default -> lanes(item, op);
    }
  }

  private static void lanes(Item item, Op op) {
    int count = op.operands.length;
    for (int i = 0; i < op.lanes; i++) {
      long x = get(item, op.a, lane(op, 0, i));
      long y = count > 1 ? get(item, op.b, lane(op, 1, i)) : 0;
      long z = count > 2 ? get(item, op.c, lane(op, 2, i)) : 0;
      set(item, op, i, op.apply(x, y, z));
    }
  }

  private static int lane(Op op, int operand, int lane) {
    return lane == 0 || op.source.operand(operand).type().lanes() == 1 ? 0 : lane;
  }

  /** Regroups the bits of lanes whose sizes differ. */
  private static void regroup(Item item, Op op) {
    for (int i = 0; i < op.lanes; i++) {
      long value = 0;
      for (int filled = 0; filled < op.resultBits; ) {
        int at = i * op.resultBits + filled;
        long source = Lanes.unsigned(get(item, op.a, at / op.bits), op.bits);
        value |= source >>> (at % op.bits) << filled;
        filled += op.bits - at % op.bits;
      }
      set(item, op, i, Lanes.keep(value, op.resultBits, op.resultFloating));
    }
  }

  private static void extract(Item item, Op op) {
    long index = get(item, op.b);
    set(item, op, 0, index >= 0 && index < op.lanes ? get(item, op.a, (int) index) : 0);
  }

  private static void insert(Item item, Op op) {
    long index = get(item, op.c);
    for (int i = 0; i < op.lanes; i++) {
      set(item, op, i, i == index ? get(item, op.b) : get(item, op.a, i));
    }
  }

  private static void shuffle(Item item, Op op) {
    var mask = ((Shuffle) op.source).mask();
    for (int i = 0; i < mask.size(); i++) {
      int from = mask.get(i);
      long value = 0;
      if (from >= 0) {
        value = from < op.lanes ? get(item, op.a, from) : get(item, op.b, from - op.lanes);
      }
      set(item, op, i, value);
    }
  }

  static void copy(Item item, Op op) {
    for (int i = 0; i < op.lanes; i++) {
      set(item, op, i, get(item, op.a, i));
    }
  }

  static void jump(Item item, Edge edge) {
    int base = item.base[item.depth - 1];
    int count = edge.to().length;
    if (count == 1) {
      item.registers[base + edge.to()[0]] = get(item, edge.from()[0]);
    } else if (count > 1) {
      long[] values = new long[count];
      for (int i = 0; i < count; i++) {
        values[i] = get(item, edge.from()[i]);
      }
      for (int i = 0; i < count; i++) {
        item.registers[base + edge.to()[i]] = values[i];
      }
    }
    item.next[item.depth - 1] = edge.target();
  }

  private static void query(Item item, Op op) {
    WorkItemQuery query = (WorkItemQuery) op.source;
    long dimension = query.kind().dimensional() ? Lanes.unsigned(get(item, op.a), 32) : 0;
    int d = dimension < 3 ? (int) dimension : 3;
    set(item, op, 0, item.place.range().of(query.kind(), d));
  }
}
