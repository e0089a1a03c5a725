package dev.barnacle.cl.internal.memory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.engine.PipeMemory;
import dev.barnacle.engine.PipeMemory.End;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** What reservations do to a pipe. */
class PipeMemoryTest {
  private static PipeMemory pipe(int packetBytes, int maxPackets) {
    MemorySegment memory =
        Arena.ofAuto().allocate(PipeMemory.byteSize(packetBytes, maxPackets), 128);
    return PipeMemory.of(memory, packetBytes, maxPackets);
  }

  private static MemorySegment packet(int value) {
    return MemorySegment.ofArray(new byte[] {(byte) value});
  }

  private static long reserve(PipeMemory pipe, End end, int count) {
    return pipe.reserve(end, count).orElseThrow();
  }

  @Test
  void packetsComeOutAsTheyWentIn() {
    PipeMemory pipe = pipe(1, 3);
    for (int i = 0; i < 100; i++) {
      assertTrue(pipe.write(packet(i)));
      assertTrue(pipe.write(packet(i + 1)));
      assertArrayEquals(new byte[] {(byte) i, (byte) (i + 1)}, pipe.contents());
      pipe.commit(End.READ, reserve(pipe, End.READ, 2), 2);
      assertEquals(0, pipe.available());
    }
  }

  @Test
  void aFullPipeTakesNoMore() {
    PipeMemory pipe = pipe(1, 3);
    assertEquals(OptionalLong.empty(), pipe.reserve(End.WRITE, 4));
    assertEquals(OptionalLong.empty(), pipe.reserve(End.WRITE, 0));
    assertEquals(OptionalLong.empty(), pipe.reserve(End.WRITE, -1));
    long first = reserve(pipe, End.WRITE, 2);
    assertEquals(OptionalLong.empty(), pipe.reserve(End.WRITE, 2));
    pipe.commit(End.WRITE, first, 2);
    assertTrue(pipe.write(packet(1)));
    assertFalse(pipe.write(packet(1)));
  }

  @Test
  void packetsThatAreReservedForReadingLeaveNoRoomUntilTheyAreCommitted() {
    PipeMemory pipe = pipe(1, 2);
    assertTrue(pipe.write(packet(1)) && pipe.write(packet(2)));
    long first = reserve(pipe, End.READ, 1);
    assertEquals(1, pipe.available());
    assertFalse(pipe.write(packet(3)));
    pipe.commit(End.READ, first, 1);
    assertTrue(pipe.write(packet(3)));
    assertArrayEquals(new byte[] {2, 3}, pipe.contents());
  }

  @Test
  void reservationsAreReadInTheirOrderWhateverTheOrderOfTheirCommits() {
    PipeMemory pipe = pipe(1, 4);
    long first = reserve(pipe, End.WRITE, 1);
    long second = reserve(pipe, End.WRITE, 2);
    pipe.commit(End.WRITE, second, 2);
    assertEquals(OptionalLong.empty(), pipe.reserve(End.READ, 1));
    pipe.commit(End.WRITE, first, 1);
    assertEquals(first, reserve(pipe, End.READ, 1));
    assertEquals(second, reserve(pipe, End.READ, 2));
  }

  @Test
  void itIsEmptyAgain() {
    PipeMemory pipe = pipe(1, 2);
    assertTrue(pipe.write(packet(1)));
    assertEquals(1, reserve(pipe, End.WRITE, 1));
    pipe.clear();
    assertEquals(0, pipe.available());
    assertTrue(pipe.write(packet(1)) && pipe.write(packet(2)));
    assertArrayEquals(new byte[] {1, 2}, pipe.contents());
  }
}
