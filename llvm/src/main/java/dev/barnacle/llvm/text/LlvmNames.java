package dev.barnacle.llvm.text;

/** Gives names that are unique in one LLVM function. */
public final class LlvmNames {
  private int next;

  String fresh() {
    return "%t" + next++;
  }

  /** Returns a number that no name has. */
  public int number() {
    return next++;
  }
}
