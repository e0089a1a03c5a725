package dev.barnacle.cl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.barnacle.ir.AddressSpace;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A queue as Java programs use it: with arrays, and without lists of events. */
class QueueShorthandsTest {
  private final TestEngine engine = new TestEngine();
  private final Kernel kernel =
      new TestKernels().pointer(AddressSpace.GLOBAL, "int*", "x").in(engine);
  private final Context context = kernel.program().context();
  private final CommandQueue queue = context.queue();
  private final Buffer buffer = context.buffer(256);

  @AfterEach
  void close() {
    context.close();
  }

  @Test
  void arraysOfAllTypesAreWrittenAndRead() {
    byte[] bytes = {1, -2, 3};
    queue.write(buffer, bytes);
    byte[] bytesBack = new byte[3];
    queue.read(buffer, bytesBack).waitFor();
    assertArrayEquals(bytes, bytesBack);
    short[] shorts = {1, -2, 3};
    queue.write(buffer, shorts);
    short[] shortsBack = new short[3];
    queue.read(buffer, shortsBack).waitFor();
    assertArrayEquals(shorts, shortsBack);
    char[] chars = {1, 'ä', 0xffff};
    queue.write(buffer, chars);
    char[] charsBack = new char[3];
    queue.read(buffer, charsBack).waitFor();
    assertArrayEquals(chars, charsBack);
    int[] ints = {1, -2, 3};
    queue.write(buffer, ints);
    int[] intsBack = new int[3];
    queue.read(buffer, intsBack).waitFor();
    assertArrayEquals(ints, intsBack);
    long[] longs = {1, -2, 1L << 40};
    queue.write(buffer, longs);
    long[] longsBack = new long[3];
    queue.read(buffer, longsBack).waitFor();
    assertArrayEquals(longs, longsBack);
    float[] floats = {1.5f, -2, Float.NaN};
    queue.write(buffer, floats);
    float[] floatsBack = new float[3];
    queue.read(buffer, floatsBack).waitFor();
    assertArrayEquals(floats, floatsBack);
    double[] doubles = {1.5, -2, 1e300};
    queue.write(buffer, doubles);
    double[] doublesBack = new double[3];
    queue.read(buffer, doublesBack).waitFor();
    assertArrayEquals(doubles, doublesBack);
  }

  @Test
  void partsOfArraysGoToPartsOfBuffers() {
    queue.write(buffer, 0, new byte[] {9, 1, 2, 9}, 1, 2);
    queue.write(buffer, 2, new short[] {9, 0x403, 9}, 1, 1);
    queue.write(buffer, 4, new char[] {9, 0x605, 9}, 1, 1);
    queue.write(buffer, 8, new int[] {0x0c0b0a09, 9}, 0, 1);
    queue.write(buffer, 16, new long[] {9, 9, 0x17L}, 2, 1);
    queue.write(buffer, 24, new float[] {9, Float.intBitsToFloat(0x19)}, 1, 1);
    queue.write(buffer, 32, new double[] {9, Double.longBitsToDouble(0x21)}, 1, 1);
    byte[] all = new byte[40];
    queue.read(buffer, 0, all, 0, 40).waitFor();
    byte[] expected = new byte[40];
    System.arraycopy(new byte[] {1, 2, 3, 4, 5, 6}, 0, expected, 0, 6);
    System.arraycopy(new byte[] {9, 10, 11, 12}, 0, expected, 8, 4);
    expected[16] = 0x17;
    expected[24] = 0x19;
    expected[32] = 0x21;
    assertArrayEquals(expected, all);

    byte[] bytes = {-1, -1, -1};
    short[] shorts = {-1, -1, -1};
    char[] chars = {0xffff, 0xffff};
    int[] ints = {-1, -1};
    long[] longs = {-1, -1, -1};
    float[] floats = {-1, -1};
    double[] doubles = {-1, -1};
    queue.read(buffer, 1, bytes, 1, 1);
    queue.read(buffer, 2, shorts, 1, 2);
    queue.read(buffer, 4, chars, 0, 1);
    queue.read(buffer, 8, ints, 1, 1);
    queue.read(buffer, 16, longs, 2, 1);
    queue.read(buffer, 24, floats, 0, 1);
    queue.read(buffer, 32, doubles, 1, 1);
    queue.finish();
    assertArrayEquals(new byte[] {-1, 2, -1}, bytes);
    assertArrayEquals(new short[] {-1, 0x403, 0x605}, shorts);
    assertArrayEquals(new char[] {0x605, 0xffff}, chars);
    assertArrayEquals(new int[] {-1, 0x0c0b0a09}, ints);
    assertArrayEquals(new long[] {-1, -1, 0x17}, longs);
    assertArrayEquals(new float[] {Float.intBitsToFloat(0x19), -1}, floats);
    assertArrayEquals(new double[] {-1, Double.longBitsToDouble(0x21)}, doubles);
  }

  @Test
  void whatIsNotWithinAnArrayOrTheBufferIsRefused() {
    int[] four = new int[4];
    for (int[] part : new int[][] {{-1, 1}, {0, -1}, {0, 5}, {4, 1}, {1, Integer.MAX_VALUE}}) {
      ClException e =
          assertThrows(ClException.class, () -> queue.read(buffer, 0, four, part[0], part[1]));
      assertEquals(ErrorCode.CL_INVALID_VALUE, e.code());
      assertEquals(
          part[1] + " elements from index " + part[0] + " on are not within an array of 4",
          e.detail());
    }
    ClException e = assertThrows(ClException.class, () -> queue.write(buffer, new int[65]));
    assertEquals("260 bytes at offset 0 are not within the buffer's 256 bytes", e.detail());
    queue.read(buffer, 256, four, 4, 0).waitFor();
    queue.read(buffer, new int[0]).waitFor();
    queue.read(buffer, 0, new int[0], 0, 0).waitFor();
  }

  /** An array is looked at when the command runs, not when it is enqueued. */
  @Test
  void arraysAreCopiedAtTheCommandsTurn() {
    UserEvent go = context.userEvent();
    int[] from = {1};
    int[] to = {0};
    Event written = queue.write(buffer, from, go);
    Event read = queue.read(buffer, to, written);
    from[0] = 2;
    assertEquals(0, to[0]);
    go.complete();
    read.waitFor();
    assertEquals(2, to[0]);
  }

  @Test
  void eventsFollowTheArgumentsOrAreLeftOut() {
    CommandQueue free = context.queue(QueueOptions.OUT_OF_ORDER);
    UserEvent first = context.userEvent();
    UserEvent second = context.userEvent();
    Event ran = free.run(kernel.with(buffer), NDRange.of(1), first, second);
    Event alone = free.run(kernel.with(buffer), NDRange.of(1));
    alone.waitFor();
    first.complete();
    assertEquals(Event.SUBMITTED, ran.status());
    second.complete();
    Event.waitFor(ran, alone);
    assertEquals(2, engine.launches.size());
  }

  @Test
  void everyCommandGoesWithoutAList() {
    Buffer other = context.buffer(256);
    MemorySegment ints = MemorySegment.ofArray(new int[] {7});
    RectLayout layout = new RectLayout(0, 0, 0, 0, 0);
    RectRegion region = new RectRegion(4, 1, 1);
    queue.write(buffer, ints);
    queue.write(buffer, 4, ints);
    queue.read(buffer, ints);
    queue.read(buffer, 4, ints);
    queue.copy(buffer, 0, other, 0, 8);
    queue.fill(buffer, ints, 0, 16);
    queue.readRect(buffer, layout, ints, layout, region);
    queue.writeRect(buffer, layout, ints, layout, region);
    queue.copyRect(buffer, layout, other, layout, region);
    Mapping mapping = queue.map(buffer, Set.of(MapFlag.READ), 0, 16);
    queue.unmap(buffer, mapping.memory().address());
    queue.migrate(List.of(buffer));
    queue.call(() -> {}, List.of());
    queue.marker();
    Event last = queue.barrier();
    queue.finish();
    assertEquals(Event.COMPLETE, last.status());
    SvmBlock block = context.svm(64);
    SvmPointer pointer = block.at(0);
    queue.svm().fill(block.memory(), ints);
    queue.svm().copy(ints, block.memory().asSlice(0, 4));
    queue.svm().map(Set.of(MapFlag.READ), block.memory());
    queue.svm().unmap(pointer);
    queue.svm().migrate(List.of(pointer));
    queue.svm().migrate(List.of(pointer), List.of(4L));
    queue.svm().free(List.of(pointer), null).waitFor();
    Image image =
        context.image(
            new ImageFormat(ChannelOrder.R, ChannelType.UNSIGNED_INT32), ImageDescription.of1D(1));
    ImageCommands images = queue.images();
    images.write(image, image.all(), ints, 0, 0);
    images.read(image, image.all(), ints, 0, 0);
    images.copyToBuffer(image, image.all(), buffer, 0);
    images.copyFromBuffer(buffer, 0, image, image.all());
    images.fill(image, MemorySegment.ofArray(new int[4]), image.all());
    images.map(image, Set.of(MapFlag.READ), image.all());
    Image copy = context.image(image.format(), ImageDescription.of1D(1));
    images.copy(image, image.all(), copy, 0, 0, 0).waitFor();
  }
}
