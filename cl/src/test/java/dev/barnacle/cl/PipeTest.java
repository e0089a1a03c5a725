package dev.barnacle.cl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Pipes as the host sees them (OpenCL API, 5.4). */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PipeTest {
  private static final String SOURCE =
      """
      kernel void send(write_only pipe int p) { int i = get_global_id(0); write_pipe(p, &i); }
      kernel void get(pipe int p, global int *x) { read_pipe(p, x + get_global_id(0)); }
      kernel void wide(write_only pipe long p) { long i = 1; write_pipe(p, &i); }
      """;

  private final Context context = Context.create();
  private final Program program = context.build(SOURCE, "-cl-std=CL3.0");

  @AfterAll
  void close() {
    context.close();
  }

  private static void fails(ErrorCode code, Runnable call) {
    assertEquals(code, assertThrows(ClException.class, call::run).code());
  }

  @Test
  void whatItIsMadeWith() {
    Pipe pipe = context.pipe(12, 5);
    assertEquals(12, pipe.packetBytes());
    assertEquals(5, pipe.maxPackets());
    assertEquals(EnumSet.of(MemoryFlag.READ_WRITE, MemoryFlag.HOST_NO_ACCESS), pipe.flags());
    assertEquals("pipe of 5 packets of 12 bytes, READ_WRITE HOST_NO_ACCESS", pipe.toString());
    pipe.close();
    assertTrue(pipe.toString().endsWith(", closed"));
    fails(ErrorCode.CL_INVALID_MEM_OBJECT, pipe::numPackets);
  }

  @Test
  void whatCannotBeMade() {
    fails(ErrorCode.CL_INVALID_PIPE_SIZE, () -> context.pipe(0, 1));
    fails(ErrorCode.CL_INVALID_PIPE_SIZE, () -> context.pipe(1, 0));
    fails(ErrorCode.CL_INVALID_PIPE_SIZE, () -> context.pipe(1, 1L << 32));
    int most = context.device().pipes().maxPacketBytes();
    context.pipe(most, 1).close();
    fails(ErrorCode.CL_INVALID_PIPE_SIZE, () -> context.pipe(most + 1L, 1));
    fails(ErrorCode.CL_INVALID_VALUE, () -> context.pipe(Set.of(MemoryFlag.READ_ONLY), 4, 1));
    fails(ErrorCode.CL_MEM_OBJECT_ALLOCATION_FAILURE, () -> context.pipe(most, 0xFFFFFFFFL));
  }

  @Test
  void theHostPutsPacketsInAndLooksAtThem() {
    try (Pipe pipe = context.pipe(4, 3)) {
      assertEquals(3, pipe.write(7, 8, 9, 10));
      assertEquals(3, pipe.numPackets());
      Buffer out = context.buffer(8);
      program.kernel("get").with(pipe, out).run(NDRange.of(2));
      assertArrayEquals(new int[] {7, 8}, ints(out));
      assertArrayEquals(new byte[] {9, 0, 0, 0}, pipe.packets());
      pipe.clear();
      assertEquals(0, pipe.numPackets());
      fails(ErrorCode.CL_INVALID_VALUE, () -> pipe.write(MemorySegment.ofArray(new byte[3])));
      assertTrue(pipe.write(MemorySegment.ofArray(new byte[8])));
      out.close();
    }
  }

  @Test
  void whatAKernelWritesAnotherOneReads() {
    try (Pipe pipe = context.pipe(4, 100);
        Buffer out = context.buffer(400);
        CommandQueue queue = context.queue()) {
      queue.run(program.kernel("send").with(pipe), NDRange.of(100));
      queue.run(program.kernel("get").with(pipe, out), NDRange.of(100));
      queue.finish();
      int[] numbers = ints(out);
      java.util.Arrays.sort(numbers);
      assertArrayEquals(java.util.stream.IntStream.range(0, 100).toArray(), numbers);
      assertEquals(0, pipe.numPackets());
    }
  }

  @Test
  void argumentsThatAreNoPipe() {
    Kernel send = program.kernel("send");
    assertEquals("send(write_only pipe int p)", send.signature());
    assertEquals("get(read_only pipe int p, int* x)", program.kernel("get").signature());
    KernelParameter parameter = send.parameters().getFirst();
    assertEquals(KernelParameter.Kind.PIPE, parameter.kind());
    assertEquals(Set.of("pipe"), parameter.qualifiers());
    try (Buffer buffer = context.buffer(4);
        Context other = Context.create()) {
      fails(ErrorCode.CL_INVALID_ARG_VALUE, () -> send.with(buffer));
      fails(ErrorCode.CL_INVALID_ARG_VALUE, () -> send.with(new Object[] {null}));
      fails(ErrorCode.CL_INVALID_MEM_OBJECT, () -> send.with(other.pipe(4, 1)));
      fails(
          ErrorCode.CL_INVALID_ARG_VALUE,
          () -> program.kernel("get").with(context.pipe(4, 1), context.pipe(4, 1)));
    }
  }

  /** A kernel with packets of another size reaches none of the pipe's memory. */
  @Test
  void packetsOfAnotherSizeDoNotFit() {
    try (Pipe pipe = context.pipe(4, 3)) {
      program.kernel("wide").with(pipe).run(NDRange.of(8));
      assertEquals(0, pipe.numPackets());
      assertFalse(pipe.write(1, 2, 3, 4) > 3);
    }
  }

  private static int[] ints(Buffer buffer) {
    int[] numbers = new int[(int) buffer.byteSize() / 4];
    buffer.read(numbers);
    return numbers;
  }
}
