package dev.barnacle.cl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Buffers' flags and parts, and the commands for them. */
class BufferCommandsTest {
  private final TestEngine engine = new TestEngine();
  private final Context context = new TestKernels().context(engine);
  private final CommandQueue queue = context.queue();

  @AfterEach
  void close() {
    context.close();
    assertTrue(engine.isClosedSoon(), "something is still in use");
  }

  private static void refused(ErrorCode code, Runnable action) {
    assertEquals(code, assertThrows(ClException.class, action::run).code());
  }

  private static byte[] iota(int count) {
    byte[] bytes = new byte[count];
    for (int i = 0; i < count; i++) {
      bytes[i] = (byte) i;
    }
    return bytes;
  }

  private byte[] contents(Buffer buffer) {
    byte[] bytes = new byte[(int) buffer.byteSize()];
    queue.read(buffer, 0, MemorySegment.ofArray(bytes), List.of()).waitFor();
    return bytes;
  }

  @Test
  void flagsThatExcludeEachOtherAreRefused() {
    for (long bits : new long[] {0b11, 0b110, 1 << 10, 1 << 11, 1 << 12, 0b1_1000_0000, 0b1_1000}) {
      refused(
          ErrorCode.CL_INVALID_VALUE,
          () -> context.buffer(MemoryFlag.of(bits), 16, MemorySegment.ofArray(new byte[16])));
    }
    refused(ErrorCode.CL_INVALID_VALUE, () -> MemoryFlag.of(1 << 30));
    assertEquals(0b1_1000_0000, MemoryFlag.bits(MemoryFlag.of(0b1_1000_0000)));
  }

  @Test
  void hostMemoryGoesWithItsFlags() {
    MemorySegment heap = MemorySegment.ofArray(iota(16));
    refused(ErrorCode.CL_INVALID_HOST_PTR, () -> context.buffer(Set.of(), 16, heap));
    Set<MemoryFlag> copy = Set.of(MemoryFlag.COPY_HOST_PTR);
    refused(ErrorCode.CL_INVALID_HOST_PTR, () -> context.buffer(copy, 16, null));
    refused(ErrorCode.CL_INVALID_HOST_PTR, () -> context.buffer(copy, 17, heap));
    refused(
        ErrorCode.CL_INVALID_HOST_PTR,
        () -> context.buffer(Set.of(MemoryFlag.USE_HOST_PTR), 16, heap));
    assertArrayEquals(iota(16), contents(context.buffer(copy, 16, heap)));
    try (Arena arena = Arena.ofShared()) {
      MemorySegment memory = arena.allocate(64, 4);
      Buffer buffer = context.buffer(Set.of(MemoryFlag.USE_HOST_PTR), 32, memory);
      queue.fill(buffer, MemorySegment.ofArray(new byte[] {1, 2}), 0, 32, List.of()).waitFor();
      assertEquals(0x0201, memory.get(ValueLayout.JAVA_SHORT, 30));
      assertEquals(0, memory.get(ValueLayout.JAVA_SHORT, 32));
      assertEquals(Optional.of(memory.address()), buffer.hostPointer().map(MemorySegment::address));
      Mapping map = queue.map(buffer, Set.of(MapFlag.READ), 4, 8, List.of());
      assertEquals(memory.address() + 4, map.await().address());
      buffer.close();
    }
  }

  @Test
  void theHostKeepsToTheFlags() {
    Buffer readOnly = context.buffer(Set.of(MemoryFlag.HOST_READ_ONLY), 16, null);
    Buffer writeOnly = context.buffer(Set.of(MemoryFlag.HOST_WRITE_ONLY), 16, null);
    Buffer none = context.buffer(Set.of(MemoryFlag.HOST_NO_ACCESS), 16, null);
    MemorySegment host = MemorySegment.ofArray(new byte[16]);
    for (Buffer b : List.of(writeOnly, none)) {
      refused(ErrorCode.CL_INVALID_OPERATION, () -> queue.read(b, 0, host, List.of()));
      refused(
          ErrorCode.CL_INVALID_OPERATION,
          () -> queue.map(b, Set.of(MapFlag.READ), 0, 16, List.of()));
    }
    for (Buffer b : List.of(readOnly, none)) {
      refused(ErrorCode.CL_INVALID_OPERATION, () -> queue.write(b, 0, host, List.of()));
      for (MapFlag flag : List.of(MapFlag.WRITE, MapFlag.WRITE_INVALIDATE_REGION)) {
        refused(ErrorCode.CL_INVALID_OPERATION, () -> queue.map(b, Set.of(flag), 0, 16, List.of()));
      }
    }
    queue.read(readOnly, 0, host, List.of()).waitFor();
    queue.write(writeOnly, 0, host, List.of()).waitFor();
    queue.copy(none, 0, readOnly, 0, 16, List.of()).waitFor();
  }

  @Test
  void subBuffersShareTheMemoryAndKeepTheWhole() {
    List<String> freed = new ArrayList<>();
    Buffer whole = context.buffer(Set.of(MemoryFlag.READ_ONLY), 512, null);
    Buffer part = whole.subBuffer(Set.of(MemoryFlag.HOST_READ_ONLY), 128, 64);
    whole.onDestroy(() -> freed.add("whole"));
    part.onDestroy(() -> freed.add("part"));
    assertEquals(Set.of(MemoryFlag.READ_ONLY, MemoryFlag.HOST_READ_ONLY), part.flags());
    assertEquals(128, part.byteOffset());
    assertEquals(Optional.of(whole), part.parent());
    queue.write(whole, 130, MemorySegment.ofArray(new byte[] {9}), List.of());
    assertEquals(9, contents(part)[2]);
    whole.release();
    assertEquals(9, contents(part)[2]);
    assertEquals(List.of(), freed);
    part.release();
    assertEquals(List.of("whole", "part"), freed);
  }

  @Test
  void subBuffersThatDoNotFitAreRefused() {
    Buffer whole = context.buffer(Set.of(MemoryFlag.READ_ONLY), 512, null);
    Set<MemoryFlag> same = Set.of();
    refused(ErrorCode.CL_MISALIGNED_SUB_BUFFER_OFFSET, () -> whole.subBuffer(same, 64, 64));
    refused(ErrorCode.CL_INVALID_VALUE, () -> whole.subBuffer(same, 512, 64));
    refused(ErrorCode.CL_INVALID_BUFFER_SIZE, () -> whole.subBuffer(same, 0, 0));
    for (MemoryFlag flag :
        List.of(MemoryFlag.READ_WRITE, MemoryFlag.WRITE_ONLY, MemoryFlag.ALLOC_HOST_PTR)) {
      refused(ErrorCode.CL_INVALID_VALUE, () -> whole.subBuffer(Set.of(flag), 0, 64));
    }
    Buffer part = whole.subBuffer(same, 0, 256);
    refused(ErrorCode.CL_INVALID_MEM_OBJECT, () -> part.subBuffer(same, 0, 64));
  }

  @Test
  void copiesMustNotOverlap() {
    Buffer whole = context.buffer(1024);
    Buffer part = whole.subBuffer(Set.of(), 128, 256);
    queue.copy(whole, 0, whole, 64, 64, List.of()).waitFor();
    refused(ErrorCode.CL_MEM_COPY_OVERLAP, () -> queue.copy(whole, 0, whole, 63, 64, List.of()));
    refused(ErrorCode.CL_MEM_COPY_OVERLAP, () -> queue.copy(whole, 100, part, 0, 64, List.of()));
    queue.copy(whole, 64, part, 0, 64, List.of()).waitFor();
    refused(ErrorCode.CL_INVALID_VALUE, () -> queue.copy(whole, 0, part, 224, 64, List.of()));
  }

  @Test
  void patternsFillWholeTimes() {
    Buffer buffer = context.buffer(24);
    MemorySegment four = MemorySegment.ofArray(new byte[] {1, 2, 3, 4});
    queue.fill(buffer, four, 4, 12, List.of());
    assertArrayEquals(
        new byte[] {0, 0, 0, 0, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0},
        contents(buffer));
    refused(ErrorCode.CL_INVALID_VALUE, () -> queue.fill(buffer, four, 2, 4, List.of()));
    refused(ErrorCode.CL_INVALID_VALUE, () -> queue.fill(buffer, four, 0, 6, List.of()));
    refused(
        ErrorCode.CL_INVALID_VALUE, () -> queue.fill(buffer, four.asSlice(0, 3), 0, 3, List.of()));
  }

  @Test
  void rectanglesAreReadWrittenAndCopied() {
    Buffer buffer = context.buffer(iota(60)); // 3 slices of 4 rows of 5 bytes
    RectRegion region = new RectRegion(2, 2, 2);
    byte[] read = new byte[8];
    RectLayout dense = new RectLayout(0, 0, 0, 0, 0);
    queue
        .readRect(
            buffer,
            new RectLayout(3, 1, 1, 5, 20),
            MemorySegment.ofArray(read),
            dense,
            region,
            List.of())
        .waitFor();
    assertArrayEquals(new byte[] {28, 29, 33, 34, 48, 49, 53, 54}, read);
    queue.writeRect(
        buffer,
        new RectLayout(0, 0, 0, 5, 20),
        MemorySegment.ofArray(new byte[] {-1, -2, -3, -4}),
        dense,
        new RectRegion(2, 2, 1),
        List.of());
    Buffer other = context.buffer(16);
    queue.copyRect(
        buffer,
        new RectLayout(0, 0, 0, 5, 20),
        other,
        new RectLayout(1, 1, 0, 4, 16),
        new RectRegion(3, 2, 1),
        List.of());
    assertArrayEquals(
        new byte[] {0, 0, 0, 0, 0, -1, -2, 2, 0, -3, -4, 7, 0, 0, 0, 0}, contents(other));
  }

  @Test
  void rectanglesThatDoNotFitAreRefused() {
    Buffer buffer = context.buffer(60);
    MemorySegment host = MemorySegment.ofArray(new byte[60]);
    RectLayout dense = new RectLayout(0, 0, 0, 0, 0);
    refused(ErrorCode.CL_INVALID_VALUE, () -> new RectRegion(1, 0, 1));
    for (RectLayout wrong :
        List.of(
            new RectLayout(0, 0, 0, 1, 0), // rows of 2 bytes, 1 apart
            new RectLayout(0, 0, 0, 2, 3), // two rows of 2 bytes in slices 3 apart
            new RectLayout(0, 0, 0, 5, 12), // slices that are no whole rows
            new RectLayout(4, 3, 2, 5, 20), // ends at 61
            new RectLayout(0, 0, Long.MAX_VALUE, 5, 20))) {
      RectRegion region = new RectRegion(2, 2, 1);
      refused(
          ErrorCode.CL_INVALID_VALUE,
          () -> queue.readRect(buffer, wrong, host, dense, region, List.of()));
      refused(
          ErrorCode.CL_INVALID_VALUE,
          () -> queue.writeRect(buffer, dense, host, wrong, region, List.of()));
    }
  }

  @Test
  void rectanglesOverlapExactlyWhereRowsDo() {
    Buffer buffer = context.buffer(iota(64));
    RectRegion square = new RectRegion(3, 3, 1);
    RectLayout at = new RectLayout(0, 0, 0, 8, 64);
    List<Integer> refusedColumns = new ArrayList<>();
    for (int x = 1; x < 6; x++) {
      RectLayout to = new RectLayout(x, 1, 0, 8, 64);
      try {
        queue.copyRect(buffer, at, buffer, to, square, List.of()).waitFor();
      } catch (ClException e) {
        assertEquals(ErrorCode.CL_MEM_COPY_OVERLAP, e.code());
        refusedColumns.add(x);
      }
    }
    assertEquals(IntStream.of(1, 2).boxed().toList(), refusedColumns);
    refused(
        ErrorCode.CL_INVALID_VALUE,
        () ->
            queue.copyRect(buffer, at, buffer, new RectLayout(0, 4, 0, 9, 63), square, List.of()));
  }

  @Test
  void mapsAreCountedAndEndByTheirAddress() {
    Buffer buffer = context.buffer(64);
    Mapping first = queue.map(buffer, Set.of(MapFlag.READ), 0, 64, List.of());
    Mapping again = queue.map(buffer, Set.of(MapFlag.READ, MapFlag.WRITE), 0, 32, List.of());
    Mapping inside = queue.map(buffer, Set.of(MapFlag.WRITE_INVALIDATE_REGION), 8, 8, List.of());
    inside.await().fill((byte) 5);
    assertEquals(5, contents(buffer)[15]);
    assertEquals(3, buffer.mapCount());
    refused(
        ErrorCode.CL_INVALID_VALUE,
        () -> queue.unmap(buffer, first.memory().address() + 1, List.of()));
    queue.unmap(buffer, first.memory().address(), List.of());
    queue.unmap(buffer, again.memory().address(), List.of());
    queue.unmap(buffer, inside.memory().address(), List.of()).waitFor();
    assertEquals(0, buffer.mapCount());
    refused(
        ErrorCode.CL_INVALID_VALUE, () -> queue.unmap(buffer, first.memory().address(), List.of()));
    refused(
        ErrorCode.CL_INVALID_VALUE,
        () ->
            queue.map(
                buffer, Set.of(MapFlag.READ, MapFlag.WRITE_INVALIDATE_REGION), 0, 8, List.of()));
    refused(
        ErrorCode.CL_INVALID_VALUE, () -> queue.map(buffer, Set.of(MapFlag.READ), 0, 0, List.of()));
  }

  @Test
  void theProgramsFunctionsAreCommands() {
    Buffer buffer = context.buffer(4);
    Event event =
        queue.call(
            () -> buffer.memory().set(ValueLayout.JAVA_INT, 0, 77), List.of(buffer), List.of());
    assertEquals(77, contents(buffer)[0]);
    assertEquals(CommandType.NATIVE_KERNEL, event.commandType());
    Event wrong =
        queue.call(
            () -> {
              throw new IllegalStateException("no");
            },
            List.of(),
            List.of());
    queue.migrate(List.of(buffer), List.of()).waitFor();
    assertEquals(ErrorCode.CL_OUT_OF_RESOURCES.value(), wrong.status());
  }

  @Test
  void objectsOfOtherContextsAreRefused() {
    try (Context other = new TestKernels().context(new TestEngine())) {
      Buffer buffer = other.buffer(16);
      MemorySegment host = MemorySegment.ofArray(new byte[16]);
      refused(ErrorCode.CL_INVALID_CONTEXT, () -> queue.read(buffer, 0, host, List.of()));
      refused(ErrorCode.CL_INVALID_CONTEXT, () -> queue.migrate(List.of(buffer), List.of()));
      refused(ErrorCode.CL_INVALID_CONTEXT, () -> queue.marker(List.of(other.userEvent())));
    }
  }
}
