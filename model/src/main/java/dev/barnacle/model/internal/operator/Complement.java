package dev.barnacle.model.internal.operator;

import dev.barnacle.model.Bits;

/** {@code ~a}, of a set or a relation. */
public final class Complement implements Operator {
  @Override
  public void apply(Bits[] in, Bits out, int n) {
    long[] a = in[0].bits();
    long[] o = out.bits();
    int words = out.words();
    int used = out.used(n);
    for (int i = 0; i < used; i++) {
      o[i] = ~a[i] & Bits.mask(n, i % words);
    }
  }

  @Override
  public boolean antitone(int i) {
    return true;
  }
}
