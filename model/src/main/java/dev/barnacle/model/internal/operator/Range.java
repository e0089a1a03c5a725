package dev.barnacle.model.internal.operator;

import dev.barnacle.model.Bits;

/** {@code range a}: the events that some event is related to. */
public final class Range implements Operator {
  @Override
  public void apply(Bits[] in, Bits out, int n) {
    long[] a = in[0].bits();
    long[] o = out.bits();
    int words = out.words();
    for (int w = 0; w < words; w++) {
      long any = 0;
      for (int i = 0; i < n; i++) {
        any |= a[i * words + w];
      }
      o[w] = any;
    }
  }

  @Override
  public boolean isLocal() {
    return false;
  }
}
