package dev.barnacle.cl.builtins;

import java.util.ArrayList;
import java.util.List;

/** A vector built from a scalar expression of its operands' elements. */
final class Elementwise {
  private Elementwise() {}

  /** Writes {@code text}, an expression over the scalars x, y and z, for each element. */
  static String of(String text, int arity, Scalar result, int width) {
    List<String> elements = new ArrayList<>();
    for (int i = 0; i < width; i++) {
      String element = text;
      for (String name : List.of("x", "y", "z").subList(0, arity)) {
        element = element.replaceAll("\\b" + name + "\\b", name + ".s" + Integer.toHexString(i));
      }
      elements.add(element);
    }
    return "(" + Widths.type(result.cl, width) + ")(" + String.join(", ", elements) + ")";
  }
}
