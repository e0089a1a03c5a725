package dev.barnacle.model.internal.operator;

import dev.barnacle.model.Bits;

/** {@code a^-1}. */
public final class Inverse implements Operator {
  @Override
  public void apply(Bits[] in, Bits out, int n) {
    long[] a = in[0].bits();
    long[] o = out.bits();
    int words = out.words();
    out.clear(n);
    for (int i = 0; i < n; i++) {
      int word = i >>> 6;
      long bit = 1L << i;
      for (int w = 0; w < words; w++) {
        for (long row = a[i * words + w]; row != 0; row &= row - 1) {
          int j = (w << 6) + Long.numberOfTrailingZeros(row);
          o[j * words + word] |= bit;
        }
      }
    }
  }
}
