package dev.barnacle.model.internal.operator;

import dev.barnacle.model.Bits;

/** {@code a | b}. */
public final class Union implements Operator {
  @Override
  public void apply(Bits[] in, Bits out, int n) {
    long[] a = in[0].bits();
    long[] b = in[1].bits();
    long[] o = out.bits();
    int used = out.used(n);
    for (int i = 0; i < used; i++) {
      o[i] = a[i] | b[i];
    }
  }
}
