package dev.barnacle.cl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.function.Executable;

/** Memory objects that nothing changes ({@code cl_ext_immutable_memory_objects}). */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ImmutableMemoryTest {
  private static final Set<MemoryFlag> COPY =
      Set.of(MemoryFlag.IMMUTABLE, MemoryFlag.COPY_HOST_PTR);
  private static final ImageFormat UINTS =
      new ImageFormat(ChannelOrder.R, ChannelType.UNSIGNED_INT32);

  private final Context context = Context.create();
  private final CommandQueue queue = context.queue();
  private final MemorySegment words = MemorySegment.ofArray(new int[] {1, 2, 3, 4});

  @AfterAll
  void close() {
    queue.close();
    context.close();
  }

  private static void refused(ErrorCode code, Executable call) {
    assertEquals(code, assertThrows(ClException.class, call).code());
  }

  private Image image() {
    return context.image(COPY, UINTS, ImageDescription.of2D(2, 2), words);
  }

  @Test
  void kernelsReadThem() {
    String source =
        """
        kernel void k(global const int *a, constant int *b, read_only image2d_t i, global uint *o) {
          o[0] = a[1] + b[2] + read_imageui(i, (int2)(1, 1)).x;
        }
        kernel void writes(global int *a) { a[0] = 1; }
        kernel void draws(write_only image2d_t i) { write_imageui(i, (int2)(0), 1); }
        """;
    int[] out = new int[1];
    try (Program program = context.build(source);
        Buffer buffer = context.buffer(COPY, 16, words);
        Image image = image();
        Buffer to = context.buffer(4)) {
      program.kernel("k").with(buffer, buffer, image, to).run(NDRange.of(1));
      to.read(0, MemorySegment.ofArray(out));
      assertArrayEquals(new int[] {2 + 3 + 4}, out);
      Kernel writes = program.kernel("writes");
      refused(ErrorCode.CL_INVALID_ARG_VALUE, () -> writes.with(buffer));
      Kernel draws = program.kernel("draws");
      refused(ErrorCode.CL_INVALID_ARG_VALUE, () -> draws.with(image));
    }
  }

  @Test
  void commandsDoNotWriteThem() {
    RectLayout dense = new RectLayout(0, 0, 0, 4, 16);
    RectRegion one = new RectRegion(4, 1, 1);
    try (Buffer fixed = context.buffer(COPY, 16, words);
        Buffer other = context.buffer(16);
        Image drawn = image();
        Image canvas = context.image(UINTS, ImageDescription.of2D(2, 2))) {
      ImageRegion all = drawn.all();
      List<Executable> commands =
          List.of(
              () -> queue.write(fixed, 0, words),
              () -> queue.writeRect(fixed, dense, words, dense, one, List.of()),
              () -> queue.copy(other, 0, fixed, 0, 16, List.of()),
              () -> queue.copyRect(other, dense, fixed, dense, one, List.of()),
              () -> queue.fill(fixed, words, 0, 16, List.of()),
              () -> queue.map(fixed, Set.of(MapFlag.WRITE), 0, 16, List.of()),
              () -> fixed.write(0, words),
              () -> queue.images().write(drawn, all, words, 0, 0),
              () -> queue.images().copy(canvas, all, drawn, 0, 0, 0),
              () -> queue.images().copyFromBuffer(other, 0, drawn, all),
              () -> queue.images().copyToBuffer(canvas, all, fixed, 0),
              () -> queue.images().fill(drawn, words, all),
              () -> queue.images().map(drawn, Set.of(MapFlag.WRITE_INVALIDATE_REGION), all));
      commands.forEach(command -> refused(ErrorCode.CL_INVALID_OPERATION, command));
      queue.images().copy(drawn, all, canvas, 0, 0, 0);
      queue.copy(fixed, 0, other, 0, 16, List.of()).waitFor();
      int[] copy = new int[4];
      other.read(0, MemorySegment.ofArray(copy));
      assertArrayEquals(new int[] {1, 2, 3, 4}, copy);
      queue.finish();
    }
  }

  @Test
  void flagsThatChangeThemDoNotGoTogether() {
    for (MemoryFlag flag :
        List.of(MemoryFlag.READ_WRITE, MemoryFlag.WRITE_ONLY, MemoryFlag.HOST_WRITE_ONLY)) {
      Set<MemoryFlag> flags = Set.of(MemoryFlag.IMMUTABLE, MemoryFlag.COPY_HOST_PTR, flag);
      refused(ErrorCode.CL_INVALID_VALUE, () -> context.buffer(flags, 16, words));
    }
    Set<MemoryFlag> alone = Set.of(MemoryFlag.IMMUTABLE);
    refused(ErrorCode.CL_INVALID_VALUE, () -> context.buffer(alone, 16, null));
    refused(ErrorCode.CL_INVALID_VALUE, () -> context.svm(alone, 16, 0));
    refused(ErrorCode.CL_INVALID_VALUE, () -> context.pipe(alone, 4, 4));
  }

  @Test
  void partsAreAsTheWhole() {
    try (Buffer whole = context.buffer(COPY, 16, words);
        Buffer part = whole.subBuffer(Set.of(MemoryFlag.READ_ONLY), 0, 8)) {
      assertTrue(part.flags().contains(MemoryFlag.IMMUTABLE));
      Set<MemoryFlag> writes = Set.of(MemoryFlag.READ_WRITE);
      refused(ErrorCode.CL_INVALID_VALUE, () -> whole.subBuffer(writes, 0, 8));
      ImageDescription texels = ImageDescription.of1D(4, whole);
      Set<MemoryFlag> reads = Set.of(MemoryFlag.READ_ONLY);
      refused(ErrorCode.CL_INVALID_VALUE, () -> context.image(reads, UINTS, texels, null));
      Set<MemoryFlag> same = Set.of(MemoryFlag.IMMUTABLE);
      try (Image view = context.image(same, UINTS, texels, null)) {
        refused(ErrorCode.CL_INVALID_OPERATION, () -> view.write(words));
      }
    }
  }
}
