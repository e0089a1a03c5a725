package dev.barnacle.model.internal.operator;

import dev.barnacle.model.Bits;
import dev.barnacle.model.Relation;

/** {@code a+}. */
public final class TransitiveClosure implements Operator {
  @Override
  public void apply(Bits[] in, Bits out, int n) {
    System.arraycopy(in[0].bits(), 0, out.bits(), 0, out.used(n));
    ((Relation) out).close(n);
  }

  @Override
  public boolean isLocal() {
    return false;
  }
}
