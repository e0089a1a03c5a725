package dev.barnacle.cl.loops;

import java.util.ArrayList;
import java.util.List;

/**
 * A piece of a kernel: text with holes for its parts ({@code @0}, {@code @1}, …; {@code @*} for all
 * of them), as OpenCL C and as GNU C.
 *
 * @param type the type of an expression; empty for statements
 * @param low the least value of an integer expression, as far as is known
 * @param high the greatest value of it
 * @param opencl the text in OpenCL C
 * @param c the text in GNU C
 * @param parts what stands in the holes
 */
record Node(String type, long low, long high, String opencl, String c, List<Node> parts) {
  private static final String ALL = "@*";

  /** An expression that is the same in both languages. */
  static Node value(Scalar type, long low, long high, String text, Node... parts) {
    return new Node(type.text, low, high, text, text, List.of(parts));
  }

  /** An expression of any value of its type, the same in both languages. */
  static Node value(Scalar type, String text, Node... parts) {
    return value(type, type.low, type.high, text, parts);
  }

  /** A statement that is the same in both languages. */
  static Node statement(String text, Node... parts) {
    return new Node("", 0, 0, text, text, List.of(parts));
  }

  /** Statements one after the other. */
  static Node block(List<Node> statements) {
    return new Node("", 0, 0, ALL, ALL, List.copyOf(statements));
  }

  boolean isBlock() {
    return opencl.equals(ALL);
  }

  boolean isValue() {
    return !type.isEmpty();
  }

  Node withParts(List<Node> others) {
    return new Node(type, low, high, opencl, c, List.copyOf(others));
  }

  /** Returns this with another part in place of one. */
  Node with(int part, Node other) {
    List<Node> others = new ArrayList<>(parts);
    others.set(part, other);
    return withParts(others);
  }

  /** Returns the text in OpenCL C. */
  String openClText() {
    StringBuilder text = new StringBuilder();
    print(text, true);
    return text.toString();
  }

  /** Returns the text in GNU C. */
  String cText() {
    StringBuilder text = new StringBuilder();
    print(text, false);
    return text.toString();
  }

  private void print(StringBuilder text, boolean asOpenCl) {
    String pattern = asOpenCl ? opencl : c;
    for (int at = 0; at < pattern.length(); at++) {
      char letter = pattern.charAt(at);
      if (letter != '@') {
        text.append(letter);
      } else if (pattern.charAt(++at) == '*') {
        parts.forEach(p -> p.print(text, asOpenCl));
      } else {
        parts.get(pattern.charAt(at) - '0').print(text, asOpenCl);
      }
    }
  }
}
