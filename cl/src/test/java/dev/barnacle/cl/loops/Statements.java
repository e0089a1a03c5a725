package dev.barnacle.cl.loops;

import dev.barnacle.cl.loops.Scope.Variable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Random statements of loops. */
final class Statements {
  private static final int MOST_TRIPS = 3000;

  private final Scope scope;
  private final Expressions some;
  private final Optional<Vectors> vectors;
  private final Scalar narrow;
  private final Loops loops;
  private boolean inLoop;

  Statements(Scope scope, Expressions some, Optional<Vectors> vectors, Scalar narrow) {
    this.scope = scope;
    this.some = some;
    this.vectors = vectors;
    this.narrow = narrow;
    this.loops = new Loops(scope, this);
  }

  /** What a kernel does. */
  Node body() {
    if (scope.focus && scope.chance(45)) {
      return Node.block(List.of(new Classics(scope, some).loop()));
    }
    List<Node> statements = new ArrayList<>();
    int count = scope.focus ? 1 : 1 + scope.number(2);
    for (int k = 0; k < count; k++) {
      statements.add(
          scope.chance(scope.focus ? 85 : 75)
              ? loops.loop(scope.one(100, 256, 256))
              : statement(0));
    }
    return Node.block(statements);
  }

  /** A loop's or a branch's statements. */
  Node block(int depth, boolean loop) {
    boolean before = inLoop;
    inLoop |= loop;
    int values = scope.values.size();
    List<Node> statements = new ArrayList<>();
    int count = scope.plain() ? scope.one(1, 1, 1, 1, 2) : scope.one(1, 1, 2, 2, 3);
    for (int k = 0; k < count; k++) {
      statements.add(statement(depth));
    }
    scope.values.subList(values, scope.values.size()).clear();
    inLoop = before;
    return Node.block(statements);
  }

  private Node statement(int depth) {
    if (vectors.isPresent() && scope.chance(40)) {
      return vectors.get().statement();
    }
    return switch (scope.number(kinds(depth))) {
      case 0, 1, 2, 3 -> accumulate();
      case 4, 5 -> conditional();
      case 6, 7, 8 -> store();
      case 9, 10 -> update();
      case 11, 12 -> recurrence();
      case 13 -> firstOrder();
      case 14 -> lastValue();
      case 15, 16 -> temporary();
      case 17 -> accumulateReal();
      case 18 -> accumulateSigned();
      case 19 -> inLoop && scope.chance(50) && !scope.plain() ? leave() : accumulate();
      case 20, 21 -> guarded(depth - 1);
      case 22, 23 -> branch(depth - 1);
      default -> inner();
    };
  }

  private int kinds(int depth) {
    if (depth > 0 && scope.chance(scope.focus ? 25 : 50)) {
      return 26;
    }
    return scope.focus && scope.chance(80) ? 13 : 20;
  }

  private Node inner() {
    int most = Math.min(40, MOST_TRIPS / scope.trips());
    return most < 2 ? accumulate() : loops.loop(most);
  }

  private Node accumulate() {
    return switch (scope.number(9)) {
      case 0 -> into(Scalar.ULONG, "@0 " + scope.one("+", "^", "-") + "= @1;\n", 2);
      case 1 -> into(Scalar.UINT, "@0 = " + scope.one("min", "max") + "(@0, @1);\n", 1);
      case 2 -> into(Scalar.UINT, "@0 = @0 * " + scope.one("3", "5", "m", "31") + " + @1;\n", 1);
      case 3 -> into(narrow, "@0 " + scope.one("+", "^", "-", "|") + "= @1;\n", 1);
      default -> {
        String operator = scope.one("+", "+", "+", "^", "-");
        yield into(Scalar.UINT, "@0 " + operator + "= @1;\n", scope.number(3));
      }
    };
  }

  private Node into(Scalar type, String text, int depth) {
    return Node.statement(text, result(type), some.data(type, depth));
  }

  private Node result(Scalar type) {
    return Node.value(type, scope.result(type));
  }

  private Node conditional() {
    String operator = scope.one("+", "+", "^", "-", "|");
    Node to = result(Scalar.UINT);
    Node condition = some.condition(1);
    Node value = some.work(Scalar.UINT, 1);
    return switch (scope.number(4)) {
      case 0, 1 -> Node.statement("if (@1) { @0 " + operator + "= @2; }\n", to, condition, value);
      case 2 -> Node.statement("@0 = @1 ? @0 " + operator + " @2 : @0;\n", to, condition, value);
      default -> Node.statement("@0 += @1 ? @2 : 1u;\n", to, condition, value);
    };
  }

  private Node accumulateReal() {
    Node to = result(Scalar.FLOAT);
    Node value = some.real(Scalar.FLOAT, 1);
    long most = Math.max(Math.abs(value.low()), Math.abs(value.high()));
    if (most * scope.trips() > 1 << 19) {
      return Node.statement("@0 = " + scope.one("fmin", "fmax") + "(@0, @1);\n", to, value);
    }
    return scope.chance(40)
        ? Node.statement("if (@1) { @0 += @2; }\n", to, some.condition(0), value)
        : Node.statement("@0 " + scope.one("+", "+", "-") + "= @1;\n", to, value);
  }

  private Node accumulateSigned() {
    Node to = result(Scalar.INT);
    Node value = some.small(1);
    long most = Math.max(Math.abs(value.low()), Math.abs(value.high()));
    if (most * scope.trips() > 1 << 26) {
      return Node.statement("@0 = " + scope.one("min", "max") + "(@0, @1);\n", to, value);
    }
    return Node.statement("@0 " + scope.one("+", "+", "-") + "= @1;\n", to, value);
  }

  private Node store() {
    Space space = scope.writable();
    Node value = stored(space, scope.number(3));
    Node element = space.at(target(space));
    return scope.chance(25)
        ? Node.statement("if (@0) { @1 = @2; }\n", some.condition(1), element, value)
        : Node.statement("@0 = @1;\n", element, value);
  }

  /** Where something is written; mostly plain in loops that are to be vectorised. */
  private Node target(Space space) {
    return scope.plain() && scope.chance(60)
        ? some.indices.affine(space.size()).orElseGet(() -> some.indices.below(space.size()))
        : some.indices.below(space.size());
  }

  private Node stored(Space space, int depth) {
    return some.data(space.type(), depth);
  }

  private Node update() {
    Space space = scope.writable();
    Node element = space.at(target(space));
    if (space.type().real()) {
      String cast = "(" + space.type().text + ")";
      return Node.statement(
          "@0 = clamp(@0 + @1, " + cast + "-4096, " + cast + "4096);\n",
          element,
          some.data(space.type(), 0));
    }
    Scalar work = space.type().work();
    String cast = "(" + space.type().text + ")";
    String again = "(" + work.text + ")@0";
    return switch (scope.number(3)) {
      case 0 -> Node.statement("@0 ^= @1;\n", element, some.data(space.type(), 1));
      case 1 ->
          Node.statement(
              "@0 = " + cast + "(" + again + " * 3 + @1);\n", element, some.work(work, 1));
      default ->
          Node.statement("@0 = " + cast + "(" + again + " + @1);\n", element, some.work(work, 1));
    };
  }

  /** An element from one that is some elements before or behind it. */
  private Node recurrence() {
    Space space = scope.writable();
    int distance = scope.one(1, 1, 1, 2, 3, 4, 5, 7, 8, 9);
    if (space.size() < 2 * distance) {
      return store();
    }
    Node index = some.indices.affine(space.size() - distance).orElse(null);
    if (index == null) {
      return update();
    }
    Node later = Node.value(Scalar.INT, 0, space.size() - 1, "(@0 + " + distance + ")", index);
    boolean forward = scope.chance(70);
    Node from = space.at(forward ? index : later);
    Node to = space.at(forward ? later : index);
    if (space.type().real()) {
      String cast = "(" + space.type().text + ")";
      return Node.statement(
          "@0 = clamp(@1 + @2, " + cast + "-4096, " + cast + "4096);\n",
          to,
          from,
          some.data(space.type(), 0));
    }
    Scalar work = space.type().work();
    Node sum =
        Node.value(
            work,
            "((" + work.text + ")@0 " + scope.one("+", "^", "-", "*") + " @1)",
            from,
            some.work(work, 1));
    return Node.statement("@0 = (" + space.type().text + ")@1;\n", to, sum);
  }

  /** A value of the iteration before. */
  private Node firstOrder() {
    String now = scope.fresh("w");
    String before = scope.result(Scalar.UINT);
    String use =
        switch (scope.number(3)) {
          case 0 -> "@2 += " + now + " ^ " + before + ";\n";
          case 1 -> "@2 = " + now + " - " + before + ";\n";
          default -> "@2 ^= " + before + ";\n";
        };
    return Node.statement(
        "{ uint " + now + " = @0;\n" + use + "@1 = " + now + "; }\n",
        some.work(Scalar.UINT, 1),
        Node.value(Scalar.UINT, before),
        scope.chance(50) ? result(Scalar.UINT) : integerTarget());
  }

  private Node integerTarget() {
    Space space = scope.writable();
    return space.type().real() ? result(Scalar.ULONG) : space.at(target(space));
  }

  private Node lastValue() {
    Node i = Node.value(Scalar.INT, "(int)" + scope.counter().name());
    Node to = result(Scalar.INT);
    Node condition = some.condition(1);
    return switch (scope.number(5)) {
      case 0 -> Node.statement("if (@1) { @0 = @2; }\n", to, condition, i);
      case 1 -> Node.statement("@0 = @1 ? @2 : @0;\n", to, condition, i);
      case 2 -> Node.statement("@0 = @1 ? 7 : @0;\n", to, condition);
      case 3 -> Node.statement("@0 = max(@0, @1 ? @2 : -1);\n", to, condition, i);
      default -> Node.statement("@0 = @1;\n", to, some.small(1));
    };
  }

  private Node temporary() {
    Scalar type =
        scope.one(
            Scalar.UCHAR,
            Scalar.USHORT,
            Scalar.SHORT,
            Scalar.CHAR,
            Scalar.UINT,
            Scalar.ULONG,
            Scalar.FLOAT);
    String name = scope.fresh("e");
    Node value = some.data(type, 2);
    scope.values.add(new Variable(name, type, type.low, type.high));
    return Node.statement(type.text + " " + name + " = @0;\n", value);
  }

  /** An index that may be anything, and what is done where it is in bounds. */
  private Node guarded(int depth) {
    String name = scope.fresh("k");
    Scalar type = scope.one(Scalar.UINT, Scalar.UINT, Scalar.USHORT, Scalar.UCHAR, Scalar.ULONG);
    Node value = some.indices.scrambled();
    int bound = scope.one(8, 16, 50, 64, 100);
    scope.counters.add(new Variable(name, type, 0, bound - 1));
    Node body = block(depth, false);
    scope.counters.removeLast();
    return Node.statement(
        type.text
            + " "
            + name
            + " = ("
            + type.text
            + ")@0;\nif ("
            + name
            + " < "
            + bound
            + ") {\n@1}\n",
        value,
        body);
  }

  private Node branch(int depth) {
    Node condition = some.condition(1);
    Node then = block(depth, false);
    return scope.chance(50)
        ? Node.statement("if (@0) {\n@1}\n", condition, then)
        : Node.statement("if (@0) {\n@1} else {\n@2}\n", condition, then, block(depth, false));
  }

  private Node leave() {
    return Node.statement("if (@0) " + scope.one("break", "continue") + ";\n", some.condition(1));
  }
}
