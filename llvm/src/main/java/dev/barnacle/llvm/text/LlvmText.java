package dev.barnacle.llvm.text;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A builder of LLVM IR text: the instructions of one function's part, with fresh names. It has a
 * method for each kind of instruction (as LLVM's {@code IRBuilder}); those with a result return its
 * name. Types and operands are given as LLVM writes them.
 */
public final class LlvmText {
  /** A vector of which nothing is known, or an element. */
  public static final String POISON = "poison";

  private final StringBuilder text;
  private final Consumer<String> lines;
  private final Supplier<String> names;

  public LlvmText(LlvmNames names) {
    this.text = new StringBuilder();
    this.lines = line -> text.append("  ").append(line).append('\n');
    this.names = names::fresh;
  }

  private LlvmText(StringBuilder text, Consumer<String> lines, Supplier<String> names) {
    this.text = text;
    this.lines = lines;
    this.names = names;
  }

  /** Returns a builder whose instructions, and nothing else, go elsewhere, each as it is made. */
  public static LlvmText to(Consumer<String> lines, LlvmNames names) {
    return new LlvmText(new StringBuilder(), lines, names::fresh);
  }

  /** Returns the type of a vector of {@code size} elements. */
  public static String vector(int size, String element) {
    return "<" + size + " x " + element + ">";
  }

  /** Returns a view that adds to this text, and gives results the name {@code name}. */
  public LlvmText as(String name) {
    return as(() -> name);
  }

  /** Returns such a view; the name is asked for when the operands of an instruction are known. */
  public LlvmText as(Supplier<String> name) {
    return new LlvmText(text, lines, name);
  }

  /** Adds an instruction without a result that has no method of its own. */
  public void line(String line) {
    lines.accept(line);
  }

  /** Adds an instruction with a result that has no method of its own. */
  public String assign(String expression) {
    String name = names.get();
    line(name + " = " + expression);
    return name;
  }

  /** Adds all of another text. */
  public void append(LlvmText other) {
    text.append(other.text);
  }

  // Control flow.

  /** Adds a label, named without the {@code %}. */
  public void label(String name) {
    text.append(name).append(":\n");
  }

  /** Adds a jump; labels are named without the {@code %}. */
  public void br(String label) {
    line("br label %" + label);
  }

  public void br(String condition, String yes, String no) {
    br(condition, yes, no, "");
  }

  /**
   * Adds a conditional jump.
   *
   * @param metadata what follows it, with a comma before
   */
  public void br(String condition, String yes, String no, String metadata) {
    line("br i1 " + condition + ", label %" + yes + ", label %" + no + metadata);
  }

  /**
   * Adds a jump that a number decides.
   *
   * @param otherwise the label for other numbers
   * @param cases what {@link #switchCase} gives
   */
  public void switchTo(String type, String value, String otherwise, List<String> cases) {
    String list = cases.stream().map(c -> " " + c).collect(Collectors.joining());
    line("switch " + typed(type, value) + ", label %" + otherwise + " [" + list + " ]");
  }

  /** Returns the part of a switch that is for one number. */
  public static String switchCase(String type, Object number, String label) {
    return type + " " + number + ", label %" + label;
  }

  public void unreachable() {
    line("unreachable");
  }

  public void ret(String type, String value) {
    line("ret " + typed(type, value));
  }

  public void ret() {
    line("ret void");
  }

  /** Adds a phi of values that {@link #incoming} gives. */
  public String phi(String type, List<String> incoming) {
    return assign("phi " + type + " " + String.join(", ", incoming));
  }

  public String phi(String type, String... incoming) {
    return phi(type, List.of(incoming));
  }

  /** Returns the part of a phi that is for one edge; the label is named without the {@code %}. */
  public static String incoming(String value, String label) {
    return "[ " + value + ", %" + label + " ]";
  }

  // Arithmetic.

  /**
   * Adds an operation on two operands of one type, before which flags may stand.
   *
   * @param op its name; flags may follow
   */
  public String binary(String op, String type, String a, String b) {
    return assign(op + " " + type + " " + a + ", " + b);
  }

  public String binary(String op, String type, String a, long b) {
    return binary(op, type, a, Long.toString(b));
  }

  public String add(String type, String a, String b) {
    return binary("add", type, a, b);
  }

  public String add(String type, String a, long b) {
    return binary("add", type, a, b);
  }

  public String sub(String type, String a, String b) {
    return binary("sub", type, a, b);
  }

  public String sub(String type, String a, long b) {
    return binary("sub", type, a, b);
  }

  public String mul(String type, String a, String b) {
    return binary("mul", type, a, b);
  }

  public String mul(String type, String a, long b) {
    return binary("mul", type, a, b);
  }

  public String and(String type, String a, String b) {
    return binary("and", type, a, b);
  }

  public String and(String type, String a, long b) {
    return binary("and", type, a, b);
  }

  public String or(String type, String a, String b) {
    return binary("or", type, a, b);
  }

  public String xor(String type, String a, String b) {
    return binary("xor", type, a, b);
  }

  /** Adds the opposite of an i1. */
  public String not(String truth) {
    return xor("i1", truth, "true");
  }

  /** Adds an operation on one operand; flags may stand before its type. */
  public String unary(String op, String type, String value) {
    return assign(op + " " + type + " " + value);
  }

  public String freeze(String type, String value) {
    return unary("freeze", type, value);
  }

  public String icmp(String predicate, String type, String a, String b) {
    return binary("icmp " + predicate, type, a, b);
  }

  public String icmp(String predicate, String type, String a, long b) {
    return binary("icmp " + predicate, type, a, b);
  }

  /**
   * Adds a comparison of floating-point numbers.
   *
   * @param predicate its name, with flags before
   */
  public String fcmp(String predicate, String type, String a, String b) {
    return binary("fcmp " + predicate, type, a, b);
  }

  /** Adds a choice by an i1. */
  public String select(String condition, String type, String a, String b) {
    return select("i1", condition, type, a, b);
  }

  /** Adds a choice by an i1 or, element by element, by a vector of them. */
  public String select(String truths, String condition, String type, String a, String b) {
    return assign(
        "select " + typed(truths, condition) + ", " + typed(type, a) + ", " + typed(type, b));
  }

  /**
   * Adds a conversion.
   *
   * @param op its name, with flags
   */
  public String cast(String op, String from, String value, String to) {
    return assign(op + " " + from + " " + value + " to " + to);
  }

  /** Adds a conversion of an operand that has its type before. */
  public String cast(String op, String operand, String to) {
    return assign(op + " " + operand + " to " + to);
  }

  public String bitcast(String from, String value, String to) {
    return cast("bitcast", from, value, to);
  }

  public String trunc(String from, String value, String to) {
    return cast("trunc", from, value, to);
  }

  public String zext(String from, String value, String to) {
    return cast("zext", from, value, to);
  }

  public String sext(String from, String value, String to) {
    return cast("sext", from, value, to);
  }

  // Vectors.

  public String extract(String type, String vector, long index) {
    return extract(type, vector, "i32 " + index);
  }

  /** Adds the element of a vector at an index, which has its type before. */
  public String extract(String type, String vector, String index) {
    return assign("extractelement " + typed(type, vector) + ", " + index);
  }

  public String insert(String type, String vector, String elementType, String element, long index) {
    return insert(type, vector, elementType, element, "i32 " + index);
  }

  /** Adds a vector with another element at an index, which has its type before. */
  public String insert(
      String type, String vector, String elementType, String element, String index) {
    return assign(
        "insertelement " + typed(type, vector) + ", " + typed(elementType, element) + ", " + index);
  }

  /** Adds a permutation of one vector's elements; see the other form. */
  public String shuffle(String type, String vector, int size, IntUnaryOperator source) {
    return shuffle(type, vector, POISON, size, source);
  }

  /**
   * Adds a vector of elements of two vectors.
   *
   * @param type of both
   * @param size elements of the result
   * @param source which element of both, one after the other, comes to a place; a negative number
   *     for none in particular
   */
  public String shuffle(
      String type, String first, String second, int size, IntUnaryOperator source) {
    return shuffle(
        typed(type, first) + ", " + typed(type, second),
        IntStream.range(0, size)
            .map(source)
            .mapToObj(s -> s < 0 ? POISON : Integer.toString(s))
            .toList());
  }

  /**
   * Adds a vector of elements of two vectors.
   *
   * @param vectors both, with their types
   * @param order the number of the element that comes to each place
   */
  public String shuffle(String vectors, List<String> order) {
    String places = order.stream().map(s -> "i32 " + s).collect(Collectors.joining(", ", "<", ">"));
    String mask = typed(vector(order.size(), "i32"), places);
    return assign("shufflevector " + vectors + ", " + mask);
  }

  /** Adds a vector with {@code value} in each element. */
  public String splat(int lanes, String type, String value) {
    String vector = vector(lanes, type);
    String first = insert(vector, POISON, type, value, 0);
    String vectors = typed(vector, first) + ", " + typed(vector, POISON);
    String zeros = typed(vector(lanes, "i32"), "zeroinitializer");
    return assign("shufflevector " + vectors + ", " + zeros);
  }

  /** Puts vectors of {@code size} elements, a power of two of them, one after the other. */
  public String concatenated(String element, int size, List<String> vectors) {
    List<String> rest = vectors;
    int length = size;
    while (rest.size() > 1) {
      String type = vector(length, element);
      List<String> joined = new ArrayList<>();
      for (int k = 0; k < rest.size(); k += 2) {
        joined.add(shuffle(type, rest.get(k), rest.get(k + 1), 2 * length, e -> e));
      }
      rest = joined;
      length *= 2;
    }
    return rest.getFirst();
  }

  // Memory.

  public String alloca(String type) {
    return assign("alloca " + type);
  }

  public String alloca(String type, long alignment) {
    return assign("alloca " + type + ", align " + alignment);
  }

  public String load(String type, String address) {
    return assign("load " + type + ", ptr " + address);
  }

  public String load(String type, String address, long alignment) {
    return load(type, address, alignment, "");
  }

  /**
   * Adds a load.
   *
   * @param type of the value; "volatile" or "atomic" may stand before
   * @param metadata what follows it, with a comma before
   */
  public String load(String type, String address, long alignment, String metadata) {
    return assign("load " + type + ", ptr " + address + ", align " + alignment + metadata);
  }

  public void store(String type, String value, String address) {
    line("store " + typed(type, value) + ", ptr " + address);
  }

  public void store(String type, long value, String address) {
    store(type, Long.toString(value), address);
  }

  public void store(String type, String value, String address, long alignment) {
    store(type, value, address, alignment, "");
  }

  /**
   * Adds a store.
   *
   * @param type of the value; "volatile" or "atomic" may stand before
   * @param metadata what follows it, with a comma before
   */
  public void store(String type, String value, String address, long alignment, String metadata) {
    line("store " + typed(type, value) + ", ptr " + address + ", align " + alignment + metadata);
  }

  /** Adds the address so many bytes, an i64, behind another. */
  public String gep(String base, String bytes) {
    return gep("i8", "ptr", base, "i64", bytes);
  }

  public String gep(String base, long bytes) {
    return gep(base, Long.toString(bytes));
  }

  /** As {@link #gep(String, String)}, within one object. */
  public String gepInBounds(String base, String bytes) {
    return gep("inbounds i8", "ptr", base, "i64", bytes);
  }

  public String gepInBounds(String base, long bytes) {
    return gepInBounds(base, Long.toString(bytes));
  }

  /**
   * Adds an address, or a vector of them.
   *
   * @param element what the index counts; "inbounds" may stand before
   */
  public String gep(String element, String type, String base, String indexType, String index) {
    return assign(
        "getelementptr " + element + ", " + typed(type, base) + ", " + typed(indexType, index));
  }

  public void fence(String order) {
    line("fence " + order);
  }

  public String gep(String element, String type, String base, String indexType, long index) {
    return gep(element, type, base, indexType, Long.toString(index));
  }

  // Calls.

  /**
   * Adds a call; returns its result, or nothing where the result's type is {@code void}.
   *
   * @param result its type; flags may stand before
   * @param function its name, with the {@code @}
   * @param arguments each with its type before
   */
  public String call(String result, String function, List<String> arguments) {
    return call(result, function, arguments, "");
  }

  public String call(String result, String function, String... arguments) {
    return call(result, function, List.of(arguments));
  }

  /**
   * As {@link #call(String, String, List)}.
   *
   * @param attributes what follows it
   */
  public String call(String result, String function, List<String> arguments, String attributes) {
    String call =
        "call " + result + " " + function + "(" + String.join(", ", arguments) + ")" + attributes;
    if (result.equals("void")) {
      line(call);
      return "";
    }
    return assign(call);
  }

  /** Returns operands of one type, each with the type before. */
  public static List<String> typed(String type, List<String> values) {
    return values.stream().map(v -> typed(type, v)).toList();
  }

  /** Returns operands, each with its type before. */
  public static List<String> typed(List<String> types, List<String> values) {
    return IntStream.range(0, types.size())
        .mapToObj(k -> typed(types.get(k), values.get(k)))
        .toList();
  }

  /** Returns an operand with its type before. */
  public static String typed(String type, String value) {
    return type + " " + value;
  }

  /**
   * Returns the definition of a function that has this text as its body.
   *
   * @param head its linkage, result, name and parameters, and attributes
   */
  public String function(String head) {
    return "define " + head + " {\n" + text + "}\n";
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
