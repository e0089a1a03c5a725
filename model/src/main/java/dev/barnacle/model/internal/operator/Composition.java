package dev.barnacle.model.internal.operator;

import dev.barnacle.model.Bits;

/** {@code a ; b}: the pairs (x, z) with (x, y) in a and (y, z) in b. */
public final class Composition implements Operator {
  @Override
  public void apply(Bits[] in, Bits out, int n) {
    long[] a = in[0].bits();
    long[] b = in[1].bits();
    long[] o = out.bits();
    int words = out.words();
    if (words == 1) {
      composeSmall(a, b, o, n);
      return;
    }
    for (int i = 0; i < n; i++) {
      int rowO = i * words;
      for (int w = 0; w < words; w++) {
        o[rowO + w] = 0;
      }
      for (int w = 0; w < words; w++) {
        for (long row = a[rowO + w]; row != 0; row &= row - 1) {
          int rowB = ((w << 6) + Long.numberOfTrailingZeros(row)) * words;
          for (int v = 0; v < words; v++) {
            o[rowO + v] |= b[rowB + v];
          }
        }
      }
    }
  }

  private static void composeSmall(long[] a, long[] b, long[] o, int n) {
    for (int i = 0; i < n; i++) {
      long out = 0;
      for (long row = a[i]; row != 0; row &= row - 1) {
        out |= b[Long.numberOfTrailingZeros(row)];
      }
      o[i] = out;
    }
  }

  @Override
  public boolean isLocal() {
    return false;
  }
}
