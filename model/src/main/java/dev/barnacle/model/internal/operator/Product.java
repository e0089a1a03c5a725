package dev.barnacle.model.internal.operator;

import dev.barnacle.model.Bits;

/** {@code S * T}: all pairs of an event of S and an event of T. */
public final class Product implements Operator {
  @Override
  public void apply(Bits[] in, Bits out, int n) {
    long[] s = in[0].bits();
    long[] t = in[1].bits();
    long[] o = out.bits();
    int words = out.words();
    for (int i = 0; i < n; i++) {
      long all = -(s[i >>> 6] >>> i & 1);
      for (int w = 0; w < words; w++) {
        o[i * words + w] = t[w] & all & Bits.mask(n, w);
      }
    }
  }
}
