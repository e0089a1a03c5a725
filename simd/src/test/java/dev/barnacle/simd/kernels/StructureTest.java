package dev.barnacle.simd.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Fields of structures of which each work-item has one, loaded and stored in any order: random
 * kernels. {@code -Dbarnacle.test.kernels=N} tries N of them, {@code -Dbarnacle.test.seed=S} starts
 * at the seed S; the seed is the test's argument.
 */
class StructureTest extends SimdKernelTests {
  private static final int ITEMS = 150;

  static LongStream seeds() {
    long first = Long.getLong("barnacle.test.seed", 0);
    return LongStream.range(first, first + Long.getLong("barnacle.test.kernels", 40));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void fieldsAreWhatTheirWorkItemMadeOfThem(long seed) {
    RandomStructures kernel = new RandomStructures(seed);
    int local = new int[] {16, 32, 48, 64, 25}[(int) (seed % 5)];
    int taking = seed % 3 == 0 ? ITEMS : ITEMS - 20;
    long[][] expected = new long[3][ITEMS * kernel.step()];
    byte[][] memories = new byte[3][];
    for (int k = 0; k < 3; k++) {
      for (int e = 0; e < expected[k].length; e++) {
        expected[k][e] = (e * 7L + 31L * k + 5) % 200;
      }
      memories[k] = bytes(kernel, expected[k]);
    }
    long[][] seen = expected.clone();
    seen[1] = kernel.same() ? expected[0] : expected[1];
    kernel.run(seen, taking);
    run(
        kernel.source(local),
        "k",
        line(ITEMS, local),
        memories[0],
        memories[1],
        memories[2],
        kernel.same() ? 1 : 0,
        taking);
    for (int k = 0; k < 3; k++) {
      assertArrayEquals(
          bytes(kernel, expected[k]), memories[k], "buffer " + k + "\n" + kernel.source(local));
    }
  }

  private static byte[] bytes(RandomStructures kernel, long[] elements) {
    int size = kernel.elementBytes();
    ByteBuffer bytes = ByteBuffer.allocate(elements.length * size).order(ByteOrder.LITTLE_ENDIAN);
    for (long element : elements) {
      switch (kernel.type()) {
        case "uchar" -> bytes.put((byte) element);
        case "ushort" -> bytes.putShort((short) element);
        case "uint" -> bytes.putInt((int) element);
        case "float" -> bytes.putFloat((float) element);
        case "double" -> bytes.putDouble((double) element);
        default -> bytes.putLong(element);
      }
    }
    return bytes.array();
  }
}
