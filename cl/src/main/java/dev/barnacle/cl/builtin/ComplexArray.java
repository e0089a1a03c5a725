package dev.barnacle.cl.builtin;

/** Complex numbers, real and imaginary parts apart, so that loops over them become SIMD code. */
final class ComplexArray {
  final double[] re;
  final double[] im;

  ComplexArray(int size) {
    re = new double[size];
    im = new double[size];
  }
}
