package dev.barnacle.icd.samples;

import dev.barnacle.cl.BuiltInCall;
import dev.barnacle.cl.BuiltInKernel;
import dev.barnacle.cl.BuiltInKernels;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/** Built-in kernels of a program's own: one that works, one that throws, one that overflows. */
public final class NegatingKernels implements BuiltInKernels {
  @Override
  public List<BuiltInKernel> kernels() {
    return List.of(
        new BuiltInKernel("negate(global int *data, ulong count)", NegatingKernels::negate),
        new BuiltInKernel("fail(global int *data, ulong count)", NegatingKernels::fail),
        new BuiltInKernel("overflow(global int *data, ulong count)", NegatingKernels::overflow));
  }

  private static void negate(BuiltInCall call) {
    long count = call.longValue(1);
    MemorySegment data = call.memory(0, count, Integer.BYTES);
    for (long i = 0; i < count; i++) {
      int value = data.getAtIndex(ValueLayout.JAVA_INT_UNALIGNED, i);
      data.setAtIndex(ValueLayout.JAVA_INT_UNALIGNED, i, -value);
    }
  }

  private static void fail(BuiltInCall call) {
    throw new IllegalStateException("not today");
  }

  private static void overflow(BuiltInCall call) {
    if (call.computeUnits() > 0) { // always
      overflow(call);
    }
  }
}
