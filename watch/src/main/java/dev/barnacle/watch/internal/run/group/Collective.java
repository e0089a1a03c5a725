package dev.barnacle.watch.internal.run.group;

import dev.barnacle.ir.FloatType;
import dev.barnacle.ir.GroupOperation;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.Type;
import dev.barnacle.watch.internal.run.exec.Group;
import dev.barnacle.watch.internal.run.kernel.CutSite;
import dev.barnacle.watch.internal.run.kernel.KernelCode;
import dev.barnacle.watch.internal.run.kernel.KernelFacts;
import dev.barnacle.watch.internal.run.math.SoftArithmetic;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.IntPredicate;

/**
 * Completes a collective operation: each work-item's operand stands where its result is to be.
 * Values of a sub-group are combined in the order in which lanes of vectors combine them, those of
 * a work-group in the order of the local linear ids, so that sums of floating-point numbers are the
 * same under both engines.
 */
final class Collective {
  private final GroupOperation operation;
  private final CutSite.StateSlot slot;
  private final Group group;
  private final KernelFacts.StateCounts counts;
  private final boolean inOrder;
  private final int fullSize;

  private Collective(CutSite site, Group group, KernelCode code, boolean inOrder, int fullSize) {
    this.operation = code.operation(site);
    this.slot = Objects.requireNonNull(site.result());
    this.group = group;
    this.counts = code.facts().counts();
    this.inOrder = inOrder;
    this.fullSize = fullSize;
  }

  /** Makes one of a work-group. */
  static Collective ofGroup(CutSite site, Group group, KernelCode code) {
    return new Collective(site, group, code, true, 0);
  }

  /**
   * Makes one of a sub-group.
   *
   * @param fullSize work-items of a full sub-group
   */
  static Collective ofSubGroup(CutSite site, Group group, KernelCode code, int fullSize) {
    return new Collective(site, group, code, false, fullSize);
  }

  /** Computes the results of the work-items from {@code first} to before {@code end}. */
  void complete(int first, int end) {
    for (int lane = 0; lane < slot.lanes(); lane++) {
      complete(first, end, slot.index() + lane);
    }
  }

  /**
   * Computes the results of the work-items of a sub-group that came to a shuffle together; a value
   * of one that did not is undefined, and 0 here.
   *
   * @param first the sub-group's first work-item
   * @param takesPart who did
   */
  void shuffle(int first, int end, IntPredicate takesPart) {
    for (int lane = 0; lane < slot.lanes(); lane++) {
      int index = slot.index() + lane;
      Number[] values = new Number[end - first];
      for (int i = 0; i < values.length; i++) {
        values[i] = takesPart.test(first + i) ? get(first + i, index) : (Number) 0;
      }
      Number[] results = broadcast(values, first);
      for (int i = 0; i < values.length; i++) {
        if (takesPart.test(first + i)) {
          put(first + i, index, results[i]);
        }
      }
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
    return switch (operation.op()) {
      case ALL -> same(values, Arrays.stream(values).allMatch(v -> v.longValue() != 0) ? 1 : 0);
      case ANY -> same(values, Arrays.stream(values).anyMatch(v -> v.longValue() != 0) ? 1 : 0);
      case BROADCAST, SHUFFLE -> broadcast(values, first);
      case REDUCE -> same(values, total(values));
      case SCAN_INCLUSIVE -> scan(values);
      case SCAN_EXCLUSIVE -> inOrder ? before(values) : exclusive(scan(values));
    };
  }

  private static Number[] same(Number[] values, Number result) {
    Number[] results = new Number[values.length];
    Arrays.fill(results, result);
    return results;
  }

  private Number[] broadcast(Number[] values, int first) {
    Number[] results = new Number[values.length];
    for (int i = 0; i < values.length; i++) {
      results[i] = values[Math.floorMod(group.senders()[first + i], values.length)];
    }
    return results;
  }

  /** Combines first what is half a sub-group apart, then a quarter, and so on. */
  private Number total(Number[] values) {
    if (inOrder) {
      return scan(values)[values.length - 1];
    }
    Number[] left = values.clone();
    for (int step = fullSize / 2; step >= 1; step /= 2) {
      for (int i = 0; i < step && i + step < left.length; i++) {
        left[i] = combine(left[i], left[i + step]);
      }
    }
    return left[0];
  }

  /** Combines each value with the one before, then with the one before those two, and so on. */
  private Number[] scan(Number[] values) {
    Number[] scan = values.clone();
    if (inOrder) {
      for (int i = 1; i < scan.length; i++) {
        scan[i] = combine(scan[i - 1], scan[i]);
      }
      return scan;
    }
    for (int step = 1; step < scan.length; step *= 2) {
      for (int i = scan.length - 1; i >= step; i--) {
        scan[i] = combine(scan[i - step], scan[i]);
      }
    }
    return scan;
  }

  /** Gives each what the values before its own make, beginning with the identity. */
  private Number[] before(Number[] values) {
    Number[] results = new Number[values.length];
    Number sum = identity();
    for (int i = 0; i < values.length; i++) {
      results[i] = sum;
      sum = combine(sum, values[i]);
    }
    return results;
  }

  private Number[] exclusive(Number[] scan) {
    Number[] results = new Number[scan.length];
    results[0] = identity();
    System.arraycopy(scan, 0, results, 1, scan.length - 1);
    return results;
  }

  private Number combine(Number a, Number b) {
    Type type = operation.type().scalar();
    return switch (operation.combine()) {
      case NONE -> b;
      case ADD -> type instanceof FloatType f ? sum(f, a, b) : wrap(a.longValue() + b.longValue());
      case MIN -> less(a, b) ? a : b;
      case MAX -> less(b, a) ? a : b;
      case UMIN -> Long.compareUnsigned(a.longValue(), b.longValue()) < 0 ? a : b;
      case UMAX -> Long.compareUnsigned(a.longValue(), b.longValue()) < 0 ? b : a;
    };
  }

  private static Number sum(FloatType type, Number a, Number b) {
    return switch (type.bits()) {
      case 64 -> a.doubleValue() + b.doubleValue();
      case 32 -> a.floatValue() + b.floatValue();
      default -> SoftArithmetic.roundToHalf(a.floatValue() + b.floatValue());
    };
  }

  private boolean less(Number a, Number b) {
    return operation.type().isFloat()
        ? a.doubleValue() < b.doubleValue() || Double.isNaN(b.doubleValue())
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
