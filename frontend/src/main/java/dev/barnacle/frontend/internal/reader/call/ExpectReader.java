package dev.barnacle.frontend.internal.reader.call;

import dev.barnacle.frontend.internal.reader.context.FunctionContext;
import dev.barnacle.ir.FloatConstant;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.Intrinsic;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.VectorConstant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads the expectations of the OpenCL C library's functions: calls of {@code __barnacle_expect_*}
 * give their first argument. An expectation is kept for programs that are watched, and only where
 * it is not plain that it holds. So nobody else pays for it.
 */
final class ExpectReader {
  private static final String PREFIX = "expect_";
  private static final Map<String, Intrinsic.Op> OPS = new HashMap<>();

  static {
    for (Intrinsic.Op op : Intrinsic.Op.values()) {
      if (op.isExpectation()) {
        OPS.put(op.name().toLowerCase(Locale.ROOT), op);
      }
    }
  }

  private final FunctionContext context;

  ExpectReader(FunctionContext context) {
    this.context = context;
  }

  /**
   * Reads a call.
   *
   * @param name the function's name after {@code __barnacle_}
   * @return its result; empty for a function that says nothing of what it expects
   */
  Optional<Value> call(String name, List<Value> arguments) {
    Intrinsic.Op op = name.startsWith(PREFIX) ? OPS.get(name) : null;
    return op == null ? Optional.empty() : Optional.of(expect(op, arguments));
  }

  /** Returns the first of some values, of which a program that is watched says what it expects. */
  Value expect(Intrinsic.Op op, List<? extends Value> values) {
    return context.module().isWatched() && !holds(op, values)
        ? context.builder().add(new Intrinsic(op, values, Set.of()))
        : values.getFirst();
  }

  /** Returns whether the values are constants that are as expected. */
  private static boolean holds(Intrinsic.Op op, List<? extends Value> values) {
    for (int lane = 0; lane < values.getFirst().type().lanes(); lane++) {
      double[] numbers = new double[values.size()];
      for (int i = 0; i < numbers.length; i++) {
        Optional<Double> number = number(values.get(i), lane);
        if (number.isEmpty()) {
          return false;
        }
        numbers[i] = number.get();
      }
      if (!holds(op, numbers)) {
        return false;
      }
    }
    return true;
  }

  private static Optional<Double> number(Value value, int lane) {
    return switch (value) {
      case VectorConstant vector -> number(vector.elements().get(lane), 0);
      case FloatConstant constant -> Optional.of(constant.value());
      case IntConstant constant when constant.value() == (int) constant.value() ->
          Optional.of((double) constant.value());
      default -> Optional.empty();
    };
  }

  /** Those that are seldom constants, or constants of which this tells nothing, are kept. */
  private static boolean holds(Intrinsic.Op op, double... values) {
    return switch (op) {
      case EXPECT_CLAMP, EXPECT_FCLAMP -> values[1] <= values[0];
      // Numbers below 0 are great ones.
      case EXPECT_UCLAMP, EXPECT_STEP -> values[1] <= values[0] && values[1] >= 0;
      case EXPECT_MIX -> values[0] >= 0 && values[0] <= 1;
      case EXPECT_ANGLE -> Math.abs(values[0]) <= 1 << 16;
      case EXPECT_MUL24 -> Math.abs(values[0]) < 1 << 23;
      case EXPECT_UMUL24 -> values[0] >= 0 && values[0] < 1 << 24;
      case EXPECT_BITFIELD ->
          values[0] >= 0 && values[1] >= 0 && values[0] + values[1] <= values[2];
      case EXPECT_FLAGS -> ((long) values[0] & ~(long) values[1]) == 0;
      case EXPECT_COORDINATE -> Double.isFinite(values[0]);
      default -> false;
    };
  }
}
