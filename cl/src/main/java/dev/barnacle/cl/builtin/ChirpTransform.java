package dev.barnacle.cl.builtin;

import java.util.Arrays;

/**
 * Bluestein's transform of any size: as {@code jk = (j² + k² - (k-j)²) / 2}, it is a convolution
 * with a chirp, which two transforms of a power of two compute.
 */
final class ChirpTransform implements FourierTransform.Transform {
  private final int size;
  private final int padded;
  private final ComplexArray chirp;
  private final ComplexArray filter;
  private final PowerOfTwoTransform forward;
  private final PowerOfTwoTransform backward;

  /** Makes one; {@code direction} is −1 or 1. */
  ChirpTransform(int size, int direction) {
    this.size = size;
    this.padded = Math.max(1, Integer.highestOneBit(2 * size - 1) << 1);
    this.forward = new PowerOfTwoTransform(padded, -1);
    this.backward = new PowerOfTwoTransform(padded, 1);
    this.chirp = new ComplexArray(size);
    for (int k = 0; k < size; k++) {
      double angle = direction * Math.PI * ((long) k * k % (2L * size)) / size;
      chirp.re[k] = Math.cos(angle);
      chirp.im[k] = Math.sin(angle);
    }
    ComplexArray wrapped = new ComplexArray(padded);
    for (int k = 0; k < size; k++) {
      int mirrored = (padded - k) % padded;
      wrapped.re[k] = chirp.re[k];
      wrapped.im[k] = -chirp.im[k];
      wrapped.re[mirrored] = chirp.re[k];
      wrapped.im[mirrored] = -chirp.im[k];
    }
    this.filter = forward.apply(wrapped, new ComplexArray(padded));
  }

  @Override
  public int workSize() {
    return padded;
  }

  @Override
  public ComplexArray apply(ComplexArray row, ComplexArray work) {
    Arrays.fill(row.re, size, padded, 0);
    Arrays.fill(row.im, size, padded, 0);
    multiply(row, chirp, size, 1);
    ComplexArray spectrum = forward.apply(row, work);
    multiply(spectrum, filter, padded, 1.0 / padded);
    ComplexArray result = backward.apply(spectrum, spectrum.equals(row) ? work : row);
    multiply(result, chirp, size, 1);
    return result;
  }

  private static void multiply(ComplexArray to, ComplexArray by, int count, double scale) {
    double[] re = to.re;
    double[] im = to.im;
    double[] byRe = by.re;
    double[] byIm = by.im;
    for (int i = 0; i < count; i++) {
      double product = (re[i] * byRe[i] - im[i] * byIm[i]) * scale;
      im[i] = (re[i] * byIm[i] + im[i] * byRe[i]) * scale;
      re[i] = product;
    }
  }
}
