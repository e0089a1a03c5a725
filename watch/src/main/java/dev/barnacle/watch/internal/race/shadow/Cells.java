package dev.barnacle.watch.internal.race.shadow;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Ordered access to the elements of arrays of stamps and pages. */
public final class Cells {
  public static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);
  public static final VarHandle PAGES = MethodHandles.arrayElementVarHandle(Page[].class);

  private Cells() {}
}
