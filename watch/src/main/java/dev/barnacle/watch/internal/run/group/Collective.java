package dev.barnacle.watch.internal.run.group;

import dev.barnacle.ir.FloatType;
import dev.barnacle.ir.GroupOperation;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.IntType;
import dev.barnacle.watch.internal.run.exec.Group;
import dev.barnacle.watch.internal.run.kernel.CutSite;
import dev.barnacle.watch.internal.run.kernel.KernelCode;
import dev.barnacle.watch.internal.run.kernel.KernelFacts;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.IntPredicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

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
  private final Combination combination;
  private final boolean inOrder;
  private final int fullSize;

  private Collective(CutSite site, Group group, KernelCode code, boolean inOrder, int fullSize) {
    this.operation = code.operation(site);
    this.slot = Objects.requireNonNull(site.result());
    this.group = group;
    this.counts = code.facts().counts();
    this.combination = new Combination(operation.combine(), operation.type().scalar());
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

  /**
   * Computes the results of the work-items of a range that came to the operation together.
   *
   * @param first the first work-item of the range
   * @param end the number behind the last one's
   * @param takesPart who came
   */
  void complete(int first, int end, IntPredicate takesPart) {
    for (int lane = 0; lane < slot.lanes(); lane++) {
      int index = slot.index() + lane;
      @Nullable Number[] values = new Number[inOrder ? end - first : fullSize];
      for (int i = 0; i < end - first; i++) {
        values[i] = takesPart.test(first + i) ? get(first + i, index) : null;
      }
      Number[] results = results(values, first, end);
      for (int i = 0; i < end - first; i++) {
        if (takesPart.test(first + i)) {
          put(first + i, index, results[i]);
        }
      }
    }
  }

  private Number[] results(@Nullable Number[] values, int first, int end) {
    return switch (operation.op().uniform()) {
      case ALL -> same(values, present(values).allMatch(v -> v.longValue() != 0) ? 1 : 0);
      case ANY -> same(values, present(values).anyMatch(v -> v.longValue() != 0) ? 1 : 0);
      case BALLOT -> same(values, ballot(values));
      case BROADCAST_FIRST -> same(values, present(values).findFirst().orElse(0));
      case BROADCAST, SHUFFLE -> broadcast(values, first, end);
      case REDUCE -> same(values, total(values));
      case SCAN_INCLUSIVE -> scan(values);
      case SCAN_EXCLUSIVE -> inOrder ? before(values) : exclusive(values);
      default -> clusters(values);
    };
  }

  private static Stream<Number> present(@Nullable Number[] values) {
    return Arrays.stream(values).filter(Objects::nonNull).map(Objects::requireNonNull);
  }

  private static Number[] same(@Nullable Number[] values, Number result) {
    Number[] results = new Number[values.length];
    Arrays.fill(results, result);
    return results;
  }

  private static long ballot(@Nullable Number[] values) {
    long bits = 0;
    for (int i = 0; i < values.length; i++) {
      Number value = values[i];
      bits |= value != null && value.longValue() != 0 ? 1L << i : 0;
    }
    return bits;
  }

  /**
   * Returns the values that the senders give; that of one that did not come is undefined, and 0
   * here.
   */
  private Number[] broadcast(@Nullable Number[] values, int first, int end) {
    Number[] results = new Number[values.length];
    for (int i = 0; i < end - first; i++) {
      Number value = values[Math.floorMod(group.senders()[first + i], end - first)];
      results[i] = value == null ? (Number) 0 : value;
    }
    return results;
  }

  /** Returns values with what changes nothing where none came. */
  private Number[] filled(@Nullable Number[] values) {
    Number[] filled = new Number[values.length];
    for (int i = 0; i < values.length; i++) {
      Number value = values[i];
      filled[i] = value == null ? combination.neutral() : value;
    }
    return filled;
  }

  /** Combines first what is half a sub-group apart, then a quarter, and so on. */
  private Number total(@Nullable Number[] values) {
    if (inOrder) {
      return scan(values)[values.length - 1];
    }
    Number[] left = filled(values);
    for (int step = fullSize / 2; step >= 1; step /= 2) {
      for (int i = 0; i < step; i++) {
        left[i] = combination.of(left[i], left[i + step]);
      }
    }
    return left[0];
  }

  /** Combines first what is half a cluster apart, so that all of a cluster get the same. */
  private Number[] clusters(@Nullable Number[] values) {
    Number[] reduced = filled(values);
    long size = ((IntConstant) operation.operand(1)).unsigned();
    int first = (int) Long.highestOneBit(Math.min(size, fullSize)) / 2;
    for (int step = first; step >= 1; step /= 2) {
      Number[] before = reduced.clone();
      for (int i = 0; i < reduced.length; i++) {
        reduced[i] = combination.of(before[i], before[i ^ step]);
      }
    }
    return reduced;
  }

  /** Combines each value with the one before, then with the one before those two, and so on. */
  private Number[] scan(@Nullable Number[] values) {
    Number[] scan = filled(values);
    if (inOrder) {
      for (int i = 1; i < scan.length; i++) {
        scan[i] = combination.of(scan[i - 1], scan[i]);
      }
      return scan;
    }
    for (int step = 1; step < scan.length; step *= 2) {
      for (int i = scan.length - 1; i >= 0; i--) {
        Number before = i < step ? combination.neutral() : scan[i - step];
        scan[i] = combination.of(before, scan[i]);
      }
    }
    return scan;
  }

  /** Gives each what the values before its own make, beginning with the identity. */
  private Number[] before(@Nullable Number[] values) {
    Number[] all = filled(values);
    Number[] results = new Number[values.length];
    Number sum = combination.identity();
    for (int i = 0; i < values.length; i++) {
      results[i] = sum;
      sum = combination.of(sum, all[i]);
    }
    return results;
  }

  /** Gives each what the scan has before it, and the first that came the identity. */
  private Number[] exclusive(@Nullable Number[] values) {
    Number[] scan = scan(values);
    Number[] results = new Number[scan.length];
    boolean any = false;
    for (int i = 0; i < scan.length; i++) {
      results[i] = any ? scan[i - 1] : combination.identity();
      any |= values[i] != null;
    }
    return results;
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
