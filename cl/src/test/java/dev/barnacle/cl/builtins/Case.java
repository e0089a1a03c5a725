package dev.barnacle.cl.builtins;

import java.util.Collections;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * An expression to be computed for scalars and vectors.
 *
 * @param name what is tested; a C identifier
 * @param parameters the element types of the vectors x, y and z (as many as there are)
 * @param result the element type of the result
 * @param expression the OpenCL C text for a width, over x, y and z of that width; statements may
 *     come before it in braces: {@code ({ int4 e; frexp(x, &e); e; })}
 * @param expected the answer for an element
 * @param arguments rows of arguments; null for edge values and random ones
 */
record Case(
    String name,
    List<Scalar> parameters,
    Scalar result,
    IntFunction<String> expression,
    Expected expected,
    @Nullable List<long[]> arguments) {

  Case(
      String name,
      List<Scalar> parameters,
      Scalar result,
      IntFunction<String> expression,
      Expected expected) {
    this(name, parameters, result, expression, expected, null);
  }

  Case(
      String name,
      List<Scalar> parameters,
      Scalar result,
      IntFunction<String> expression,
      Expected.Exact expected) {
    this(name, parameters, result, expression, expected, null);
  }

  /** A call of a function whose arguments all have one type. */
  static Case call(String function, Scalar type, int arity, Scalar result, Expected expected) {
    String call = function + "(" + String.join(", ", names(arity)) + ")";
    return new Case(
        function + "_" + type, Collections.nCopies(arity, type), result, w -> call, expected);
  }

  /** A call of a function whose arguments all have one type, with one right answer. */
  static Case call(
      String function, Scalar type, int arity, Scalar result, Expected.Exact expected) {
    return call(function, type, arity, result, (Expected) expected);
  }

  /** The names of the operands. */
  static List<String> names(int arity) {
    return List.of("x", "y", "z").subList(0, arity);
  }

  /** The widths to try: with each type of the first operand others. */
  int[] widths() {
    return Widths.turn(parameters.get(0).index() + name.length());
  }

  @Override
  public String toString() {
    return name;
  }
}
