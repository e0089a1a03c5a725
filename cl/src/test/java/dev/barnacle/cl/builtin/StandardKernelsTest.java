package dev.barnacle.cl.builtin;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.ClException;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.Kernel;
import dev.barnacle.cl.NDRange;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Sorting, Fourier transforms and matrix products, against what Java computes. */
class StandardKernelsTest {
  private static final NDRange ONE = NDRange.of(1);
  private static final int[] SIZES = {0, 1, 2, 255, 1000, 40_000, 100_001};

  private static Context context;
  private final Random random = new Random(35);

  @BeforeAll
  static void open() {
    context = Context.builder().threads(3).create();
  }

  @AfterAll
  static void close() {
    context.close();
  }

  private static Kernel kernel(String name) {
    return context.builtIn(name).kernel(name);
  }

  private static ErrorCode code(Runnable action) {
    return assertThrows(ClException.class, action::run).code();
  }

  @Test
  void sortsIntegers() {
    for (int size : SIZES) {
      int[] ints = random.ints(size).toArray();
      long[] longs = random.longs(size).toArray();
      try (Buffer keys = context.buffer(Math.max(size, 1) * 8L)) {
        keys.write(ints);
        kernel("barnacle_sort_int").with(keys, size).run(ONE);
        int[] sorted = ints.clone();
        Arrays.sort(sorted);
        assertArrayEquals(sorted, read(keys, size));
        keys.write(ints);
        kernel("barnacle_sort_uint").with(keys, size).run(ONE);
        assertArrayEquals(unsigned(ints), read(keys, size));
        keys.write(longs);
        kernel("barnacle_sort_long").with(keys, size).run(ONE);
        long[] sortedLongs = longs.clone();
        Arrays.sort(sortedLongs);
        long[] result = new long[size];
        keys.read(result);
        assertArrayEquals(sortedLongs, result);
        keys.write(longs);
        kernel("barnacle_sort_ulong").with(keys, size).run(ONE);
        keys.read(result);
        assertArrayEquals(
            Arrays.stream(longs)
                .map(k -> k ^ Long.MIN_VALUE)
                .sorted()
                .map(k -> k ^ Long.MIN_VALUE)
                .toArray(),
            result);
      }
    }
  }

  private static int[] read(Buffer buffer, int size) {
    int[] result = new int[size];
    buffer.read(result);
    return result;
  }

  private static int[] unsigned(int[] keys) {
    return Arrays.stream(keys)
        .map(k -> k ^ Integer.MIN_VALUE)
        .sorted()
        .map(k -> k ^ Integer.MIN_VALUE)
        .toArray();
  }

  @Test
  void sortsNumbersInTotalOrder() {
    float[] floats = new float[50_000];
    double[] doubles = new double[50_000];
    for (int i = 0; i < floats.length; i++) {
      floats[i] = random.nextFloat() - 0.5f;
      doubles[i] = random.nextGaussian();
    }
    float[] special = {Float.NaN, -0f, 0f, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY};
    System.arraycopy(special, 0, floats, 100, special.length);
    Buffer keys = context.buffer(floats);
    kernel("barnacle_sort_float").with(keys, floats.length).run(ONE);
    float[] sorted = new float[floats.length];
    keys.read(sorted);
    Arrays.sort(floats); // −0 before 0, NaN last
    assertArrayEquals(floats, sorted);
    Buffer more = context.buffer(doubles);
    kernel("barnacle_sort_double").with(more, doubles.length).run(ONE);
    double[] sortedDoubles = new double[doubles.length];
    more.read(sortedDoubles);
    Arrays.sort(doubles);
    assertArrayEquals(doubles, sortedDoubles);
  }

  @Test
  void valuesGoWithTheirKeysAndEqualKeysStayInOrder() {
    int size = 70_000;
    int[] keys = random.ints(size, 0, 100).toArray();
    int[] values = new int[size];
    Arrays.setAll(values, i -> i);
    Buffer keyBuffer = context.buffer(keys);
    Buffer valueBuffer = context.buffer(values);
    kernel("barnacle_sort_pairs_uint").with(keyBuffer, valueBuffer, size).run(ONE);
    int[] sortedValues = read(valueBuffer, size);
    int[] sortedKeys = read(keyBuffer, size);
    for (int i = 0; i < size; i++) {
      assertEquals(keys[sortedValues[i]], sortedKeys[i]);
      if (i > 0 && sortedKeys[i] == sortedKeys[i - 1]) {
        assertEquals(1, Integer.signum(sortedValues[i] - sortedValues[i - 1]));
      }
    }
  }

  @Test
  void sortsOnlyWhatThereIs() {
    Buffer keys = context.buffer(16);
    Kernel sort = kernel("barnacle_sort_int");
    assertEquals(ErrorCode.CL_INVALID_BUFFER_SIZE, code(() -> sort.with(keys, 5).run(ONE)));
    assertEquals(ErrorCode.CL_INVALID_BUFFER_SIZE, code(() -> sort.with(keys, -1L).run(ONE)));
    assertEquals(ErrorCode.CL_INVALID_ARG_VALUE, code(() -> sort.with(null, 1).run(ONE)));
  }

  private static double[] transform(float[] in, int first, int size, int direction) {
    double[] out = new double[2 * size];
    for (int k = 0; k < size; k++) {
      for (int j = 0; j < size; j++) {
        double angle = direction * 2 * Math.PI * ((long) j * k % size) / size;
        double re = in[2 * (first + j)];
        double im = in[2 * (first + j) + 1];
        out[2 * k] += re * Math.cos(angle) - im * Math.sin(angle);
        out[2 * k + 1] += re * Math.sin(angle) + im * Math.cos(angle);
      }
    }
    return out;
  }

  @Test
  void transformsAnySize() {
    int batch = 4;
    for (int size : new int[] {1, 2, 3, 8, 17, 64, 100, 255}) {
      float[] in = new float[2 * size * batch];
      for (int i = 0; i < in.length; i++) {
        in[i] = random.nextFloat() - 0.5f;
      }
      for (int direction : new int[] {-1, 1}) {
        Buffer from = context.buffer(in);
        Buffer to = context.buffer(from.byteSize());
        Kernel fft = kernel("barnacle_fft_float2");
        fft.with(from, to, size, batch, direction).run(ONE);
        fft.with(from, from, size, batch, direction).run(ONE); // in place
        float[] out = new float[in.length];
        to.read(out);
        float[] inPlace = new float[in.length];
        from.read(inPlace);
        assertArrayEquals(out, inPlace);
        for (int row = 0; row < batch; row++) {
          double[] expected = transform(in, row * size, size, direction);
          for (int i = 0; i < 2 * size; i++) {
            assertEquals(expected[i], out[row * 2 * size + i], 1e-6 * size, "size " + size);
          }
        }
      }
    }
  }

  @Test
  void transformsNothingElse() {
    Kernel fft = kernel("barnacle_fft_float2");
    Buffer data = context.buffer(64);
    assertEquals(
        ErrorCode.CL_INVALID_ARG_VALUE, code(() -> fft.with(data, data, 8, 1, 0).run(ONE)));
    assertEquals(
        ErrorCode.CL_INVALID_ARG_VALUE, code(() -> fft.with(data, data, -1, 1, 1).run(ONE)));
    assertEquals(
        ErrorCode.CL_INVALID_BUFFER_SIZE, code(() -> fft.with(data, data, 9, 1, 1).run(ONE)));
    fft.with(data, data, 0, 1, 1).run(ONE);
  }

  @Test
  void multipliesMatrices() {
    int[][] sizes = {{1, 1, 1}, {2, 3, 4}, {70, 5, 259}, {3, 600, 7}, {65, 513, 300}, {4, 4, 0}};
    for (int[] size : sizes) {
      int m = size[0];
      int n = size[1];
      int k = size[2];
      float[] a = matrix(m, k);
      float[] b = matrix(k, n);
      float[] c = matrix(m, n);
      Buffer aBuffer = context.buffer(k == 0 ? new float[1] : a);
      Buffer bBuffer = context.buffer(k == 0 ? new float[1] : b);
      Kernel product = kernel("barnacle_matmul_float");
      for (float beta : new float[] {0, 0.5f}) {
        Buffer cBuffer = context.buffer(c);
        product.with(m, n, k, 2f, aBuffer, bBuffer, beta, cBuffer).run(ONE);
        float[] result = new float[c.length];
        cBuffer.read(result);
        for (int i = 0; i < m; i++) {
          for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int l = 0; l < k; l++) {
              sum += (double) a[i * k + l] * b[l * n + j];
            }
            assertEquals(2 * sum + beta * c[i * n + j], result[i * n + j], 1e-4);
          }
        }
      }
    }
  }

  private float[] matrix(int rows, int columns) {
    float[] all = new float[rows * columns];
    for (int i = 0; i < all.length; i++) {
      all[i] = random.nextFloat() - 0.5f;
    }
    return all;
  }
}
