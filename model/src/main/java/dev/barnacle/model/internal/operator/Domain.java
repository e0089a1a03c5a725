package dev.barnacle.model.internal.operator;

import dev.barnacle.model.Bits;

/** {@code domain a}: the events that are related to some event. */
public final class Domain implements Operator {
  @Override
  public void apply(Bits[] in, Bits out, int n) {
    int words = out.words();
    out.clear(n);
    for (int i = 0; i < n; i++) {
      out.bits()[i >>> 6] |= (any(in[0].bits(), i * words, words) != 0 ? 1L : 0L) << i;
    }
  }

  private static long any(long[] bits, int row, int words) {
    long any = 0;
    for (int w = 0; w < words; w++) {
      any |= bits[row + w];
    }
    return any;
  }

  @Override
  public boolean isLocal() {
    return false;
  }
}
