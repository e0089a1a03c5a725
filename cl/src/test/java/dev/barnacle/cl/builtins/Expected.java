package dev.barnacle.cl.builtins;

/** What a built-in function has to answer. Values are those of {@link Scalar}. */
interface Expected {
  /** Returns whether a result is right for an element of a vector of some width. */
  boolean accepts(Scalar type, long actual, int width, long... arguments);

  /** Describes the right result. */
  String describe(Scalar type, int width, long... arguments);

  /**
   * The one right answer for an element (all NaNs are the same); arguments that a function does not
   * have are 0.
   */
  @FunctionalInterface
  interface Exact extends Expected {
    long at(int width, long x, long y, long z);

    @Override
    default boolean accepts(Scalar type, long actual, int width, long... xyz) {
      return type.same(actual, type.wrap(at(width, xyz[0], xyz[1], xyz[2])));
    }

    @Override
    default String describe(Scalar type, int width, long... xyz) {
      return type.show(type.wrap(at(width, xyz[0], xyz[1], xyz[2])));
    }
  }

  /** The true value for an element; arguments that a function does not have are 0. */
  @FunctionalInterface
  interface TrueValue {
    double at(long x, long y, long z);
  }

  /**
   * A true value to within a number of ulps of the result type.
   *
   * @param anyZero whether the sign of a zero is free
   */
  static Expected within(double ulps, boolean anyZero, TrueValue reference) {
    return new Expected() {
      @Override
      public boolean accepts(Scalar type, long actual, int width, long... xyz) {
        double expected = reference.at(xyz[0], xyz[1], xyz[2]);
        double number = type.number(actual);
        boolean zeros = anyZero && expected == 0 && number == 0;
        return zeros || type.real().error(number, expected) <= ulps;
      }

      @Override
      public String describe(Scalar type, int width, long... xyz) {
        return reference.at(xyz[0], xyz[1], xyz[2]) + " within " + ulps + " ulps";
      }
    };
  }
}
