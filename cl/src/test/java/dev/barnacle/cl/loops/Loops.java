package dev.barnacle.cl.loops;

import dev.barnacle.cl.loops.Scope.Variable;
import java.util.Optional;

/** Random loops: up and down, of all integer types, some of which wrap around. */
final class Loops {
  private final Scope scope;
  private final Statements statements;
  private int depth;

  Loops(Scope scope, Statements statements) {
    this.scope = scope;
    this.statements = statements;
  }

  /** A loop of at most so many iterations. */
  Node loop(int most) {
    Optional<Space> before = scope.aim(scope.chance(scope.focus ? 95 : 60));
    Node loop = made(most);
    scope.aim(before);
    return loop;
  }

  private Node made(int most) {
    return switch (scope.focus && scope.chance(60) ? 0 : scope.number(12)) {
      case 0, 1, 2, 3, 4 -> up(most);
      case 5, 6 -> down(most);
      case 7 -> countedDown(most);
      case 8, 9 -> wrapping(most);
      default -> two(most);
    };
  }

  /**
   * How far a loop goes.
   *
   * @param text an expression of type {@code int}
   * @param most its greatest value
   */
  private record Bound(String text, int most) {}

  private Bound bound(int most) {
    int constant = scope.one(17, 33, 40, 64, 64, 80, 128, 128, 200, 256, 256, 256, 256);
    int few = Math.min(most, constant);
    Variable outer = scope.counters.getLast();
    if (scope.loops() > 0 && outer.low() >= 0 && outer.high() < most && scope.chance(30)) {
      return new Bound("((int)" + outer.name() + " + 1)", (int) outer.high() + 1);
    }
    return switch (scope.focus && scope.chance(50) ? 7 : scope.number(8)) {
      case 0, 1 -> new Bound("n", scope.mostN);
      case 3 -> new Bound("(lid + " + (most / 4) + ")", 63 + most / 4);
      case 4 -> new Bound("((gid & 63) + 5)", 68);
      default -> new Bound(Integer.toString(few), few);
    };
  }

  private Bound fitting(int most) {
    for (int tries = 0; tries < 4; tries++) {
      Bound bound = bound(most);
      if (bound.most <= most) {
        return bound;
      }
    }
    return new Bound(Integer.toString(most), most);
  }

  private Scalar type() {
    return scope.one(
        Scalar.INT,
        Scalar.INT,
        Scalar.INT,
        Scalar.UINT,
        Scalar.UINT,
        Scalar.LONG,
        Scalar.ULONG,
        Scalar.SHORT,
        Scalar.USHORT,
        Scalar.UCHAR);
  }

  private Node body(Variable counter, int trips) {
    scope.counters.add(counter);
    scope.enter(Math.max(1, trips));
    Node body = statements.block(depth++ < 1 ? 1 : 0, true);
    depth--;
    scope.leave();
    scope.counters.removeLast();
    return body;
  }

  private Node up(int wanted) {
    Scalar type = type();
    int most = type == Scalar.UCHAR ? Math.min(wanted, 240) : wanted;
    String i = scope.fresh("i");
    Bound bound = fitting(most);
    int step = scope.chance(75) ? 1 : scope.between(2, 8);
    int from = scope.one(0, 0, 0, 0, 0, 1, 2, 3);
    // A multiple of the bound makes the trip count what it would be.
    int times = type.narrow() || bound.most * step > 400 ? 1 : step;
    String to = times == 1 ? bound.text : bound.text + " * " + times;
    int last = Math.max(from, bound.most * times - 1);
    Node body = body(new Variable(i, type, from, last), bound.most);
    String increment = step == 1 ? scope.one(i + "++", "++" + i) : i + " += " + step;
    String compare = " < ";
    return Node.statement(
        "for ("
            + type.text
            + " "
            + i
            + " = "
            + from
            + "; "
            + i
            + compare
            + ("(" + type.text + ")(" + to + ")")
            + "; "
            + increment
            + ") {\n@0}\n",
        body);
  }

  private Node down(int most) {
    Scalar type = scope.one(Scalar.INT, Scalar.INT, Scalar.LONG, Scalar.SHORT);
    String i = scope.fresh("i");
    Bound bound = fitting(most);
    int step = scope.one(1, 1, 1, 2, 3, 4);
    int end = scope.one(0, 0, 1, 2);
    Node body = body(new Variable(i, type, end, Math.max(end, bound.most - 1)), bound.most);
    return Node.statement(
        "for (%s %s = (%s)(%s - 1); %s >= %d; %s -= %d) {\n@0}\n"
            .formatted(type.text, i, type.text, bound.text, i, end, i, step),
        body);
  }

  private Node countedDown(int wanted) {
    Scalar type = scope.one(Scalar.UINT, Scalar.UINT, Scalar.UCHAR, Scalar.USHORT, Scalar.ULONG);
    int most = type == Scalar.UCHAR ? Math.min(wanted, 255) : wanted;
    String i = scope.fresh("i");
    Bound bound = fitting(most);
    Node body = body(new Variable(i, type, 0, Math.max(0, bound.most - 1)), bound.most);
    int form = scope.number(5);
    if (form == 0) {
      return Node.statement(
          "{ %s %s = (%s)%s;\nif (%s > 0) do { %s--;\n@0} while (%s > 0); }\n"
              .formatted(type.text, i, type.text, bound.text, i, i, i),
          body);
    }
    String text =
        form < 3
            ? "for (%s %s = (%s)%s; %s-- > 0;) {\n@0}\n"
                .formatted(type.text, i, type.text, bound.text, i)
            : "{ %s %s = (%s)%s;\nwhile (%s > 0) { %s--;\n@0} }\n"
                .formatted(type.text, i, type.text, bound.text, i, i);
    return Node.statement(text, body);
  }

  /** A counter that wraps around at the end of its type, and ends at a number that it meets. */
  private Node wrapping(int most) {
    Scalar type =
        scope.one(
            Scalar.UCHAR, Scalar.UCHAR, Scalar.CHAR, Scalar.USHORT, Scalar.SHORT, Scalar.UINT);
    String c = scope.fresh("c");
    int trips = 2 + scope.number(Math.max(1, Math.min(most, 200) - 2));
    int step = scope.one(1, 1, 1, 3, 5, 7, -1, -3);
    long first =
        scope.one(
            type.high - scope.number(20), type.low + scope.number(20), scope.number(100) + 0L);
    long end = wrap(type, first + (long) trips * step);
    Node body = body(new Variable(c, type, type.low, type.high), trips);
    return Node.statement(
        "for (%s %s = (%s)%d; %s != (%s)%d; %s = (%s)(%s + (%s)%d)) {\n@0}\n"
            .formatted(
                type.text,
                c,
                type.text,
                first,
                c,
                type.text,
                end,
                c,
                type.text,
                c,
                Indices.promoted(type).text,
                step),
        body);
  }

  private static long wrap(Scalar type, long value) {
    int bits = 64 - 8 * type.bytes;
    return type.unsigned() ? value << bits >>> bits : value << bits >> bits;
  }

  /** A second variable goes along with the counter; most wrap around. */
  private Node two(int most) {
    String i = scope.fresh("i");
    String j = scope.fresh("j");
    Scalar type =
        scope.one(
            Scalar.UCHAR, Scalar.UCHAR, Scalar.USHORT, Scalar.CHAR, Scalar.UINT, Scalar.ULONG);
    Bound bound = fitting(most);
    int step = scope.one(1, 2, 3, 7, 5, 9, 127, 255, -1, -2, -7);
    long first = scope.one(0L, 5L, 250L, 100L, type.high == 127 ? 120L : type.high - 3);
    first = wrap(type, first);
    scope.counters.add(new Variable(i, Scalar.INT, 0, Math.max(0, bound.most - 1)));
    Node body = body(new Variable(j, type, type.low, type.high), bound.most);
    scope.counters.removeLast();
    String change =
        "%s = (%s)(%s + (%s)%d)".formatted(j, type.text, j, Indices.promoted(type).text, step);
    String suffix = type == Scalar.ULONG ? "ul" : "u";
    return Node.statement(
        "{ %s %s = (%s)%d%s;\nfor (int %s = 0; %s < %s; %s++, %s) {\n@0} }\n"
            .formatted(
                type.text,
                j,
                type.text,
                first,
                first < 0 ? "" : suffix,
                i,
                i,
                bound.text,
                i,
                change),
        body);
  }
}
