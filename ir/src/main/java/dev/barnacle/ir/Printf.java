package dev.barnacle.ir;

import java.util.List;

/**
 * Formatted output (OpenCL C, "printf"); the operands are what the format converts, the i32 result
 * is 0 or -1.
 */
public final class Printf extends Instruction {
  private final String format;

  /**
   * Makes an output.
   *
   * @param format its bytes as characters of ISO 8859-1, without the final zero
   */
  public Printf(String format, List<? extends Value> operands) {
    super(Types.I32, operands);
    this.format = format;
  }

  /** Returns the format, its bytes as characters of ISO 8859-1. */
  public String format() {
    return format;
  }

  @Override
  public String mnemonic() {
    return "printf";
  }
}
