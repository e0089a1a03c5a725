package dev.barnacle.cl.builtin;

/** Stockham's transform of a power of two, which needs no reordering. */
final class PowerOfTwoTransform implements FourierTransform.Transform {
  private final int size;
  private final ComplexArray roots;

  /** Makes one; {@code direction} is −1 or 1. */
  PowerOfTwoTransform(int size, int direction) {
    this.size = size;
    this.roots = new ComplexArray(Math.max(size / 2, 1));
    for (int i = 0; i < size / 2; i++) {
      double angle = direction * 2 * Math.PI * i / size;
      roots.re[i] = Math.cos(angle);
      roots.im[i] = Math.sin(angle);
    }
  }

  @Override
  public int workSize() {
    return size;
  }

  @Override
  public ComplexArray apply(ComplexArray row, ComplexArray work) {
    ComplexArray from = row;
    ComplexArray to = work;
    for (int stride = 1; stride < size; stride *= 2) {
      int half = size / 2 / stride;
      for (int p = 0; p < half; p++) {
        butterflies(from, to, p * stride, stride, roots.re[p * stride], roots.im[p * stride]);
      }
      ComplexArray done = to;
      to = from;
      from = done;
    }
    return from;
  }

  private void butterflies(
      ComplexArray from, ComplexArray to, int first, int stride, double cos, double sin) {
    double[] re = from.re;
    double[] im = from.im;
    double[] outRe = to.re;
    double[] outIm = to.im;
    int second = first + size / 2;
    int sum = 2 * first;
    int difference = sum + stride;
    for (int q = 0; q < stride; q++) {
      double aRe = re[first + q];
      double aIm = im[first + q];
      double bRe = re[second + q];
      double bIm = im[second + q];
      outRe[sum + q] = aRe + bRe;
      outIm[sum + q] = aIm + bIm;
      outRe[difference + q] = (aRe - bRe) * cos - (aIm - bIm) * sin;
      outIm[difference + q] = (aRe - bRe) * sin + (aIm - bIm) * cos;
    }
  }
}
