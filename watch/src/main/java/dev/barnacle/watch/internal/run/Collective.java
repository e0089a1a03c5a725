package dev.barnacle.watch.internal.run;

import dev.barnacle.ir.FloatType;
import dev.barnacle.ir.GroupOperation;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.Type;
import java.util.Arrays;

/**
 * Completes a collective operation of a sub-group: each work-item's operand stands where its result
 * is to be.
 */
final class Collective {
  private final GroupOperation operation;
  private final CutSite.StateSlot slot;
  private final Group group;
  private final KernelCode.StateCounts counts;

  Collective(
      GroupOperation operation,
      CutSite.StateSlot slot,
      Group group,
      KernelCode.StateCounts counts) {
    this.operation = operation;
    this.slot = slot;
    this.group = group;
    this.counts = counts;
  }

  /** Computes the results of the work-items from {@code first} to before {@code end}. */
  void complete(int first, int end) {
    for (int lane = 0; lane < slot.lanes(); lane++) {
      complete(first, end, slot.index() + lane);
    }
  }

  private void complete(int first, int end, int index) {
    Number[] values = new Number[end - first];
    for (int i = 0; i < values.length; i++) {
      values[i] = get(first + i, index);
    }
    Number[] results = results(values, first);
    for (int i = 0; i < values.length; i++) {
      put(first + i, index, results[i]);
    }
  }

  private Number[] results(Number[] values, int first) {
    Number[] results = new Number[values.length];
    Number all = values[0];
    for (int i = 0; i < values.length; i++) {
      Number before = i == 0 ? identity() : all;
      all = i == 0 ? values[0] : combine(all, values[i]);
      results[i] =
          switch (operation.op()) {
            case SCAN_EXCLUSIVE -> before;
            case SCAN_INCLUSIVE -> all;
            case BROADCAST -> values[Math.floorMod(group.senders()[first + i], values.length)];
            default -> all;
          };
    }
    if (operation.op() == GroupOperation.Op.REDUCE
        || operation.op() == GroupOperation.Op.ALL
        || operation.op() == GroupOperation.Op.ANY) {
      Arrays.fill(results, truth(all, values));
    }
    return results;
  }

  private Number truth(Number all, Number[] values) {
    return switch (operation.op()) {
      case ALL -> Arrays.stream(values).allMatch(v -> v.longValue() != 0) ? 1 : 0;
      case ANY -> Arrays.stream(values).anyMatch(v -> v.longValue() != 0) ? 1 : 0;
      default -> all;
    };
  }

  private Number combine(Number a, Number b) {
    Type type = operation.type().scalar();
    return switch (operation.combine()) {
      case NONE -> b;
      case ADD -> type instanceof FloatType f ? sum(f, a, b) : wrap(a.longValue() + b.longValue());
      case MIN -> less(a, b) ? a : b;
      case MAX -> less(a, b) ? b : a;
      case UMIN -> Long.compareUnsigned(a.longValue(), b.longValue()) < 0 ? a : b;
      case UMAX -> Long.compareUnsigned(a.longValue(), b.longValue()) < 0 ? b : a;
    };
  }

  private static Number sum(FloatType type, Number a, Number b) {
    return switch (type.bits()) {
      case 64 -> a.doubleValue() + b.doubleValue();
      case 32 -> a.floatValue() + b.floatValue();
      default -> Numbers.roundToHalf(a.floatValue() + b.floatValue());
    };
  }

  private boolean less(Number a, Number b) {
    return operation.type().isFloat()
        ? a.doubleValue() < b.doubleValue()
        : a.longValue() < b.longValue();
  }

  private Number wrap(long value) {
    return operation.type().scalar() instanceof IntType type ? type.normalize(value) : value;
  }

  /** Returns what an exclusive scan starts with (OpenCL C, "Work-group Collective Functions"). */
  private Number identity() {
    boolean floating = operation.type().isFloat();
    int bits = operation.type().scalar() instanceof IntType type ? type.bits() : 64;
    long most = bits == 64 ? Long.MAX_VALUE : (1L << (bits - 1)) - 1;
    return switch (operation.combine()) {
      case MIN -> floating ? (Number) Double.POSITIVE_INFINITY : (Number) most;
      case MAX -> floating ? (Number) Double.NEGATIVE_INFINITY : (Number) (-most - 1);
      case UMIN -> -1L;
      default -> 0;
    };
  }

  private Number get(int item, int index) {
    return switch (operation.type().scalar()) {
      case FloatType f ->
          f.bits() == 64
              ? (Number) group.doubles()[item * counts.doubles() + index]
              : (Number) group.floats()[item * counts.floats() + index];
      case IntType i ->
          i.bits() == 64
              ? (Number) group.longs()[item * counts.longs() + index]
              : (Number) group.ints()[item * counts.ints() + index];
      default -> group.longs()[item * counts.longs() + index];
    };
  }

  private void put(int item, int index, Number value) {
    switch (operation.type().scalar()) {
      case FloatType f -> {
        if (f.bits() == 64) {
          group.doubles()[item * counts.doubles() + index] = value.doubleValue();
        } else {
          group.floats()[item * counts.floats() + index] = value.floatValue();
        }
      }
      case IntType i -> {
        if (i.bits() == 64) {
          group.longs()[item * counts.longs() + index] = value.longValue();
        } else {
          group.ints()[item * counts.ints() + index] = value.intValue();
        }
      }
      default -> group.longs()[item * counts.longs() + index] = value.longValue();
    }
  }
}
