package dev.barnacle.cl.kernels;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cl.ChannelOrder;
import dev.barnacle.cl.ChannelType;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.Image;
import dev.barnacle.cl.ImageDescription;
import dev.barnacle.cl.ImageFormat;
import dev.barnacle.cl.NDRange;
import dev.barnacle.cl.Program;
import dev.barnacle.explore.KernelOutcome;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Images are a part of global memory: what a barrier orders of them is handed on with it. */
class ExploreImagesTest {
  private static final String SOURCE =
      """
      #define I (int)get_global_id(0)
      #define HANDED(name, flag, order) \\
        kernel void name(global atomic_int *b, read_write image1d_t m) { \\
          if (I == 0) write_imageui(m, 0, (uint4)(5)); \\
          barrier(flag); \\
          if (I == 1) atomic_store_explicit(b + 1, 1, order); \\
          if (I == 2 && atomic_load_explicit(b + 1, memory_order_acquire)) \\
            atomic_store_explicit(b, read_imageui(m, 0).x, memory_order_relaxed); \\
        }
      HANDED(image, CLK_IMAGE_MEM_FENCE, memory_order_release)
      HANDED(global_memory, CLK_GLOBAL_MEM_FENCE, memory_order_release)
      HANDED(local_memory, CLK_LOCAL_MEM_FENCE, memory_order_release)
      HANDED(relaxed, CLK_IMAGE_MEM_FENCE, memory_order_relaxed)
      """;

  @ParameterizedTest
  @CsvSource({"image, 2", "global_memory, 2", "local_memory, 0", "relaxed, 0"})
  void whatABarrierOrdersIsHandedOn(String kernel, int states) {
    ImageFormat format = new ImageFormat(ChannelOrder.R, ChannelType.UNSIGNED_INT32);
    try (Context context = Context.builder().watched().create();
        Image image = context.image(format, ImageDescription.of1D(1));
        Program program = context.build(SOURCE, "-cl-std=CL3.0")) {
      KernelOutcome outcome =
          program
              .kernel(kernel)
              .with(context.buffer(new int[2]), image)
              .explore(NDRange.of(4).local(2));
      assertTrue(outcome.complete(), outcome.limits()::toString);
      assertEquals(states > 0, outcome.isClean(), outcome.faults()::toString);
      if (states > 0) {
        assertEquals(states, outcome.states().size());
      }
    }
  }
}
