package dev.barnacle.model.internal.operator;

import dev.barnacle.model.Bits;

/** {@code [S]}: each event of S related to itself. */
public final class Identity implements Operator {
  @Override
  public void apply(Bits[] in, Bits out, int n) {
    long[] s = in[0].bits();
    long[] o = out.bits();
    int words = out.words();
    for (int i = 0; i < n; i++) {
      for (int w = 0; w < words; w++) {
        o[i * words + w] = 0;
      }
      o[i * words + (i >>> 6)] = s[i >>> 6] & 1L << i;
    }
  }
}
