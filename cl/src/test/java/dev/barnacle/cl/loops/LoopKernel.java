package dev.barnacle.cl.loops;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * A random kernel with loops whose indices wrap around, and other things that loop vectorisers get
 * wrong. It has no undefined behaviour, and its work-items share nothing that they write.
 *
 * @param seed what it was made of
 * @param root its text
 * @param n its argument of that name
 * @param m its argument of that name
 * @param types of the elements of {@code a}, {@code b}, {@code x}, {@code y} and {@code t}
 * @param same {@code b} is the same memory as {@code a}
 */
record LoopKernel(long seed, Node root, int n, int m, List<Scalar> types, boolean same) {
  /** Work-items of a launch, at most. */
  static final int ITEMS = 128;

  /** Work-items of a work-group, at most. */
  static final int LOCAL = 64;

  /** Bytes of a buffer for each work-item, and bytes of one that is only read, at most. */
  static final int BYTES = 1024;

  static LoopKernel of(long seed) {
    return new Writer(seed).kernel();
  }

  String name() {
    return "k" + seed;
  }

  LoopKernel withRoot(Node other) {
    return new LoopKernel(seed, other, n, m, types, same);
  }

  /** Returns the text in OpenCL C. */
  String openClText() {
    return root.openClText();
  }

  /** Writes a kernel. */
  private static final class Writer {
    private final long seed;
    private final Scope scope;
    private final Expressions some;
    private final Scalar a;
    private final Scalar b;
    private final Scalar x;
    private final Scalar y;
    private final Scalar t;
    private final boolean alone;
    private final boolean dense;
    private final boolean constant;
    private final boolean same;
    private final StringBuilder slices = new StringBuilder();
    private final List<Node> before = new ArrayList<>();
    private final List<Node> after = new ArrayList<>();

    Writer(long seed) {
      this.seed = seed;
      this.scope = new Scope(new SplittableRandom(seed));
      this.some = new Expressions(scope);
      this.a = element();
      this.same = scope.chance(8);
      this.b = same ? a : element();
      this.x = element();
      this.y = element();
      this.t = element();
      this.alone = scope.chance(20);
      this.dense = alone || scope.chance(60);
      this.constant = scope.chance(25);
    }

    private Scalar element() {
      return scope.one(
          Scalar.UCHAR,
          Scalar.UCHAR,
          Scalar.CHAR,
          Scalar.SHORT,
          Scalar.USHORT,
          Scalar.INT,
          Scalar.INT,
          Scalar.UINT,
          Scalar.UINT,
          Scalar.LONG,
          Scalar.ULONG,
          Scalar.FLOAT,
          Scalar.FLOAT,
          Scalar.DOUBLE);
    }

    LoopKernel kernel() {
      scope.counters.add(new Scope.Variable("gid", Scalar.INT, 0, ITEMS - 1));
      scope.counters.add(new Scope.Variable("lid", Scalar.INT, 0, LOCAL - 1));
      scope.spaces.add(new Space("x", "global", x, entries(x), false, ""));
      if (scope.chance(50)) {
        scope.spaces.add(new Space("y", "global", y, entries(y), false, ""));
      }
      if (constant) {
        scope.spaces.add(new Space("t", "constant", t, entries(t), false, ""));
      }
      int bytes = 128 * scope.one(1, 2, 4, 8);
      slice("a", a, bytes);
      if (same || scope.chance(60)) {
        slice("b", b, same ? bytes : 128 * scope.one(1, 2, 4, 8));
      }
      if (dense && !a.real() && scope.chance(12)) {
        // Characters may be of any object.
        Scalar view = scope.one(Scalar.UCHAR, Scalar.CHAR);
        String name = "((global " + view.text + " *)a)";
        scope.spaces.add(new Space(name, "global", view, bytes, true, ""));
      }
      int few = scope.focus ? 10 : 25;
      if (scope.chance(few)) {
        array("l", "local");
      }
      if (scope.chance(few)) {
        array("p", "private");
      }
      Optional<Vectors> vectors =
          scope.chance(few) ? Optional.of(new Vectors(scope, some)) : Optional.empty();
      vectors.ifPresent(
          v -> {
            before.add(v.declaration());
            after.add(v.fold());
          });
      Scalar narrow = scope.one(Scalar.UCHAR, Scalar.USHORT, Scalar.CHAR, Scalar.SHORT);
      Node body = new Statements(scope, some, vectors, narrow).body();
      int n = scope.one(scope.mostN, scope.mostN - 1, 33, 17, 5, 0, 1, 48, 64, scope.number(65));
      int m = scope.one(1, 3, 5, 7, 255, -3, 1, 3, 5, 7, scope.number(1000));
      return new LoopKernel(seed, root(body), n, m, List.of(a, b, x, y, t), same);
    }

    private int entries(Scalar type) {
      int wanted = scope.one(8, 32, 64, 64, 100, 128, 128, 256, 256, 256, 256, 300, 1024);
      return Math.min(wanted, BYTES / type.bytes);
    }

    /** A buffer of which each work-item has a part. */
    private void slice(String name, Scalar type, int bytes) {
      int size = bytes / type.bytes;
      scope.spaces.add(new Space(name, "global", type, size, true, dense ? "" : " * N + gid"));
      if (dense) {
        String group = alone ? "get_group_id(0)" : "gid";
        slices.append(name + " += " + group + " * " + size + ";\n");
      }
    }

    /** An array of each work-item, which begins with numbers and is a result in the end. */
    private void array(String name, String space) {
      Scalar type = element();
      boolean local = space.equals("local");
      int size = Math.min(scope.one(16, 32, 50, 64, 100, 256), 256 / type.bytes);
      boolean spread = local && scope.chance(40);
      String own = spread ? "lm" : "lm + lid * " + size;
      String pointer = type.text + " *l = " + own + ";\n";
      String all = type.text + " lm[" + size * LOCAL + "];\n";
      String array = type.text + " " + name + "[" + size + "];\n";
      String stride = spread ? " * " + LOCAL + " + lid" : "";
      Space made = new Space(name, space, type, size, true, stride);
      scope.spaces.add(made);
      String i = scope.fresh("i");
      Node index = Node.value(Scalar.INT, 0, size - 1, i);
      String each = "for (int " + i + " = 0; " + i + " < " + size + "; " + i + "++) ";
      Node numbers =
          Node.statement(
              each + "@0 = (" + type.text + ")((" + i + " * 3 + gid) & 1023);\n", made.at(index));
      before.add(
          local
              ? whole("local " + all + "local " + pointer, "static " + all + pointer, numbers)
              : whole(array, array, numbers));
      String cast = type.real() ? "(ulong)(long)@0" : "(ulong)@0";
      after.add(Node.statement(each + "h = h * 31 + " + cast + ";\n", made.at(index)));
    }

    /** A declaration and what begins its life: one statement, of which no part can be left out. */
    private static Node whole(String opencl, String c, Node then) {
      return new Node("", 0, 0, opencl + then.openClText(), c + then.cText(), List.of());
    }

    /** What keeps work-items from each other's memory. */
    private String frame() {
      return """
      const int gid = get_global_id(0);
      const int lid = get_local_id(0);
      const uint N = get_global_size(0);
      """
          + (alone ? "if (lid != 0) return;\n" : "")
          + slices;
    }

    private Node root(Node body) {
      List<Node> all = new ArrayList<>();
      all.addAll(before);
      for (Scope.Variable result : scope.results) {
        String text = result.type().text + " " + result.name() + " = " + scope.number(3) + ";\n";
        all.add(Node.statement(text));
      }
      all.add(Node.statement("ulong h = 0;\n"));
      all.add(body);
      all.addAll(after);
      int place = 0;
      for (Scope.Variable result : scope.results) {
        String where = place < 7 ? "r[gid * 8 + " + place++ + "] = " : "h = h * 31 + ";
        String cast = result.type().real() ? "(ulong)(long)" : "(ulong)";
        all.add(Node.statement(where + cast + result.name() + ";\n"));
      }
      all.add(Node.statement("r[gid * 8 + 7] = h;\n"));
      String parameters = "(%s" + a.text + " *a, %s" + b.text + " *b, %s" + "ulong *r, ";
      String read = "%sconst " + x.text + " *x, %sconst " + y.text + " *y, ";
      String opencl =
          ("kernel void k%d" + parameters + read + "constant %s *t, int n, uint m)\n{\n%s@0}\n")
              .formatted(
                  seed, "global ", "global ", "global ", "global ", "global ", t.text, frame());
      String c =
          ("static void b%d"
                  + parameters
                  + read
                  + "const %s *t, int n, uint m)\n{\n%s@0}\nrun(%d)\n")
              .formatted(seed, "", "", "", "", "", t.text, frame(), seed);
      return new Node("", 0, 0, opencl, c, List.of(Node.block(all)));
    }
  }
}
