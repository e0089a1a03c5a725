package dev.barnacle.cl.builtins;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.function.DoublePredicate;

/** The relational functions (OpenCL C 6.15.6): truth is 1 for scalars, all ones in vectors. */
final class RelationalFunctions {
  private RelationalFunctions() {}

  static List<Case> all() {
    List<Case> cases = new ArrayList<>();
    for (Scalar type : Scalar.REALS) {
      tests(type, cases);
      comparisons(type, cases);
    }
    for (Scalar type : Scalar.values()) {
      choices(type, cases);
      if (type.signed && !type.isReal()) {
        anyAndAll(type, cases);
      }
    }
    return cases;
  }

  private static long truth(boolean value, int width) {
    return value ? width == 1 ? 1 : -1 : 0;
  }

  private static void tests(Scalar t, List<Case> cases) {
    Map<String, DoublePredicate> tests = new TreeMap<>();
    tests.put("isfinite", Double::isFinite);
    tests.put("isinf", Double::isInfinite);
    tests.put("isnan", Double::isNaN);
    tests.put("isnormal", x -> Double.isFinite(x) && Math.abs(x) >= t.real().minNormal());
    tests.forEach(
        (name, test) ->
            cases.add(
                Case.call(
                    name,
                    t,
                    1,
                    t.integer(true),
                    (w, x, y, z) -> truth(test.test(t.number(x)), w))));
    cases.add(
        Case.call(
            "signbit",
            t,
            1,
            t.integer(true),
            (w, x, y, z) -> truth((x >>> (t.bits() - 1) & 1) == 1, w)));
  }

  private static void comparisons(Scalar t, List<Case> cases) {
    Map<String, BiPredicate<Double, Double>> tests = new TreeMap<>();
    tests.put("isequal", (x, y) -> (double) x == (double) y);
    tests.put("isnotequal", (x, y) -> (double) x != (double) y);
    tests.put("isgreater", (x, y) -> x > y);
    tests.put("isgreaterequal", (x, y) -> x >= y);
    tests.put("isless", (x, y) -> x < y);
    tests.put("islessequal", (x, y) -> x <= y);
    tests.put("islessgreater", (x, y) -> x < y || x > y);
    tests.put("isordered", (x, y) -> !x.isNaN() && !y.isNaN());
    tests.put("isunordered", (x, y) -> x.isNaN() || y.isNaN());
    tests.forEach(
        (name, test) ->
            cases.add(
                Case.call(
                    name,
                    t,
                    2,
                    t.integer(true),
                    (w, x, y, z) -> truth(test.test(t.number(x), t.number(y)), w))));
  }

  private static void choices(Scalar t, List<Case> cases) {
    cases.add(Case.call("bitselect", t, 3, t, (w, x, y, z) -> (x & ~z) | (y & z)));
    Scalar chooser = t.integer(t.index() % 2 == 0);
    cases.add(
        new Case(
            "select_" + t,
            List.of(t, t, chooser),
            t,
            w -> "select(x, y, z)",
            // Scalars choose by truth, vectors by the most significant bit.
            (w, x, y, z) -> (w == 1 ? z != 0 : (z >>> (t.bits() - 1) & 1) == 1) ? y : x));
  }

  /** any and all of a whole vector give one int: each element of the result tells it. */
  private static void anyAndAll(Scalar t, List<Case> cases) {
    for (String name : List.of("any", "all")) {
      cases.add(
          new Case(
              name + "_" + t,
              List.of(t, t),
              Scalar.INT,
              w -> {
                String arguments = w == 1 ? name + "(x)" : repeat(name + "(%s)", t, w);
                return "(" + Widths.type("int", w) + ")(" + arguments + ")";
              },
              (w, x, y, z) -> anyOrAll(name, w, x, y)));
    }
  }

  /** For element i, the vector that has y in element i and x elsewhere. */
  private static String repeat(String call, Scalar t, int width) {
    String[] calls = new String[width];
    for (int i = 0; i < width; i++) {
      String[] elements = new String[width];
      Arrays.fill(elements, "x.s" + Integer.toHexString(i));
      elements[i] = "y.s" + Integer.toHexString(i);
      String vector = "(" + Widths.type(t.cl, width) + ")(" + String.join(", ", elements) + ")";
      calls[i] = call.formatted(vector);
    }
    return String.join(", ", calls);
  }

  private static long anyOrAll(String name, int width, long x, long y) {
    boolean first = x < 0;
    boolean second = width == 1 ? first : y < 0;
    return (name.equals("any") ? first || second : first && second) ? 1 : 0;
  }
}
