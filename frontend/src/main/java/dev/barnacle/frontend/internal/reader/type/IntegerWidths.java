package dev.barnacle.frontend.internal.reader.type;

import dev.barnacle.llvm.view.LlvmType;

/**
 * Finds integers that the IR does not have. One of an odd width lies in the next wider integer of
 * the IR. One of 65 to 128 bits is two words of 64 bits.
 */
public final class IntegerWidths {
  private IntegerWidths() {}

  /** Returns whether a type is an integer of up to 64 bits whose width the IR does not have. */
  public static boolean isOdd(LlvmType type) {
    return type.kind() == LlvmType.Kind.INTEGER
        && type.integerBits() <= Long.SIZE
        && TypeReader.containerBits(type.integerBits()) != type.integerBits();
  }

  /** Returns whether a type is an integer that takes two words. */
  public static boolean isWide(LlvmType type) {
    return type.kind() == LlvmType.Kind.INTEGER
        && type.integerBits() > Long.SIZE
        && type.integerBits() <= 2 * Long.SIZE;
  }

  /** Throws where a type is an integer whose width the IR does not have. */
  public static void refuse(LlvmType type) {
    if (isOdd(type) || isWide(type)) {
      throw UnsupportedException.of(
          "this operation on integers of " + type.integerBits() + " bits");
    }
  }
}
