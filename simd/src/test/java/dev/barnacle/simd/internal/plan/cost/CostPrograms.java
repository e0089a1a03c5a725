package dev.barnacle.simd.internal.plan.cost;

import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Loops in LLVM's text by which the cycles of operations are measured: {@link #OPERATIONS} a turn,
 * each on the result of the one before, or in {@link #CHAINS} chains side by side.
 */
final class CostPrograms {
  /** The operations of a turn. */
  static final int OPERATIONS = 16;

  /** Chains that wait for none of the others. */
  static final int CHAINS = 8;

  /** Kinds without a result that another one could wait for. */
  static final Set<CostKind> WITHOUT_CHAIN =
      EnumSet.of(CostKind.LOAD, CostKind.STORE, CostKind.SCATTER, CostKind.ROW);

  private static final Map<CostKind, String> BINARY =
      Map.of(
          CostKind.ADD, "sub",
          CostKind.SHIFT, "shl",
          CostKind.DIVIDE, "sdiv",
          CostKind.FLOAT, "fmul",
          CostKind.FLOAT_DIVIDE, "fdiv",
          CostKind.DOUBLE_DIVIDE, "fdiv");

  private static final int ROW = 4;

  private final int words;
  private final String attributes;

  /**
   * Makes programs.
   *
   * @param words of 32 bits that a register has
   * @param attributes of functions
   */
  CostPrograms(int words, String attributes) {
    this.words = words;
    this.attributes = attributes;
  }

  /** Returns the kind that a program has beside its own, once for each operation. */
  static Optional<CostKind> beside(CostKind kind) {
    return kind == CostKind.PERMUTE ? Optional.of(CostKind.ADD) : Optional.empty();
  }

  /** Returns by how many a row's cycles are divided: by its lanes where it is of one lane. */
  int divisor(CostKind kind) {
    return switch (kind) {
      case GATHER, SCATTER, ROW, LANE -> words;
      default -> 1;
    };
  }

  private static String element(CostKind kind) {
    return switch (kind) {
      case MULTIPLY_LONG -> "i64";
      case DOUBLE_DIVIDE, DOUBLE_ROOT -> "double";
      case FLOAT, FMA, FLOAT_DIVIDE, FLOAT_ROOT -> "float";
      default -> "i32";
    };
  }

  private int lanes(CostKind kind) {
    return switch (kind) {
      case MULTIPLY_LONG, DOUBLE_DIVIDE, DOUBLE_ROOT -> words / 2;
      default -> words;
    };
  }

  /** Appends the lines of one operation. */
  private interface Operation {
    void append(StringBuilder text, String from, String to, int number);
  }

  /** Returns a chain of products and differences of scalars: four cycles a pair. */
  String clock() {
    return loop("i64", 1, (t, from, to, i) -> line(t, to + " = " + clock(from, i)));
  }

  private static String clock(String from, int i) {
    return (i % 2 == 0 ? "mul" : "sub") + " i64 " + from + ", %a" + i % 4;
  }

  /**
   * Returns the text of {@code void f(ptr data, i64 turns)}.
   *
   * @param chain each operation waits for the one before
   */
  String of(CostKind kind, boolean chain) {
    String type = "<" + lanes(kind) + " x " + element(kind) + ">";
    return loop(type, chain ? 1 : CHAINS, operation(kind, type));
  }

  private static void line(StringBuilder text, String line) {
    text.append("  ").append(line).append('\n');
  }

  private Operation operation(CostKind kind, String type) {
    String binary = BINARY.get(kind);
    if (binary != null) {
      return (t, from, to, i) ->
          line(t, to + " = " + binary + " " + type + " " + from + ", %a" + i % 4);
    }
    return switch (kind) {
      // What LLVM can't put in another order.
      case LOGIC ->
          (t, from, to, i) ->
              line(
                  t, to + (i % 2 == 0 ? " = and " : " = or ") + type + " " + from + ", %a" + i % 4);
      case MULTIPLY, MULTIPLY_LONG ->
          (t, from, to, i) -> line(t, to + " = mul " + type + " " + from + ", " + from);
      case FMA ->
          (t, from, to, i) ->
              line(t, to + " = " + intrinsic(type, "fma", "f32") + args(type, from, "%a1", "%a2"));
      case FLOAT_ROOT ->
          (t, from, to, i) ->
              line(t, to + " = " + intrinsic(type, "sqrt", "f32") + args(type, from));
      case DOUBLE_ROOT ->
          (t, from, to, i) ->
              line(t, to + " = " + intrinsic(type, "sqrt", "f64") + args(type, from));
      case COMPARE -> (t, from, to, i) -> compare(t, type, from, to, i);
      case CONVERT -> (t, from, to, i) -> convert(t, from, to);
      case PERMUTE -> (t, from, to, i) -> permute(t, type, from, to, i);
      case LOAD -> (t, from, to, i) -> load(t, type, from, to, i);
      case STORE -> (t, from, to, i) -> store(t, type, from, to, i);
      case GATHER -> (t, from, to, i) -> gather(t, type, from, to);
      case SCATTER -> (t, from, to, i) -> scatter(t, type, from, to, i);
      case ROW -> (t, from, to, i) -> row(t, type, from, to, i);
      case LANE -> (t, from, to, i) -> lane(t, type, from, to);
      default -> throw new IllegalArgumentException(kind.word());
    };
  }

  private String intrinsic(String type, String name, String element) {
    int lanes = element.equals("f64") ? words / 2 : words;
    return "call " + type + " @llvm." + name + ".v" + lanes + element;
  }

  private static String args(String type, String... values) {
    return Stream.of(values).map(v -> type + " " + v).collect(Collectors.joining(", ", "(", ")"));
  }

  private static void compare(StringBuilder t, String type, String from, String to, int i) {
    line(t, to + ".c = icmp slt " + type + " " + from + ", %a" + i % 4);
    String mask = type.replace("i32", "i1");
    int other = (i + 1) % 4;
    line(
        t,
        to
            + " = select "
            + mask
            + " "
            + to
            + ".c, "
            + type
            + " %a"
            + other
            + ", "
            + type
            + " "
            + from);
  }

  private void convert(StringBuilder t, String from, String to) {
    String ints = "<" + words + " x i32>";
    String floats = "<" + words + " x float>";
    line(t, to + ".f = sitofp " + ints + " " + from + " to " + floats);
    line(t, to + " = bitcast " + floats + " " + to + ".f to " + ints);
  }

  private void permute(StringBuilder t, String type, String from, String to, int i) {
    String places =
        IntStream.range(0, words)
            .mapToObj(k -> "i32 " + (3 * k + 1) % (2 * words))
            .collect(Collectors.joining(", ", "<" + words + " x i32> <", ">"));
    String other = type + " %a" + i % 4;
    line(t, to + ".s = shufflevector " + type + " " + from + ", " + other + ", " + places);
    line(t, to + " = sub " + type + " " + to + ".s, " + from);
  }

  private static void load(StringBuilder t, String type, String from, String to, int i) {
    line(t, to + ".p = getelementptr i8, ptr %data, i64 " + 64 * i);
    line(t, to + ".l = load volatile " + type + ", ptr " + to + ".p");
    line(t, to + " = freeze " + type + " " + from);
  }

  private static void store(StringBuilder t, String type, String from, String to, int i) {
    line(t, to + ".p = getelementptr i8, ptr %data, i64 " + 64 * i);
    line(t, "store volatile " + type + " %a0, ptr " + to + ".p");
    line(t, to + " = freeze " + type + " " + from);
  }

  private String pointers(StringBuilder t, String from, String to) {
    String pointers = "<" + words + " x ptr>";
    line(t, to + ".p = getelementptr i32, ptr %data, <" + words + " x i32> " + from);
    return pointers + " " + to + ".p";
  }

  private void gather(StringBuilder t, String type, String from, String to) {
    String pointers = pointers(t, from, to);
    String name = "@llvm.masked.gather.v" + words + "i32.v" + words + "p0";
    String mask = "<" + words + " x i1> %mask";
    line(
        t,
        to
            + " = call "
            + type
            + " "
            + name
            + "("
            + pointers
            + ", i32 4, "
            + mask
            + ", "
            + type
            + " zeroinitializer)");
  }

  private void scatter(StringBuilder t, String type, String from, String to, int i) {
    String pointers = pointers(t, "%a" + i % 4, to);
    String name = "@llvm.masked.scatter.v" + words + "i32.v" + words + "p0";
    String mask = "<" + words + " x i1> %mask";
    line(t, "call void " + name + "(" + type + " %a1, " + pointers + ", i32 4, " + mask + ")");
    line(t, to + " = freeze " + type + " " + from);
  }

  /** Loads four words for each lane, and makes four vectors of them. */
  private void row(StringBuilder t, String type, String from, String to, int i) {
    for (int lane = 0; lane < words; lane++) {
      line(
          t,
          to + ".p" + lane + " = getelementptr i8, ptr %data, i64 " + (16 * lane + 256 * (i % 8)));
      line(t, to + ".r" + lane + "_1 = load volatile <4 x i32>, ptr " + to + ".p" + lane);
    }
    int count = 1;
    for (; count < words; count *= 2) {
      for (int k = 0; k < words; k += 2 * count) {
        String half = "<" + ROW * count + " x i32>";
        String a = half + " " + to + ".r" + k + "_" + count;
        String b = half + " " + to + ".r" + (k + count) + "_" + count;
        line(
            t,
            to
                + ".r"
                + k
                + "_"
                + 2 * count
                + " = shufflevector "
                + a
                + ", "
                + b
                + ", "
                + places(2 * ROW * count, 0, 1));
      }
    }
    String all = "<" + ROW * words + " x i32> " + to + ".r0_" + words;
    String none = "<" + ROW * words + " x i32> poison";
    String sum = from;
    for (int c = 0; c < ROW; c++) {
      line(
          t,
          to + ".c" + c + " = shufflevector " + all + ", " + none + ", " + places(words, c, ROW));
      String next = c == ROW - 1 ? to : to + ".s" + c;
      line(t, next + " = xor " + type + " " + sum + ", " + to + ".c" + c);
      sum = next;
    }
  }

  private static String places(int count, int first, int step) {
    return IntStream.range(0, count)
        .mapToObj(k -> "i32 " + (first + k * step))
        .collect(Collectors.joining(", ", "<" + count + " x i32> <", ">"));
  }

  /** Counts the leading zeros of each lane by itself. */
  private void lane(StringBuilder t, String type, String from, String to) {
    String sum = from;
    for (int k = 0; k < words; k++) {
      line(t, to + ".e" + k + " = extractelement " + type + " " + from + ", i64 " + k);
      line(t, to + ".o" + k + " = mul i32 " + to + ".e" + k + ", " + (2 * k + 7));
      String next = k == words - 1 ? to : to + ".v" + k;
      line(
          t,
          next + " = insertelement " + type + " " + sum + ", i32 " + to + ".o" + k + ", i64 " + k);
      sum = next;
    }
  }

  private String loop(String type, int chains, Operation operation) {
    StringBuilder text = new StringBuilder();
    line(text, "define void @f(ptr %data, i64 %turns) #0 {\nentry:");
    for (int i = 0; i < 4; i++) {
      line(text, "%p" + i + " = getelementptr i8, ptr %data, i64 " + 64 * i);
      line(text, "%a" + i + " = load volatile " + type + ", ptr %p" + i);
    }
    String vector = "<" + words + " x i32>";
    line(text, "%number = load volatile " + vector + ", ptr %data");
    line(text, "%mask = icmp sge " + vector + " %number, zeroinitializer");
    line(text, "br label %loop\nloop:");
    line(text, "%n = phi i64 [ 0, %entry ], [ %next, %loop ]");
    int last = OPERATIONS - chains;
    for (int c = 0; c < chains; c++) {
      String end = "[ %y" + (last + c) + ", %loop ]";
      line(text, "%x" + c + " = phi " + type + " [ %a" + c % 4 + ", %entry ], " + end);
    }
    for (int i = 0; i < OPERATIONS; i++) {
      operation.append(text, i < chains ? "%x" + i : "%y" + (i - chains), "%y" + i, i);
    }
    line(text, "%next = add i64 %n, 1\n  %more = icmp ult i64 %next, %turns");
    line(text, "br i1 %more, label %loop, label %done\ndone:");
    for (int c = 0; c < chains; c++) {
      line(text, "store volatile " + type + " %y" + (last + c) + ", ptr %data");
    }
    line(text, "ret void\n}\nattributes #0 = { " + attributes + " }");
    return text + declarations(text.toString());
  }

  private String declarations(String text) {
    String w = "v" + words;
    String i = "<" + words + " x i32>";
    String f = "<" + words + " x float>";
    String d = "<" + words / 2 + " x double>";
    String rest = "(" + "<" + words + " x ptr>, i32, <" + words + " x i1>";
    StringBuilder all = new StringBuilder();
    add(all, text, f, "@llvm.fma." + w + "f32", "(" + f + ", " + f + ", " + f + ")");
    add(all, text, f, "@llvm.sqrt." + w + "f32", "(" + f + ")");
    add(all, text, d, "@llvm.sqrt.v" + words / 2 + "f64", "(" + d + ")");
    add(all, text, i, "@llvm.masked.gather." + w + "i32." + w + "p0", rest + ", " + i + ")");
    String stored = rest.replace("(", "(" + i + ", ") + ")";
    add(all, text, "void", "@llvm.masked.scatter." + w + "i32." + w + "p0", stored);
    return all.toString();
  }

  private static void add(StringBuilder all, String text, String type, String name, String rest) {
    if (text.contains(name)) {
      all.append("declare ").append(type).append(' ').append(name).append(rest).append('\n');
    }
  }
}
