package dev.barnacle.explore.internal.kernel.item;

import dev.barnacle.explore.internal.kernel.code.Edge;
import dev.barnacle.explore.internal.kernel.code.Lanes;
import dev.barnacle.explore.internal.kernel.code.Op;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.Shuffle;
import dev.barnacle.ir.WorkItemQuery;
import java.lang.invoke.MethodHandle;
import java.util.Objects;

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
      case BINARY -> binary(item, op);
      case NEGATE -> negate(item, op);
      case COPY -> copy(item, op);
      case COMPARE -> compare(item, op);
      case CAST -> cast(item, op);
      case SELECT -> select(item, op);
      case INTRINSIC -> intrinsic(item, op);
      case EXTRACT -> extract(item, op);
      case INSERT -> insert(item, op);
      case SHUFFLE -> shuffle(item, op);
      case QUERY -> query(item, op);
      case POINTER_ADD -> pointerAdd(item, op);
      default -> throw new IllegalArgumentException(op.kind.toString());
    }
  }

  private static void binary(Item item, Op op) {
    Binary.Op what = ((Binary) op.source).op();
    for (int i = 0; i < op.lanes; i++) {
      long x = get(item, op.a, i);
      long y = get(item, op.b, i);
      set(
          item,
          op,
          i,
          op.floating ? Lanes.floating(what, x, y, op.bits) : Lanes.integer(what, x, y, op.bits));
    }
  }

  private static void compare(Item item, Op op) {
    Compare.Predicate predicate = ((Compare) op.source).predicate();
    for (int i = 0; i < op.lanes; i++) {
      boolean holds = Lanes.compare(predicate, get(item, op.a, i), get(item, op.b, i), op.bits);
      set(item, op, i, holds ? -1 : 0);
    }
  }

  private static void cast(Item item, Op op) {
    Cast.Op what = ((Cast) op.source).op();
    if (what == Cast.Op.BITCAST) {
      bitcast(item, op);
      return;
    }
    for (int i = 0; i < op.lanes; i++) {
      set(item, op, i, Lanes.cast(what, get(item, op.a, i), op.bits, op.resultBits));
    }
  }

  /** Regroups bits: lanes of other sizes, floating-point numbers as integers and back. */
  private static void bitcast(Item item, Op op) {
    for (int i = 0; i < op.lanes; i++) {
      long value = 0;
      for (int filled = 0; filled < op.resultBits; ) {
        int at = i * op.resultBits + filled;
        long source = Lanes.unsigned(get(item, op.a, at / op.bits), op.bits);
        value |= source >>> (at % op.bits) << filled;
        filled += op.bits - at % op.bits;
      }
      set(item, op, i, keep(value, op.resultBits, op.resultFloating));
    }
  }

  /** Returns bits as a register keeps them. */
  static long keep(long value, int bits, boolean floating) {
    return floating ? Lanes.unsigned(value, bits) : Lanes.signed(value, bits);
  }

  private static void select(Item item, Op op) {
    for (int i = 0; i < op.lanes; i++) {
      boolean first = get(item, op.a, op.bits == 1 ? 0 : i) != 0;
      set(item, op, i, get(item, first ? op.b : op.c, i));
    }
  }

  private static void intrinsic(Item item, Op op) {
    MethodHandle function = Objects.requireNonNull(op.function);
    int count = op.operands.length;
    for (int i = 0; i < op.lanes; i++) {
      long x = get(item, op.a, i);
      long y = count > 1 ? get(item, op.b, lane(op, 1, i)) : 0;
      long z = count > 2 ? get(item, op.c, lane(op, 2, i)) : 0;
      try {
        set(item, op, i, (long) function.invokeExact(x, y, z));
      } catch (RuntimeException | Error e) {
        throw e;
      } catch (Throwable e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private static int lane(Op op, int operand, int lane) {
    return op.source.operand(operand).type().lanes() == 1 ? 0 : lane;
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

  private static void negate(Item item, Op op) {
    for (int i = 0; i < op.lanes; i++) {
      set(item, op, i, get(item, op.a, i) ^ (1L << (op.bits - 1)));
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

  private static void pointerAdd(Item item, Op op) {
    for (int i = 0; i < op.lanes; i++) {
      set(
          item,
          op,
          i,
          get(item, op.a, i) + get(item, op.b, op.source.operand(1).type().lanes() == 1 ? 0 : i));
    }
  }
}
