package dev.barnacle.simd.internal.abi;

/**
 * The names by which emitted code and Java know each other's functions, and those of parameters.
 */
public final class Symbols {
  /** The function that runs work-groups: (arguments, info, arena, begin, end) → void. */
  public static final String ENTRY = "barnacle.kernel";

  /** The function that kernels call for {@code printf}: (number, arguments) → i32. */
  public static final String PRINTF = "barnacle.printf";

  /** The function that kernels call for operations on queues of the device: {@link QueueCall}. */
  public static final String QUEUE = "barnacle.queue";

  /** Has LLVM say which functions' stack frames have more bytes than are there on any stack. */
  public static final String FRAME_ATTRIBUTE = "\"warn-stack-size\"=\"16384\"";

  private Symbols() {}

  /** Returns the name of the group function's parameter for an argument's copy. */
  public static String copy(int parameter) {
    return "%copy" + parameter;
  }

  /** Returns the name of the group function's parameter for the copy's size in bytes. */
  public static String copySize(int parameter) {
    return copy(parameter) + ".size";
  }
}
