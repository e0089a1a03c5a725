package dev.barnacle.cl.spirv;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cl.BoundKernel;
import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.ChannelOrder;
import dev.barnacle.cl.ChannelType;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.IlModule;
import dev.barnacle.cl.Image;
import dev.barnacle.cl.ImageDescription;
import dev.barnacle.cl.ImageFormat;
import dev.barnacle.cl.NDRange;
import dev.barnacle.cl.Pipe;
import dev.barnacle.cl.Program;
import dev.barnacle.watch.Report;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Pipes and images of SPIR-V's kernels, on each engine. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SpirvObjectsTest {
  private final List<Context> contexts =
      List.of(Context.create(), Context.builder().watched().create());

  @AfterAll
  void close() {
    contexts.forEach(Context::close);
  }

  private static IlModule module(String name) throws IOException {
    try (InputStream in =
        SpirvObjectsTest.class.getResourceAsStream("objects/" + name + ".spvasm")) {
      String text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
      return IlModule.of("m.spv", Assembler.assemble(text));
    }
  }

  private void launch(Context context, BoundKernel kernel, NDRange range) {
    if (context == contexts.getLast()) {
      Report report = kernel.check(range);
      assertTrue(report.isClean(), report::toString);
    } else {
      kernel.run(range);
    }
  }

  @Test
  void packetsGoThroughPipes() throws IOException {
    IlModule module = module("pipes");
    NDRange range = NDRange.of(4).local(4);
    for (Context context : contexts) {
      Program program = context.build(module, "");
      try (Pipe pipe = context.pipe(4, 9);
          Buffer out = context.buffer(20)) {
        launch(context, program.kernel("writer").with(pipe), range);
        assertEquals(8, pipe.numPackets());
        launch(context, program.kernel("reader").with(pipe, out), range);
        launch(context, program.kernel("reader").with(pipe, out), range);
        int[] have = new int[5];
        out.read(0, MemorySegment.ofArray(have));
        assertEquals(9, have[4], "a pipe of nine packets is empty again");
      }
    }
  }

  /** A child writes its work-items' ids, 64 times; the parent that all was enqueued. */
  @Test
  void functionsAreEnqueuedOnTheDevice() throws IOException {
    IlModule module = module("enqueue");
    for (Context context : contexts) {
      context.deviceQueues().setDefault(context.deviceQueues().create());
      Program program = context.build(module, "");
      assertEquals(List.of("k"), program.kernelNames());
      try (Buffer out = context.buffer(20)) {
        launch(context, program.kernel("k").with(out), NDRange.of(1));
        int[] have = new int[5];
        out.read(0, MemorySegment.ofArray(have));
        assertArrayEquals(new int[] {0, 64, 128, 192, 1}, have);
      }
    }
  }

  /** The local sizes of work-groups of one and of three sub-groups, of too many, and the most. */
  @Test
  void subGroupsOfFunctionsThatMayBeEnqueued() throws IOException {
    IlModule module = module("queries");
    for (Context context : contexts) {
      Program program = context.build(module, "");
      try (Buffer out = context.buffer(16)) {
        launch(context, program.kernel("k").with(out), NDRange.of(1));
        int[] have = new int[4];
        out.read(0, MemorySegment.ofArray(have));
        assertTrue(have[0] > 0, Arrays.toString(have));
        assertEquals(3 * have[0], have[1], "three sub-groups");
        assertEquals(0, have[2], "more than any work-group has");
        assertTrue(have[3] >= 3, Arrays.toString(have));
      }
    }
  }

  @Test
  void theFormatSaysWhetherIntegersHaveASign() throws IOException {
    IlModule module = module("write");
    for (Context context : contexts) {
      Program program = context.build(module, "");
      assertArrayEquals(
          new byte[] {127, -3, 0, 0}, written(context, program, ChannelType.SIGNED_INT8));
      assertArrayEquals(
          new byte[] {(byte) 200, -1, 0, 0}, written(context, program, ChannelType.UNSIGNED_INT8));
    }
  }

  @Test
  void imagesAreReadAtLevelsAndByGradients() throws IOException {
    IlModule module = module("sample");
    ImageFormat format = new ImageFormat(ChannelOrder.RGBA, ChannelType.FLOAT);
    float[] texels = {1, 2, 3, 4, 5, 6, 7, 8};
    for (Context context : contexts) {
      Program program = context.build(module, "");
      try (Image image = context.image(format, ImageDescription.of2D(2, 1));
          Buffer out = context.buffer(32)) {
        image.write(MemorySegment.ofArray(texels));
        launch(context, program.kernel("k").with(image, 0f, out), NDRange.of(2));
        int[] have = new int[8];
        out.read(0, MemorySegment.ofArray(have));
        assertArrayEquals(new int[] {1, 2, 3, 4, 5, 6, 7, 8}, have);
      }
    }
  }

  private byte[] written(Context context, Program program, ChannelType type) {
    ImageFormat format = new ImageFormat(ChannelOrder.RGBA, type);
    try (Image image = context.image(format, ImageDescription.of2D(1, 1))) {
      launch(context, program.kernel("k").with(image), NDRange.of(1));
      byte[] texel = new byte[(int) image.byteSize()];
      image.read(MemorySegment.ofArray(texel));
      return Arrays.copyOf(texel, 4);
    }
  }
}
