package dev.barnacle.cl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.barnacle.engine.DeviceLimits;
import dev.barnacle.engine.DeviceMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Memory objects: contents, parts, limits and lifetimes. */
class BufferTest {
  private final TestEngine engine = new TestEngine();
  private final Context context = new TestKernels().context(engine);

  private static ClException refused(ErrorCode code, Runnable action) {
    ClException e = assertThrows(ClException.class, action::run);
    assertEquals(code, e.code());
    return e;
  }

  @Test
  void arraysOfEveryTypeComeBack() {
    byte[] bytes = {1, -2};
    byte[] bytesBack = new byte[2];
    context.buffer(bytes).read(bytesBack);
    assertArrayEquals(bytes, bytesBack);
    short[] shorts = {1, -2};
    short[] shortsBack = new short[2];
    context.buffer(shorts).read(shortsBack);
    assertArrayEquals(shorts, shortsBack);
    char[] chars = {1, 'x'};
    char[] charsBack = new char[2];
    context.buffer(chars).read(charsBack);
    assertArrayEquals(chars, charsBack);
    int[] ints = {1, -2};
    int[] intsBack = new int[2];
    context.buffer(ints).read(intsBack);
    assertArrayEquals(ints, intsBack);
    long[] longs = {1, -2};
    long[] longsBack = new long[2];
    context.buffer(longs).read(longsBack);
    assertArrayEquals(longs, longsBack);
    float[] floats = {1, -2};
    float[] floatsBack = new float[2];
    context.buffer(floats).read(floatsBack);
    assertArrayEquals(floats, floatsBack);
    double[] doubles = {1, -2};
    double[] doublesBack = new double[2];
    context.buffer(doubles).read(doublesBack);
    assertArrayEquals(doubles, doublesBack);
  }

  @Test
  void newBuffersAreZeroAndAligned() {
    for (long size : new long[] {1, 100, 4096, 1 << 20}) {
      Buffer buffer = context.buffer(size);
      assertEquals(0, buffer.memory().address() % 128);
      assertEquals(-1, buffer.memory().mismatch(MemorySegment.ofArray(new byte[(int) size])));
    }
  }

  @Test
  void subRanges() {
    Buffer buffer = context.buffer(new int[] {0, 1, 2, 3, 4, 5, 6, 7});
    int[] middle = new int[3];
    buffer.read(8, MemorySegment.ofArray(middle));
    assertArrayEquals(new int[] {2, 3, 4}, middle);
    buffer.write(16, MemorySegment.ofArray(new int[] {40, 50}));
    int[] all = new int[8];
    buffer.read(all);
    assertArrayEquals(new int[] {0, 1, 2, 3, 40, 50, 6, 7}, all);
    refused(ErrorCode.CL_INVALID_VALUE, () -> buffer.read(new int[9]));
    refused(ErrorCode.CL_INVALID_VALUE, () -> buffer.slice(28, 8));
    refused(ErrorCode.CL_INVALID_VALUE, () -> buffer.slice(-4, 8));
    assertEquals(
        "36 bytes at offset 0 are not within the buffer's 32 bytes",
        refused(ErrorCode.CL_INVALID_VALUE, () -> buffer.write(new int[9])).detail());
  }

  @Test
  void slicesShareTheMemory() {
    Buffer buffer = context.buffer(512);
    Buffer slice = buffer.slice(128, 300);
    slice.write(new int[] {40, 50});
    slice.close();
    slice.slice(256, 44).write(new int[] {51});
    int[] all = new int[128];
    buffer.read(all);
    assertEquals(List.of(40, 50, 51), List.of(all[32], all[33], all[96]));
  }

  @Test
  void slicesBeginWhereSubBuffersMay() {
    Buffer buffer = context.buffer(512);
    for (long at : new long[] {1, 4, 16, 64, 127, 129, 320}) {
      ClException sliced =
          refused(ErrorCode.CL_MISALIGNED_SUB_BUFFER_OFFSET, () -> buffer.slice(at, 64));
      assertEquals("a sub-buffer at " + at + ", which is no multiple of 128", sliced.detail());
      refused(
          ErrorCode.CL_MISALIGNED_SUB_BUFFER_OFFSET,
          () -> buffer.subBuffer(Set.of(MemoryFlag.READ_WRITE), at, 64));
      refused(
          ErrorCode.CL_MISALIGNED_SUB_BUFFER_OFFSET, () -> buffer.slice(128, 384).slice(at, 16));
    }
    refused(ErrorCode.CL_INVALID_VALUE, () -> buffer.slice(4, 512)); // as in C, the range is first
  }

  @Test
  void wrappedMemoryIsUsedInPlace() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(16, 16);
      Buffer buffer = context.wrap(memory);
      buffer.fill((byte) 7);
      assertEquals(7, memory.get(ValueLayout.JAVA_BYTE, 15));
      buffer.close();
      refused(ErrorCode.CL_INVALID_VALUE, () -> context.wrap(MemorySegment.ofArray(new int[1])));
    }
  }

  @Test
  void sizesBeyondTheDeviceAreRefused() {
    refused(ErrorCode.CL_INVALID_BUFFER_SIZE, () -> context.buffer(0));
    assertEquals(
        "a buffer of 268435457 bytes is larger than the device's maximum of 268435456 bytes"
            + " (CL_INVALID_BUFFER_SIZE)",
        refused(ErrorCode.CL_INVALID_BUFFER_SIZE, () -> context.buffer((1L << 28) + 1))
            .getMessage());
  }

  @Test
  void memoryIsGivenBackOnClosing() {
    for (int i = 0; i < 100; i++) {
      context.buffer(1L << 28).close();
    }
    for (int i = 0; i < 4; i++) {
      context.buffer(1L << 28);
    }
    refused(ErrorCode.CL_MEM_OBJECT_ALLOCATION_FAILURE, () -> context.buffer(1));
    context.close();
  }

  @Test
  void whatTheSystemCannotGiveIsAnAllocationFailure() {
    engine.limits =
        new DeviceLimits(
            1, 1, 1, new DeviceMemory.Sizes(Long.MAX_VALUE, Long.MAX_VALUE - 1024, 1), 16);
    Context huge = new TestKernels().context(engine);
    refused(ErrorCode.CL_MEM_OBJECT_ALLOCATION_FAILURE, () -> huge.buffer(1L << 60));
  }

  @Test
  void closedBuffersAreRefused() {
    Buffer buffer = context.buffer(4);
    Buffer slice = buffer.slice(0, 4);
    buffer.close();
    buffer.close();
    refused(ErrorCode.CL_INVALID_MEM_OBJECT, () -> buffer.read(new int[1]));
    refused(ErrorCode.CL_INVALID_MEM_OBJECT, slice::memory);
    Buffer other = context.buffer(4);
    context.close();
    refused(ErrorCode.CL_INVALID_MEM_OBJECT, other::memory);
    refused(ErrorCode.CL_INVALID_CONTEXT, () -> context.build(""));
  }

  @Test
  void sourcesThatCannotBeRead() {
    assertEquals(
        "missing.cl: no such file",
        refused(
                ErrorCode.CL_INVALID_VALUE,
                () -> context.build(java.nio.file.Path.of("missing.cl")))
            .detail());
  }
}
