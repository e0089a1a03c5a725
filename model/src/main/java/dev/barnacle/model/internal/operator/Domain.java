package dev.barnacle.model.internal.operator;

import dev.barnacle.model.Bits;

/** {@code domain a}: the events that are related to some event. */
public final class Domain implements Operator {
  @Override
  public void apply(Bits[] in, Bits out, int n) {
    long[] a = in[0].bits();
    long[] o = out.bits();
    int words = out.words();
    for (int w = 0; w < words; w++) {
      o[w] = 0;
    }
    for (int i = 0; i < n; i++) {
      long any = 0;
      for (int w = 0; w < words; w++) {
        any |= a[i * words + w];
      }
      o[i >>> 6] |= (any != 0 ? 1L : 0L) << i;
    }
  }

  @Override
  public boolean isLocal() {
    return false;
  }
}
