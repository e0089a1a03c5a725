package dev.barnacle.ir;

/**
 * What a program's build options ask of those who make code of it, or tell of it (OpenCL API, 5.8.6
 * "Compiler Options").
 *
 * @param optimize false for {@code -cl-opt-disable}
 * @param flushDenormals for {@code -cl-denorms-are-zero}: denormal numbers may be taken, and given,
 *     as zero
 * @param plainAtomics whether the language is OpenCL C 1.x, whose atomic functions and fences take
 *     no memory order and scope
 */
public record CodeOptions(boolean optimize, boolean flushDenormals, boolean plainAtomics) {
  /** Optimised, with denormal numbers, memory orders and scopes. */
  public static final CodeOptions DEFAULT = new CodeOptions(true, false, false);
}
