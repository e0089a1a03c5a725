package dev.barnacle.watch.internal.race;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Ordered access to the elements of arrays of stamps and pages. */
final class Cells {
  static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);
  static final VarHandle PAGES = MethodHandles.arrayElementVarHandle(Page[].class);

  private Cells() {}
}
