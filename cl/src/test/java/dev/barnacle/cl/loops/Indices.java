package dev.barnacle.cl.loops;

import dev.barnacle.cl.loops.Scope.Variable;
import java.util.Optional;

/**
 * Random indices that are in bounds by how they are made: plain ones, and those that wrap around by
 * a mask, a remainder, a narrow type or shifts.
 */
final class Indices {
  /** Integer arithmetic stays within this, so that it can't overflow. */
  private static final long SAFE = 1 << 28;

  private final Scope scope;

  Indices(Scope scope) {
    this.scope = scope;
  }

  /** An index from 0 to {@code size} − 1. */
  Node below(int size) {
    if (scope.focus && scope.chance(65)) {
      return scope.chance(85) ? wrapped(size) : gaps(size);
    }
    return switch (scope.number(20)) {
      case 0, 1, 2, 3 -> affine(size).orElseGet(() -> wrapped(size));
      case 7 -> reversed(size);
      case 8, 9, 10 -> gaps(size);
      case 11 -> sum(size);
      case 13 -> quotient(size);
      case 14 -> scope.plain() ? wrapped(size) : constant(scope.number(size));
      default -> wrapped(size);
    };
  }

  static Node constant(long value) {
    return Node.value(Scalar.INT, value, value, Long.toString(value));
  }

  /** A counter itself. */
  Node plain(Variable i) {
    return read(i);
  }

  /** A counter times a number, plus a number, where that is surely in bounds. */
  Optional<Node> affine(int size) {
    for (int tries = 0; tries < 6; tries++) {
      Variable i = scope.counter();
      int factor = scope.one(1, 1, 1, 1, 2, 2, 3, 4, 5, 6, 7, 8, 9, -1, -1, -2, -3);
      if (i.low() < -SAFE || i.high() > SAFE) {
        continue;
      }
      long from = Math.min(i.low() * factor, i.high() * factor);
      long to = Math.max(i.low() * factor, i.high() * factor);
      if (to - from >= size) {
        continue;
      }
      int free = (int) Math.min(size - 1 - (to - from), 12);
      long add = (scope.chance(60) ? 0 : scope.number(free + 1)) - from;
      if (add > 0 && scope.chance(20)) {
        add = size - 1 - to;
      }
      return Optional.of(linear(i, factor, add, from + add, to + add));
    }
    return Optional.empty();
  }

  private Node linear(Variable i, int factor, long add, long low, long high) {
    Scalar type = promoted(i.type());
    StringBuilder text = new StringBuilder(i.name());
    if (factor == -1) {
      text = new StringBuilder("(" + add + " - " + i.name() + ")");
      return Node.value(type, low, high, text.toString());
    }
    if (factor != 1) {
      text.append(" * ").append(factor);
    }
    if (add != 0) {
      text.append(add > 0 ? " + " : " - ").append(Math.abs(add));
    }
    return Node.value(type, low, high, "(" + text + ")");
  }

  static Scalar promoted(Scalar type) {
    return type.narrow() ? Scalar.INT : type;
  }

  private Node reversed(int size) {
    Node inner = affine(size).orElseGet(() -> wrapped(size));
    return of(inner, 0, size - 1, "(" + (size - 1) + " - @0)");
  }

  private Node gaps(int size) {
    int gap = scope.one(2, 3, 3, 4, 5, 6, 7, 8, 9);
    int few = size / gap;
    if (few < 2) {
      return wrapped(size);
    }
    int add = scope.number(size - (few - 1) * gap);
    return of(
        wrapped(few),
        add,
        (few - 1L) * gap + add,
        "(@0 * " + gap + (add == 0 ? "" : " + " + add) + ")");
  }

  private Node sum(int size) {
    int part = 1 + scope.number(size - 1);
    Node a = affine(part).orElseGet(() -> wrapped(part));
    Node b = wrapped(size - part + 1);
    return of(a, 0, size - 1, "(@0 + @1)", b);
  }

  private Node quotient(int size) {
    Variable i = scope.counter();
    long divisor = 2L + scope.number(6);
    if (i.low() < 0 || i.high() / divisor >= size) {
      return wrapped(size);
    }
    return Node.value(
        promoted(i.type()), 0, i.high() / divisor, "(" + i.name() + " / " + divisor + ")");
  }

  /** An index that begins again at 0 when it has reached a bound of at most {@code size}. */
  Node wrapped(int size) {
    if (size < 2) {
      return constant(0);
    }
    int bits = 31 - Integer.numberOfLeadingZeros(size);
    int mask = (1 << (scope.chance(75) ? bits : 1 + scope.number(bits))) - 1;
    return switch (scope.focus ? scope.number(11) : scope.number(16)) {
      case 0, 1, 2, 3 -> of(scrambled(), 0, mask, "(@0 & " + mask + ")");
      case 4, 5 -> remainder(size);
      case 6, 7 -> cast(Scalar.UCHAR, size);
      case 8 -> cast(Scalar.USHORT, size);
      case 9 -> signedCast(size);
      case 10 -> shiftPair(bits);
      case 11 -> signedShiftPair(bits);
      case 12 -> of(scrambled(), 0, mask, "((@0 & " + mask + ") ^ " + scope.number(mask + 1) + ")");
      case 13 -> of(scrambled(), 0, mask, "((@0 >> " + (1 + scope.number(4)) + ") & " + mask + ")");
      case 14 -> of(scrambled(), 0, mask, "(" + mask + " - (@0 & " + mask + "))");
      default -> clamped(size);
    };
  }

  private Node remainder(int size) {
    int divisor = scope.chance(60) ? size : 2 + scope.number(size - 1);
    Node value = scrambled();
    if (value.low() < 0) {
      value = of(value, Scalar.UINT, "(uint)@0");
    }
    return of(value, 0, divisor - 1, "(@0 % " + divisor + ")");
  }

  private Node cast(Scalar narrow, int size) {
    Node value = of(scrambled(), narrow, "(" + narrow.text + ")@0");
    if (size > narrow.high && scope.chance(80)) {
      return value;
    }
    int bits = 31 - Integer.numberOfLeadingZeros(size);
    int width = 8 * narrow.bytes;
    return switch (scope.number(3)) {
      case 0 -> of(value, 0, size - 1, "(@0 % " + size + ")");
      case 1 -> {
        int mask = (1 << Math.min(bits, width)) - 1;
        yield of(value, 0, mask, "(@0 & " + mask + ")");
      }
      default -> {
        int shift = Math.max(0, width - bits);
        yield of(value, 0, narrow.high >> shift, "(@0 >> " + shift + ")");
      }
    };
  }

  private Node signedCast(int size) {
    if (size < 256) {
      return cast(Scalar.UCHAR, size);
    }
    return of(scrambled(), 0, 255, "((char)@0 + 128)");
  }

  private Node shiftPair(int bits) {
    int left = 32 - bits;
    int right = left + scope.number(Math.min(2, bits));
    Node value = of(scrambled(), Scalar.UINT, "(uint)@0");
    return of(value, 0, (1L << (32 - right)) - 1, "(@0 << " + left + " >> " + right + ")");
  }

  private Node signedShiftPair(int bits) {
    int left = 32 - bits;
    Node value = of(scrambled(), Scalar.UINT, "(uint)@0");
    return of(
        of(value, Scalar.INT, "(int)(@0 << " + left + ")"),
        0,
        (1L << bits) - 1,
        "((@0 >> " + left + ") + " + (1 << (bits - 1)) + ")");
  }

  private Node clamped(int size) {
    Node value = of(scrambled(), Scalar.INT, "(int)@0");
    return of(value, 0, size - 1, "clamp(@0, 0, " + (size - 1) + ")");
  }

  /** A value made of counters, of any size. */
  Node scrambled() {
    Variable i = scope.counter();
    long factor =
        scope.chance(scope.focus ? 90 : 70)
            ? 2 + scope.number(8)
            : scope.one(13, 16, 31, 64, 100, 127, 129, 254, 255, 257, 1000, 65535);
    long add = scope.one(1, 2, 3, 5, 6, 7, 8, 100, 127, 128, 250, 255, 256, 1021);
    return switch (scope.focus && scope.chance(70) ? scope.number(6) : scope.number(16)) {
      case 0, 1, 2, 3, 14, 15 -> arithmetic(i, "*", factor);
      case 4, 5 -> arithmetic(i, "+", add);
      case 6 -> arithmetic(i, "-", add);
      case 7 -> of(arithmetic(i, "*", factor), Scalar.UINT, "((uint)@0 + " + add + ")");
      case 8 -> of(read(i), Scalar.UINT, "(" + add + "u - (uint)@0)");
      case 9 -> of(read(i), Scalar.UINT, "((uint)@0 << " + (1 + scope.number(15)) + ")");
      case 10 -> of(read(i), Scalar.UINT, "((uint)@0 * @1)", read(scope.counter()));
      case 11 -> of(read(i), Scalar.UINT, "((uint)@0 * m)");
      case 12 ->
          of(arithmetic(i, "*", factor), Scalar.UINT, "((uint)@0 + @1)", read(scope.counter()));
      default -> read(i);
    };
  }

  private static Node read(Variable i) {
    return Node.value(promoted(i.type()), i.low(), i.high(), i.name());
  }

  /** Computes in the counter's own type where that can't overflow, else without a sign. */
  private Node arithmetic(Variable i, String operator, long number) {
    Scalar type = promoted(i.type());
    boolean known = i.low() > -SAFE && i.high() < SAFE;
    long low = known ? apply(operator, i.low(), number) : Long.MIN_VALUE;
    long high = known ? apply(operator, i.high(), number) : Long.MAX_VALUE;
    boolean fits = known && low > -SAFE && high < SAFE;
    String text = i.name() + " " + operator + " " + number;
    if (fits && (low >= 0 || !type.unsigned()) && scope.chance(80)) {
      return Node.value(type, low, high, "(" + text + ")");
    }
    Scalar unsigned = type.work();
    String cast = type == unsigned ? "" : "(" + unsigned.text + ")";
    return Node.value(unsigned, "(" + cast + text + ")");
  }

  private static long apply(String operator, long a, long b) {
    return switch (operator) {
      case "*" -> a * b;
      case "+" -> a + b;
      default -> a - b;
    };
  }

  /** Wraps an integer expression whose type stays. */
  private static Node of(Node inner, long low, long high, String text, Node... more) {
    return Node.value(typeOf(inner), low, high, text, joined(inner, more));
  }

  private static Node of(Node inner, Scalar type, String text, Node... more) {
    return Node.value(type, text, joined(inner, more));
  }

  private static Node[] joined(Node first, Node... more) {
    Node[] all = new Node[more.length + 1];
    all[0] = first;
    System.arraycopy(more, 0, all, 1, more.length);
    return all;
  }

  private static Scalar typeOf(Node node) {
    for (Scalar scalar : Scalar.values()) {
      if (scalar.text.equals(node.type())) {
        return promoted(scalar);
      }
    }
    throw new IllegalStateException(node.type());
  }
}
