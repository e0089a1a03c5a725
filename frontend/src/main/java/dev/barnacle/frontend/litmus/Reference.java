package dev.barnacle.frontend.litmus;

/** A final value that a condition names. */
public sealed interface Reference {
  /**
   * The final value of a local variable.
   *
   * @param thread the thread's number
   */
  record Register(int thread, String name) implements Reference {
    @Override
    public String toString() {
      return thread + ":" + name;
    }
  }

  /**
   * The final value of a location's element.
   *
   * @param location the location's number
   * @param indexed whether the test writes the index
   */
  record Memory(int location, String name, int element, boolean indexed) implements Reference {
    @Override
    public String toString() {
      return indexed ? name + "[" + element + "]" : name;
    }
  }
}
