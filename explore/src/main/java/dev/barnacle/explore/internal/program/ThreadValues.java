package dev.barnacle.explore.internal.program;

import dev.barnacle.explore.internal.kernel.code.Op;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The values of a thread that is being made. One that is not negative is the number of a register;
 * the others are the complements of numbers of values that are known. A register that a known value
 * is in never changes.
 */
final class ThreadValues {
  /** The value that nothing was given to. */
  static final int UNDEFINED = ~0;

  /** The content of a register that never changes. */
  private record Constant(long bits, boolean truth) {}

  private final List<Long> known = new ArrayList<>(List.of(0L));
  private final Map<Long, Integer> numbers = new HashMap<>();
  private final Map<Constant, Integer> registers = new HashMap<>();

  /** The first values of the registers. */
  final List<Long> template = new ArrayList<>();

  /** The registers that never change. */
  final BitSet fixed = new BitSet();

  /** Those of them that hold truth values, not numbers. */
  final BitSet truths = new BitSet();

  private boolean undefined;

  /** Returns a known value. */
  int of(long bits) {
    Integer number = numbers.get(bits);
    if (number == null) {
      number = known.size();
      known.add(bits);
      numbers.put(bits, number);
    }
    return ~number;
  }

  /** Returns whether a value is known. */
  static boolean isKnown(int value) {
    return value < UNDEFINED;
  }

  /** Returns the bits of a known value. */
  long bits(int value) {
    return known.get(~value);
  }

  /** Returns a register of its own. */
  int register() {
    template.add(0L);
    return template.size() - 1;
  }

  /** Returns the register that a value is in. */
  int register(int value, boolean truth) {
    if (value >= 0) {
      return value;
    }
    Constant constant = new Constant(bits(value), truth);
    Integer register = registers.get(constant);
    if (register == null) {
      register = register();
      registers.put(constant, register);
      template.set(register, constant.bits());
      fixed.set(register);
      truths.set(register, truth);
    }
    return register;
  }

  /** Returns the registers of what an operation uses. */
  int[] registers(Op op, int... values) {
    int[] all = new int[values.length];
    for (int k = 0; k < all.length; k++) {
      undefined |= values[k] == UNDEFINED;
      all[k] = register(values[k], isTruth(op, k));
    }
    return all;
  }

  private static boolean isTruth(Op op, int operand) {
    return switch (op.kind) {
      case SELECT -> operand == 0 || op.resultBits == 1;
      case BRANCH, REQUIRED -> true;
      case BINARY, COMPARE, CAST -> op.bits == 1;
      default -> false;
    };
  }

  /** Returns whether an operation uses what nothing was given to. */
  boolean areUndefined() {
    return undefined;
  }
}
