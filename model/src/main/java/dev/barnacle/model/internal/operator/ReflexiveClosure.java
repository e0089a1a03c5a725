package dev.barnacle.model.internal.operator;

import dev.barnacle.model.Bits;

/** {@code a?}: a or the identity. */
public final class ReflexiveClosure implements Operator {
  @Override
  public void apply(Bits[] in, Bits out, int n) {
    System.arraycopy(in[0].bits(), 0, out.bits(), 0, out.used(n));
    long[] o = out.bits();
    int words = out.words();
    for (int i = 0; i < n; i++) {
      o[i * words + (i >>> 6)] |= 1L << i;
    }
  }
}
