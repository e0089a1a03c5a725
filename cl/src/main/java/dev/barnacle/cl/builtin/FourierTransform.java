package dev.barnacle.cl.builtin;

import dev.barnacle.cl.BuiltInCall;
import dev.barnacle.cl.ClException;
import dev.barnacle.cl.ErrorCode;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * {@code barnacle_fft_float2}: discrete Fourier transforms of {@code batch} rows of {@code size}
 * complex numbers each, any size: {@code out[k] = Σ in[j] · exp(direction · 2πi · jk / size)}. The
 * direction is −1 (forward) or 1 (backward); nothing is scaled, so both together multiply by the
 * size. {@code in} and {@code out} may be the same memory. It is computed in double precision.
 */
final class FourierTransform {
  private static final ValueLayout.OfFloat FLOATS = ValueLayout.JAVA_FLOAT_UNALIGNED;
  private static final int ELEMENT_BYTES = 8;
  private static final int MOST = 1 << 26;

  private FourierTransform() {}

  static void run(BuiltInCall call) {
    int size = call.intValue(2);
    int batch = call.intValue(3);
    int direction = call.intValue(4);
    if (size < 0 || size > MOST || batch < 0 || (direction != 1 && direction != -1)) {
      throw new ClException(
          ErrorCode.CL_INVALID_ARG_VALUE,
          "barnacle_fft_float2 takes a size up to %d, a batch up to 2147483647 and the direction -1 or 1, not %s, %s and %d"
              .formatted(
                  MOST,
                  Integer.toUnsignedString(size),
                  Integer.toUnsignedString(batch),
                  direction));
    }
    long count = (long) size * batch;
    MemorySegment in = call.memory(0, count, ELEMENT_BYTES);
    MemorySegment out = call.memory(1, count, ELEMENT_BYTES);
    if (count == 0) {
      return;
    }
    Transform transform =
        Integer.bitCount(size) == 1
            ? new PowerOfTwoTransform(size, direction)
            : new ChirpTransform(size, direction);
    int tasks = Math.min(batch, call.computeUnits());
    call.parallel(
        tasks,
        task -> {
          ComplexArray row = new ComplexArray(transform.workSize());
          ComplexArray work = new ComplexArray(transform.workSize());
          long last = (long) batch * (task + 1) / tasks;
          for (long r = (long) batch * task / tasks; r < last; r++) {
            read(in, r * size, row, size);
            write(transform.apply(row, work), out, r * size, size);
          }
        });
  }

  private static void read(MemorySegment from, long first, ComplexArray to, int size) {
    for (int i = 0; i < size; i++) {
      to.re[i] = from.getAtIndex(FLOATS, 2 * (first + i));
      to.im[i] = from.getAtIndex(FLOATS, 2 * (first + i) + 1);
    }
  }

  private static void write(ComplexArray from, MemorySegment to, long first, int size) {
    for (int i = 0; i < size; i++) {
      to.setAtIndex(FLOATS, 2 * (first + i), (float) from.re[i]);
      to.setAtIndex(FLOATS, 2 * (first + i) + 1, (float) from.im[i]);
    }
  }

  /** A way to transform rows of one size; many threads may use it at once. */
  interface Transform {
    /** Returns the elements that the arrays for {@link #apply} have. */
    int workSize();

    /** Transforms the first elements of a row; returns that of both arrays that has the result. */
    ComplexArray apply(ComplexArray row, ComplexArray work);
  }
}
