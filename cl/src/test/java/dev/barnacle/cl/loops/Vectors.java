package dev.barnacle.cl.loops;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Random statements about one vector variable, whose elements have no sign. */
final class Vectors {
  private static final String NAME = "v";

  private final Scope scope;
  private final Expressions some;
  private final Scalar scalar;
  private final int width;
  private final String type;

  Vectors(Scope scope, Expressions some) {
    this.scope = scope;
    this.some = some;
    this.scalar = scope.one(Scalar.UCHAR, Scalar.UCHAR, Scalar.USHORT, Scalar.UINT, Scalar.ULONG);
    this.width = scope.one(2, 4, 4, 8, 16);
    this.type = scalar.text + width;
  }

  /** Declares the variable. */
  Node declaration() {
    return both(
        "",
        type + " " + NAME + " = (" + type + ")((" + scalar.text + ")1);\n",
        type + " " + NAME + " = (" + type + "){} + (" + scalar.text + ")1;\n");
  }

  /** Adds the variable's elements to the results. */
  Node fold() {
    String text =
        IntStream.range(0, width)
            .mapToObj(k -> "h = h * 31 + (ulong)v%s;\n")
            .collect(Collectors.joining());
    Object[] opencl = IntStream.range(0, width).mapToObj(Vectors::component).toArray();
    Object[] c = IntStream.range(0, width).mapToObj(k -> "[" + k + "]").toArray();
    return both("", text.formatted(opencl), text.formatted(c));
  }

  private static String component(int index) {
    return ".s" + Integer.toHexString(index);
  }

  private static Node both(String type, String opencl, String c, Node... parts) {
    return new Node(type, 0, 0, opencl, c, List.of(parts));
  }

  /** A statement that reads or writes the variable. */
  Node statement() {
    int k = scope.number(width);
    return switch (scope.number(9)) {
      case 0, 1, 2 -> both("", NAME + " = @0;\n", NAME + " = @0;\n", value(2));
      case 3, 4 -> store().orElseGet(this::insert);
      case 5 -> insert();
      case 6 ->
          both(
              "",
              "if (@0) { " + NAME + " = @1; }\n",
              "if (@0) { " + NAME + " = @1; }\n",
              some.condition(0),
              value(1));
      default ->
          both(
              "",
              "@0 += (uint)" + NAME + component(k) + ";\n",
              "@0 += (uint)" + NAME + "[" + k + "];\n",
              Node.value(Scalar.UINT, scope.result(Scalar.UINT)));
    };
  }

  private Node insert() {
    int k = scope.number(width);
    return both(
        "", NAME + component(k) + " = @0;\n", NAME + "[" + k + "] = @0;\n", some.data(scalar, 1));
  }

  private Optional<Space> space(boolean written) {
    List<Space> fitting =
        scope.spaces.stream()
            .filter(s -> s.dense() && (s.writable() || !written))
            .filter(s -> s.type().bits() == scalar && !s.type().real() && s.size() >= 2 * width)
            .toList();
    return fitting.isEmpty() ? Optional.empty() : Optional.of(scope.one(fitting));
  }

  private Optional<Node> store() {
    return space(true)
        .map(
            space -> {
              Node index = some.indices.below(space.size() / width);
              String pointer = pointer(space, scalar.text, "");
              String checked = "ck(@1, " + space.size() / width + ")";
              return both(
                  "",
                  "vstore" + width + "(@0, @1, " + pointer + ");\n",
                  "vstore("
                      + type
                      + ", "
                      + width
                      + ", @0, "
                      + checked
                      + ", "
                      + cName(space)
                      + ");\n",
                  value(1),
                  index);
            });
  }

  private static String cName(Space space) {
    return space.name().replace("(global ", "(");
  }

  private static String pointer(Space space, String type, String readOnly) {
    return "(" + space.qualifier() + " " + readOnly + type + " *)" + space.name();
  }

  private Node load(Space space) {
    Node index = some.indices.below(space.size() / width);
    String readOnly = space.writable() ? "" : "const ";
    String checked = "ck(@0, " + space.size() / width + ")";
    String c = "vload(" + type + ", " + width + ", " + checked + ", " + cName(space) + ")";
    // Buffers and their slices begin at multiples of 128 bytes.
    boolean aligned = space.qualifier().equals("global") || space.qualifier().equals("constant");
    if (aligned && scope.chance(30)) {
      return both(type, "(" + pointer(space, type, readOnly) + ")[@0]", c, index);
    }
    return both(
        type, "vload" + width + "(@0, " + pointer(space, scalar.text, readOnly) + ")", c, index);
  }

  private Node value(int depth) {
    if (depth <= 0) {
      return scope.chance(50)
          ? both(type, NAME, NAME)
          : space(false).map(this::load).orElseGet(this::splat);
    }
    if (scope.chance(20)) {
      return converted();
    }
    Node a = value(depth - 1);
    return switch (scope.number(12)) {
      case 0, 1, 2, 3 ->
          operation(scope.one("+", "+", "-", "^", "|", "&", "*"), a, value(depth - 1));
      case 4 -> operation(scope.one("<<", ">>"), a, both("", "3", "3"));
      case 5, 6, 7 -> swizzled(a);
      case 8, 9 -> function(a, value(depth - 1));
      case 10 -> operation("+", a, splat());
      default -> a;
    };
  }

  /** Elements of another width. */
  private Node converted() {
    List<Space> fitting =
        scope.spaces.stream()
            .filter(s -> s.dense() && s.type().bits() != scalar && !s.type().real())
            .filter(s -> s.size() >= 2 * width)
            .toList();
    if (fitting.isEmpty()) {
      return splat();
    }
    Space space = scope.one(fitting);
    Scalar other = space.type().bits();
    String from = pointer(space, other.text, space.writable() ? "" : "const ");
    String checked = "ck(@0, " + space.size() / width + ")";
    String vector = other.text + width;
    return both(
        type,
        "convert_" + type + "(vload" + width + "(@0, " + from + "))",
        "__builtin_convertvector(vload(%s, %d, %s, %s), %s)"
            .formatted(vector, width, checked, cName(space), type),
        some.indices.below(space.size() / width));
  }

  private Node operation(String operator, Node a, Node b) {
    String text = "(@0 " + operator + " @1)";
    return both(type, text, text, a, b);
  }

  private Node swizzled(Node a) {
    int[] from = IntStream.range(0, width).map(k -> scope.number(width)).toArray();
    String letters =
        IntStream.of(from).mapToObj(Integer::toHexString).collect(Collectors.joining());
    String numbers =
        IntStream.of(from).mapToObj(Integer::toString).collect(Collectors.joining(", "));
    return both(
        type, "@0.s" + letters, "__builtin_shuffle(@0, (" + type + "){" + numbers + "})", a);
  }

  private Node function(Node a, Node b) {
    String name = scope.one("min", "max", "rhadd", "hadd", "add_sat", "sub_sat");
    return both(type, name + "(@0, @1)", "each(" + name + ", @0, @1)", a, b);
  }

  private Node splat() {
    return both(type, "((" + type + ")(@0))", "((" + type + "){} + @0)", some.data(scalar, 0));
  }
}
