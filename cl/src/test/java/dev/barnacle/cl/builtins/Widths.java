package dev.barnacle.cl.builtins;

/** Vector widths, and the source of kernels that do the same thing at all of them. */
final class Widths {
  static final int[] ALL = {1, 2, 3, 4, 8, 16};

  private static final boolean EVERYTHING = Boolean.getBoolean("barnacle.test.everything");

  private Widths() {}

  /**
   * The widths at which one of a function's types is tried: scalars and one vector width, so that
   * over a function's types all widths have their turn; or all of them, where the system property
   * {@code barnacle.test.everything} is true.
   *
   * @param turn the index of the type
   */
  static int[] turn(int turn) {
    return EVERYTHING ? ALL : new int[] {1, ALL[1 + Math.floorMod(turn, ALL.length - 1)]};
  }

  /** The type of a width: {@code float4}, and {@code float} for 1. */
  static String type(String scalar, int width) {
    return width == 1 ? scalar : scalar + width;
  }

  /** Loads the vector of index i from memory of scalars. */
  static String load(String pointer, int width) {
    return width == 1 ? pointer + "[i]" : "vload" + width + "(i, " + pointer + ")";
  }

  /** Stores a vector at index i of memory of scalars. */
  static String store(String value, String pointer, int width) {
    return width == 1
        ? pointer + "[i] = " + value + ";"
        : "vstore" + width + "(" + value + ", i, " + pointer + ");";
  }
}
