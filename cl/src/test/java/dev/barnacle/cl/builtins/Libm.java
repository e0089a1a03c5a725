package dev.barnacle.cl.builtins;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.function.DoubleUnaryOperator;

/** Functions of the C library in double precision (below 1 ulp, gamma a few) that Java has not. */
final class Libm {
  private static final Linker LINKER = Linker.nativeLinker();

  private Libm() {}

  static DoubleUnaryOperator function(String name) {
    MethodHandle handle =
        LINKER.downcallHandle(
            LINKER.defaultLookup().findOrThrow(name),
            FunctionDescriptor.of(ValueLayout.JAVA_DOUBLE, ValueLayout.JAVA_DOUBLE));
    return x -> {
      try {
        return (double) handle.invokeExact(x);
      } catch (Throwable e) {
        throw new AssertionError(name, e);
      }
    };
  }
}
