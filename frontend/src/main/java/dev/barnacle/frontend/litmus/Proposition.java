package dev.barnacle.frontend.litmus;

/** A proposition about a final state. */
public sealed interface Proposition {
  /** True, or false. */
  record Constant(boolean value) implements Proposition {
    @Override
    public String toString() {
      return value ? "true" : "false";
    }
  }

  /** A reference has a value. */
  record IsValue(Reference left, long value) implements Proposition {
    @Override
    public String toString() {
      return left + "=" + value;
    }
  }

  /**
   * A reference holds the address of an element of a location.
   *
   * @param location the location's number
   */
  record IsAddress(Reference left, int location, String name) implements Proposition {
    @Override
    public String toString() {
      return left + "=" + name;
    }
  }

  /** Two references have the same value. */
  record IsSame(Reference left, Reference right) implements Proposition {
    @Override
    public String toString() {
      return left + "=" + right;
    }
  }

  /** Not. */
  record Not(Proposition operand) implements Proposition {
    @Override
    public String toString() {
      return "not (" + operand + ")";
    }
  }

  /** And. */
  record And(Proposition left, Proposition right) implements Proposition {
    @Override
    public String toString() {
      return side(left) + " /\\ " + side(right);
    }

    private static String side(Proposition p) {
      return p instanceof Or || p instanceof Implies ? "(" + p + ")" : p.toString();
    }
  }

  /** Or. */
  record Or(Proposition left, Proposition right) implements Proposition {
    @Override
    public String toString() {
      return side(left) + " \\/ " + side(right);
    }

    private static String side(Proposition p) {
      return p instanceof Implies ? "(" + p + ")" : p.toString();
    }
  }

  /** Implies. */
  record Implies(Proposition left, Proposition right) implements Proposition {
    @Override
    public String toString() {
      return "(" + left + ") => (" + right + ")";
    }
  }
}
