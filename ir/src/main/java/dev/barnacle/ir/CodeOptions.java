package dev.barnacle.ir;

/**
 * What a program's build options ask of those who make code of it (OpenCL API, 5.8.6 "Compiler
 * Options").
 *
 * @param optimize false for {@code -cl-opt-disable}
 * @param flushDenormals for {@code -cl-denorms-are-zero}: denormal numbers may be taken, and given,
 *     as zero
 */
public record CodeOptions(boolean optimize, boolean flushDenormals) {
  /** Optimised, with denormal numbers. */
  public static final CodeOptions DEFAULT = new CodeOptions(true, false);
}
