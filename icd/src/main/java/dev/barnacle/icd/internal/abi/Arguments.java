package dev.barnacle.icd.internal.abi;

/**
 * The arguments of a call as the shim leaves them: those from registers in a row of 64-bit words,
 * the others further on, on the stack. The upper half of a 32-bit argument's word may be anything.
 * The room {@code entry} has a class for the arguments of each entry point.
 */
public final class Arguments {
  private static int registers;
  private static int stackAt;

  private Arguments() {}

  /**
   * Says how the shim lays them out.
   *
   * @param count how many arguments come in registers
   * @param word at which word from the first register's the others begin
   */
  public static void layout(int count, int word) {
    registers = count;
    stackAt = word;
  }

  /** Returns a 64-bit argument: a pointer, a handle, a size or a set of flags. */
  public static long p(long arguments, int index) {
    return Native.getLong(
        arguments + 8L * (index < registers ? index : stackAt + index - registers));
  }

  /** Returns a 32-bit argument. */
  public static int i(long arguments, int index) {
    return (int) p(arguments, index);
  }
}
