package dev.barnacle.cl.loops;

import dev.barnacle.cl.loops.Scope.Variable;
import java.util.ArrayList;
import java.util.List;

/**
 * Loops like those that have been compiled wrongly: one counter, one table that is read or written
 * at multiples of it that wrap around, and little else.
 */
final class Classics {
  private final Scope scope;
  private final Expressions some;

  Classics(Scope scope, Expressions some) {
    this.scope = scope;
    this.some = some;
  }

  Node loop() {
    return switch (scope.number(10)) {
      case 0, 1 -> withoutLoop();
      case 2 -> walk();
      default -> counted();
    };
  }

  /** The work-items are the iterations. */
  private Node withoutLoop() {
    Variable id = scope.counters.get(scope.number(2));
    List<Node> statements = new ArrayList<>();
    for (int k = scope.number(2); k >= 0; k--) {
      statements.add(statement(id, scope.one(scope.spaces)));
    }
    return Node.block(statements);
  }

  /** A pointer goes through a table. */
  private Node walk() {
    Space table = scope.one(scope.spaces);
    if (!table.dense()) {
      return counted();
    }
    String w = scope.fresh("w");
    String i = scope.fresh("i");
    int step = scope.one(1, 2, 3, 5, 7);
    int trips = Math.min(table.size() / step, 256);
    boolean back = scope.chance(30);
    int from = back ? table.size() - 1 : scope.number(table.size() - (trips - 1) * step);
    String constant = table.writable() ? "" : "const ";
    String pointer = constant + table.type().text + " *" + w + " = " + table.name() + " + " + from;
    String loop =
        ";\nfor (int %s = 0; %s < %d; %s++, %s %s= %d) {\n"
            .formatted(i, i, trips, i, w, back ? "-" : "+", step);
    String body =
        table.writable() && !table.type().real() && scope.chance(50)
            ? "*" + w + " = (" + table.type().text + ")(*" + w + " ^ " + i + ");\n"
            : "@0 += " + (table.type().real() ? "(uint)(int)*" : "(uint)*") + w + ";\n";
    return new Node(
        "",
        0,
        0,
        "{ " + table.qualifier() + " " + pointer + loop + body + "} }\n",
        "{ " + pointer.replace("(global ", "(") + loop + body + "} }\n",
        List.of(result()));
  }

  private Node counted() {
    Space table = scope.one(scope.spaces);
    int trips = trips(table);
    Scalar type = scope.one(Scalar.INT, Scalar.INT, Scalar.UINT, Scalar.UINT, Scalar.LONG);
    String i = scope.fresh("i");
    Variable counter = new Variable(i, type, 0, trips - 1);
    scope.counters.add(counter);
    scope.enter(trips);
    List<Node> statements = new ArrayList<>();
    int count = scope.one(1, 1, 1, 2, 3);
    for (int k = 0; k < count; k++) {
      statements.add(statement(counter, table));
    }
    scope.leave();
    scope.counters.removeLast();
    boolean down = !type.unsigned() && scope.chance(15);
    String text =
        down
            ? "for (%s %s = %d - 1; %s >= 0; %s--) {\n@0}\n".formatted(type.text, i, trips, i, i)
            : "for (%s %s = 0; %s < %s; %s++) {\n@0}\n"
                .formatted(type.text, i, i, bound(trips, type), i);
    return Node.statement(text, Node.block(statements));
  }

  /**
   * How often, mostly so that the loop's end is where the table is full, or where nothing is known.
   */
  private int trips(Space table) {
    int most = Math.min(256, Integer.highestOneBit(table.size()));
    return switch (scope.number(6)) {
      case 0 -> scope.mostN;
      case 1 -> Math.max(8, most - 8 * scope.number(8));
      case 2 -> scope.one(64, 100, 128, 200, 256);
      default -> Math.max(16, most);
    };
  }

  private String bound(int trips, Scalar type) {
    return trips == scope.mostN ? "(" + type.text + ")n" : Integer.toString(trips);
  }

  private Node statement(Variable i, Space table) {
    Node element = table.at(index(i, table.size()));
    boolean written = table.writable() && scope.chance(60);
    if (written) {
      return write(i, table, element);
    }
    Node value = cast(table, element);
    return switch (scope.number(9)) {
      case 7 -> found(i, value);
      case 0, 1, 2, 8 -> reduce(scope.one("+", "+", "^"), value);
      case 3 -> reduce("+", Node.value(Scalar.UINT, "(@0 * @1)", value, other(i)));
      case 4 -> plainStore(i, value, table);
      case 5 -> plainUpdate(i, value, table);
      default -> Node.statement("if (@1 > 7u) { @0 += @1; }\n", result(), value);
    };
  }

  /** Looks for a number; ends the loop where it is found. */
  private Node found(Variable i, Node value) {
    boolean id = scope.loops() == 0;
    String number = scope.one("2u", "0u", "77u", "m", "n");
    return Node.statement(
        "if (@1 == " + number + ") { @0 = (int)" + i.name() + "; " + (id ? "" : "break; ") + "}\n",
        Node.value(Scalar.INT, scope.result(Scalar.INT)),
        value);
  }

  private Node reduce(String operator, Node value) {
    return Node.statement("@0 " + operator + "= @1;\n", result(), value);
  }

  private Node result() {
    return Node.value(Scalar.UINT, scope.result(Scalar.UINT));
  }

  private static Node cast(Space table, Node element) {
    return Node.value(Scalar.UINT, table.type().real() ? "(uint)(int)@0" : "(uint)@0", element);
  }

  private Node other(Variable i) {
    Space space = scope.readable();
    return cast(space, space.at(index(i, space.size())));
  }

  private Node write(Variable i, Space table, Node element) {
    if (table.type().real() || scope.chance(60)) {
      return Node.statement("@0 = @1;\n", element, some.data(table.type(), scope.number(2)));
    }
    return Node.statement("@0 ^= (" + table.type().text + ")@1;\n", element, other(i));
  }

  /** Neighbours, one after the other, where there is room. */
  private Node plainStore(Variable i, Node value, Space but) {
    List<Space> fitting =
        scope.spaces.stream()
            .filter(s -> s.writable() && !s.type().real() && s.size() > i.high() && !s.equals(but))
            .toList();
    if (fitting.isEmpty()) {
      return reduce("+", value);
    }
    Space to = scope.one(fitting);
    return Node.statement(
        "@0 = (" + to.type().text + ")@1;\n", to.at(some.indices.plain(i)), value);
  }

  private Node plainUpdate(Variable i, Node value, Space but) {
    Node store = plainStore(i, value, but);
    return store.opencl().startsWith("@0 = ")
        ? Node.statement(store.opencl().replace("=", "^="), store.parts().toArray(Node[]::new))
        : store;
  }

  /** A multiple of the counter that wraps around; sometimes with a gap to its neighbours. */
  private Node index(Variable i, int size) {
    int gap = scope.one(1, 1, 1, 1, 2, 3, 4);
    int few = Math.max(1, size / gap);
    int bits = 31 - Integer.numberOfLeadingZeros(few);
    int mask = (1 << (scope.chance(20) && bits > 2 ? 1 + scope.number(3) : bits)) - 1;
    int factor = scope.one(1, 3, 5, 7, 7, 3, 5, 9, 2, 4, 6, 11);
    int add = scope.chance(70) ? 0 : scope.one(1, 3, 7, 100, 127);
    String multiple =
        (factor == 1 ? i.name() : i.name() + " * " + factor) + (add == 0 ? "" : " + " + add);
    String text =
        switch (scope.number(8)) {
          case 0 -> "((" + multiple + ") % " + few + ")";
          case 1 ->
              mask >= 255 ? "(uchar)(" + multiple + ")" : "((" + multiple + ") & " + mask + ")";
          case 2 -> shifted(multiple, mask);
          case 3 -> "(" + mask + " - ((" + multiple + ") & " + mask + "))";
          default -> "((" + multiple + ") & " + mask + ")";
        };
    int offset = gap == 1 ? 0 : scope.number(gap);
    return Node.value(
        Scalar.INT,
        0,
        size - 1L,
        gap == 1 || few * gap > size ? text : "(" + text + " * " + gap + " + " + offset + ")");
  }

  private static String shifted(String multiple, int mask) {
    int left = Integer.numberOfLeadingZeros(mask);
    return "((uint)(" + multiple + ") << " + left + " >> " + left + ")";
  }
}
