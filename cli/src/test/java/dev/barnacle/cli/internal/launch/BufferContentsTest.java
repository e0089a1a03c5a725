package dev.barnacle.cli.internal.launch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.DataType;
import dev.barnacle.command.input.InputException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** What buffers hold at first. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BufferContentsTest {
  private Context context = Context.create();

  @BeforeAll
  void open() {
    context = Context.create();
  }

  @AfterAll
  void close() {
    context.close();
  }

  private Buffer buffer(String type, long count, Init init) {
    return new BufferContents(
            new ArgumentSpec.BufferSpec(
                DataType.parse(type).orElseThrow(),
                count == 0 ? Optional.empty() : Optional.of(count),
                init))
        .allocate(context);
  }

  @Test
  void randomIsTheDocumentedSequence() {
    // The first outputs of SplitMix64 for seed 0 and 1234567, as published with it.
    long[] zero = new long[2];
    buffer("ulong", 2, new Init.Random(0)).read(zero);
    assertArrayEquals(new long[] {0xE220A8397B1DCDAFL, 0x6E789E6AA1B965F4L}, zero);
    long[] seeded = new long[1];
    buffer("long", 1, new Init.Random(1234567)).read(seeded);
    assertEquals(Long.parseUnsignedLong("6457827717110365317"), seeded[0]);
    int[] ints = new int[1];
    buffer("uint", 1, new Init.Random(0)).read(ints);
    assertEquals(0xE220A839, ints[0]);
    float[] floats = new float[1];
    buffer("float", 1, new Init.Random(0)).read(floats);
    assertEquals(0xE220A8 * 0x1p-24f, floats[0]);
    double[] doubles = new double[1];
    buffer("double", 1, new Init.Random(0)).read(doubles);
    assertEquals((0xE220A8397B1DCDAFL >>> 11) * 0x1p-53, doubles[0]);
  }

  @Test
  void randomFloatsAreUniform() {
    float[] values = new float[100000];
    buffer("float", values.length, new Init.Random(42)).read(values);
    double sum = 0;
    for (float v : values) {
      assertTrue(v >= 0 && v < 1);
      sum += v;
    }
    assertEquals(0.5, sum / values.length, 0.01);
  }

  @Test
  void randomNumbersOfFourBytesAreTheSameOneByOneAndTogether() {
    for (DataType.Scalar scalar :
        List.of(DataType.Scalar.FLOAT, DataType.Scalar.INT, DataType.Scalar.UINT)) {
      RandomBits random = new RandomBits(-7, scalar);
      int[] made = new int[100];
      random.fill(made, 65_500);
      for (int i = 0; i < made.length; i++) {
        assertEquals((int) random.applyAsLong(65_500 + i), made[i], scalar + " " + i);
      }
    }
  }

  @Test
  void stepsAndNumbersAmongOthers() {
    int[] falling = new int[4];
    buffer("int", 4, new Init.Steps(3, -1)).read(falling);
    assertArrayEquals(new int[] {3, 2, 1, 0}, falling);
    float[] rising = new float[3];
    buffer("float", 3, new Init.Steps(0, 2)).read(rising);
    assertArrayEquals(new float[] {0, 2, 4}, rising);
    int[] among = new int[10];
    buffer("int", 10, new Init.Among(-1, 5)).read(among);
    assertArrayEquals(
        new int[] {-1, -1, 0, 0, 1, 1, 2, 2, 3, 3}, Arrays.stream(among).sorted().toArray());
  }

  @Test
  void mixedNumbersAreSmallAndNeverZero() {
    int[] ints = new int[200];
    buffer("int", ints.length, new Init.Mixed()).read(ints);
    assertArrayEquals(new int[] {-8, 43, 32, 21, 10, -2, 49}, Arrays.copyOf(ints, 7));
    int[] unsigned = new int[200];
    buffer("uint", unsigned.length, new Init.Mixed()).read(unsigned);
    assertArrayEquals(new int[] {1, 51, 40, 29, 18, 7, 57}, Arrays.copyOf(unsigned, 7));
    for (int i = 0; i < ints.length; i++) {
      assertTrue(ints[i] != 0 && ints[i] >= -8 && ints[i] <= 53, ints[i] + " at " + i);
      assertTrue(unsigned[i] >= 1 && unsigned[i] <= 61, unsigned[i] + " at " + i);
    }
    float[] floats = new float[4];
    buffer("float", 4, new Init.Mixed()).read(floats);
    assertArrayEquals(new float[] {-8, 43, 32, 21}, floats);
  }

  @Test
  void iotaCountsScalars() {
    int[] ints = new int[200000];
    buffer("int2", ints.length / 2, new Init.Iota()).read(ints);
    for (int i = 0; i < ints.length; i++) {
      assertEquals(i, ints[i]);
    }
    byte[] bytes = new byte[300];
    buffer("uchar", 300, new Init.Iota()).read(bytes);
    assertEquals((byte) 299, bytes[299]);
    float[] floats = new float[8];
    buffer("float3", 2, new Init.Iota()).read(floats);
    assertArrayEquals(new float[] {0, 1, 2, 0, 3, 4, 5, 0}, floats);
  }

  @Test
  void lists() {
    Buffer buffer = buffer("short", 0, new Init.Values(List.of("1", "-2", "0xffff")));
    assertEquals(6, buffer.byteSize());
    short[] values = new short[3];
    buffer.read(values);
    assertArrayEquals(new short[] {1, -2, -1}, values);
    assertEquals(
        "3 numbers given for a buffer of 4 lanes of float2",
        assertThrows(
                InputException.class,
                () -> buffer("float2", 0, new Init.Values(List.of("1", "2", "3"))))
            .getMessage());
  }

  @Test
  void rawFiles(@TempDir Path folder) throws Exception {
    Path file = Files.write(folder.resolve("f"), new byte[] {1, 0, 0, 0, 2, 0, 0, 0});
    Buffer buffer = buffer("int", 0, new Init.RawFile(file));
    assertEquals(2, buffer.memory().get(ValueLayout.JAVA_INT, 4));
    assertEquals(
        file + ": error: 8 bytes given for a buffer of 12",
        assertThrows(InputException.class, () -> buffer("int", 3, new Init.RawFile(file)))
            .diagnostic());
    assertEquals(
        file + ": error: 8 bytes are no array of int4 (16 bytes each)",
        assertThrows(InputException.class, () -> buffer("int4", 0, new Init.RawFile(file)))
            .diagnostic());
  }

  @Test
  void contentsWithoutASizeNeedACount() {
    assertEquals(
        "a buffer of int needs a count: int[COUNT]",
        assertThrows(InputException.class, () -> buffer("int", 0, new Init.Iota())).getMessage());
  }
}
