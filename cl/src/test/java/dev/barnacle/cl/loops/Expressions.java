package dev.barnacle.cl.loops;

import dev.barnacle.cl.loops.Scope.Variable;

/** Random expressions without undefined behaviour. */
final class Expressions {
  /** Integer arithmetic stays within this, so that it can't overflow. */
  private static final long SAFE = 1 << 28;

  /** Integers up to this are exact in a {@code float}, also sums of some. */
  private static final long EXACT = 1 << 20;

  private final Scope scope;
  final Indices indices;

  Expressions(Scope scope) {
    this.scope = scope;
    this.indices = new Indices(scope);
  }

  /** An expression of exactly this type. */
  Node data(Scalar type, int depth) {
    if (type.real()) {
      return clampedReal(type, depth);
    }
    if (depth > 0 && scope.chance(25)) {
      return Node.value(type, "(" + type.text + ")@0", small(depth));
    }
    Node value = work(type.work(), depth);
    return type == type.work() ? value : Node.value(type, "(" + type.text + ")@0", value);
  }

  /** An expression of {@code uint} or {@code ulong}, which may wrap around. */
  Node work(Scalar type, int depth) {
    if (depth <= 0 || (scope.plain() && scope.chance(scope.focus ? 60 : 30))) {
      return leaf(type);
    }
    Node a = work(type, depth - 1);
    return switch (scope.number(20)) {
      case 0, 1, 2, 3, 4 -> pair(type, "+", a, depth);
      case 5, 6 -> pair(type, "-", a, depth);
      case 7 -> pair(type, "*", a, depth);
      case 8, 9 -> pair(type, scope.one("^", "&", "|"), a, depth);
      case 10 -> Node.value(type, "(@0 << " + scope.between(1, 9) + ")", a);
      case 11 -> Node.value(type, "(@0 >> " + scope.between(1, 9) + ")", a);
      case 12 -> Node.value(type, scope.one("min", "max") + "(@0, @1)", a, leaf(type));
      case 13 -> Node.value(type, "(@0 ? @1 : @2)", condition(depth - 1), a, leaf(type));
      case 14 -> {
        Scalar narrow = scope.one(Scalar.UCHAR, Scalar.CHAR, Scalar.USHORT, Scalar.SHORT);
        yield Node.value(type, "(" + type.text + ")(" + narrow.text + ")@0", a);
      }
      case 15 ->
          Node.value(
              type, "(@0 " + scope.one("/", "%") + " " + scope.one("3", "5", "7", "10") + ")", a);
      case 16 -> Node.value(type, "(@0 * " + scope.one(3, 5, 7, 255, 65537) + ")", a);
      case 17 -> Node.value(type, "(" + type.text + ")@0", small(depth));
      case 18 -> averaged(type);
      default -> leaf(type);
    };
  }

  private Node pair(Scalar type, String operator, Node a, int depth) {
    return Node.value(type, "(@0 " + operator + " @1)", a, work(type, depth - 1));
  }

  /** Functions of a narrow type. */
  private Node averaged(Scalar type) {
    Scalar narrow = scope.one(Scalar.UCHAR, Scalar.USHORT, Scalar.CHAR, Scalar.SHORT);
    String function = scope.one("add_sat", "sub_sat", "rhadd", "hadd", "abs_diff", "max", "min");
    return Node.value(
        type, "(" + type.text + ")" + function + "(@0, @1)", data(narrow, 0), data(narrow, 0));
  }

  private Node leaf(Scalar type) {
    String cast = "(" + type.text + ")";
    return switch (scope.number(14)) {
      case 0, 1, 2, 3, 4, 5, 10, 11, 12, 13 ->
          Node.value(type, cast + "@0", load(scope.readable(), false));
      case 6, 7 -> Node.value(type, cast + scope.counter().name());
      case 8 ->
          scope.values.isEmpty()
              ? Node.value(type, cast + scope.number(1000))
              : Node.value(type, cast + integer(scope.one(scope.values)));
      default -> Node.value(type, cast + scope.one("1", "3", "7", "255", "256", "1000", "m"));
    };
  }

  private static String integer(Variable value) {
    return value.type().real() ? "(int)" + value.name() : value.name();
  }

  /** An element of a space; of one of floating point as an integer, unless that is asked for. */
  Node load(Space space, boolean real) {
    Node element = space.at(indices.below(space.size()));
    return space.type().real() && !real
        ? Node.value(Scalar.INT, space.type().low, space.type().high, "(int)@0", element)
        : element;
  }

  /** An {@code int} that stays small, so that its arithmetic can have signs. */
  Node small(int depth) {
    if (depth <= 0) {
      return smallLeaf();
    }
    Node a = small(depth - 1);
    Node b = small(depth - 1);
    String operator = scope.one("+", "+", "-", "-", "*", "min", "max", "?");
    return switch (operator) {
      case "min", "max" ->
          Node.value(
              Scalar.INT,
              Math.min(a.low(), b.low()),
              Math.max(a.high(), b.high()),
              operator + "(@0, @1)",
              a,
              b);
      case "?" ->
          Node.value(
              Scalar.INT,
              Math.min(a.low(), b.low()),
              Math.max(a.high(), b.high()),
              "(@0 ? @1 : @2)",
              condition(0),
              a,
              b);
      default -> kept(Scalar.INT, SAFE, operator, a, b);
    };
  }

  private Node smallLeaf() {
    if (scope.chance(60)) {
      Space space = scope.readable();
      Node element = load(space, false);
      return space.type().narrow() || space.type().real()
          ? Node.value(Scalar.INT, space.type().low, space.type().high, "(int)@0", element)
          : Node.value(Scalar.INT, 0, 511, "(int)(@0 & 511)", element);
    }
    Variable i = scope.counter();
    return i.low() > -SAFE && i.high() < SAFE && scope.chance(70)
        ? Node.value(Scalar.INT, i.low(), i.high(), "(int)" + i.name())
        : Indices.constant(scope.between(-3, 20));
  }

  /** An operation whose result is kept within a limit, where it may be beyond. */
  private static Node kept(Scalar type, long limit, String operator, Node a, Node b) {
    long[] ends =
        switch (operator) {
          case "+" -> new long[] {a.low() + b.low(), a.high() + b.high()};
          case "-" -> new long[] {a.low() - b.high(), a.high() - b.low()};
          default -> products(a, b);
        };
    String text = "(@0 " + operator + " @1)";
    if (ends[0] >= -limit && ends[1] <= limit) {
      return Node.value(type, ends[0], ends[1], text, a, b);
    }
    return Node.value(type, Math.min(a.low(), 0), Math.max(a.high(), 0), "@0", a);
  }

  private static long[] products(Node a, Node b) {
    long[] all = {a.low() * b.low(), a.low() * b.high(), a.high() * b.low(), a.high() * b.high()};
    long low = Math.min(Math.min(all[0], all[1]), Math.min(all[2], all[3]));
    long high = Math.max(Math.max(all[0], all[1]), Math.max(all[2], all[3]));
    return new long[] {low, high};
  }

  /** An exact floating-point number: a small integer. */
  Node real(Scalar type, int depth) {
    if (depth <= 0) {
      return realLeaf(type);
    }
    Node a = real(type, depth - 1);
    Node b = real(type, depth - 1);
    return switch (scope.number(8)) {
      case 0 -> bounds(type, "fmin(@0, @1)", a, b);
      case 1 -> bounds(type, "fmax(@0, @1)", a, b);
      case 2 -> bounds(type, "(@1 < @0 ? @0 : @1)", a, b);
      case 3, 4 -> kept(type, EXACT, "*", a, b);
      case 5 -> kept(type, EXACT, "-", a, b);
      default -> kept(type, EXACT, "+", a, b);
    };
  }

  private static Node bounds(Scalar type, String text, Node a, Node b) {
    return Node.value(type, Math.min(a.low(), b.low()), Math.max(a.high(), b.high()), text, a, b);
  }

  private Node realLeaf(Scalar type) {
    String cast = "(" + type.text + ")";
    Space space = scope.readable();
    if (space.type().real()) {
      Node element = load(space, true);
      return space.type() == type
          ? element
          : Node.value(type, type.low, type.high, cast + "@0", element);
    }
    if (scope.chance(30)) {
      long number = scope.between(-2, 9);
      return Node.value(type, number, number, "(" + cast + number + ")");
    }
    return Node.value(type, 0, 255, cast + "(@0 & 255)", load(space, false));
  }

  private Node clampedReal(Scalar type, int depth) {
    Node exact = real(type, depth);
    // Products can be -0, and the least of 0 and -0 is either; a sum with 0 never is.
    Node value =
        hasProduct(exact)
            ? Node.value(type, exact.low(), exact.high(), "(@0 + (" + type.text + ")0)", exact)
            : exact;
    if (value.low() >= type.low && value.high() <= type.high) {
      return value;
    }
    String cast = "(" + type.text + ")";
    return Node.value(type, "clamp(@0, " + cast + "-4096, " + cast + "4096)", value);
  }

  private static boolean hasProduct(Node value) {
    return value.opencl().contains("@0 * @1")
        || value.parts().stream().anyMatch(Expressions::hasProduct);
  }

  /** A condition. */
  Node condition(int depth) {
    String compare = scope.one("<", ">", "<=", ">=", "==", "!=");
    return switch (scope.number(9)) {
      case 0, 1 ->
          truth("(@0 " + compare + " @1)", work(Scalar.UINT, depth), work(Scalar.UINT, depth));
      case 2, 3 -> truth("((@0 & " + scope.one(1, 1, 3, 4) + ") != 0)", work(Scalar.UINT, depth));
      case 4 -> truth("(@0 % " + scope.one(2, 3, 5) + " == 0)", work(Scalar.UINT, depth));
      case 5 -> truth("(@0 " + compare + " @1)", real(Scalar.FLOAT, 0), real(Scalar.FLOAT, depth));
      case 6 -> {
        Scalar narrow = scope.one(Scalar.UCHAR, Scalar.CHAR, Scalar.SHORT, Scalar.USHORT);
        yield truth("(@0 " + compare + " @1)", data(narrow, depth), data(narrow, 0));
      }
      default -> truth("(@0 " + compare + " @1)", small(depth), small(0));
    };
  }

  private static Node truth(String text, Node... parts) {
    return Node.value(Scalar.INT, 0, 1, text, parts);
  }
}
