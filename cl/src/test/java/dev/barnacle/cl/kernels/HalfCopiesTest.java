package dev.barnacle.cl.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.NDRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Halves that are only copied keep their bits, those of signalling NaNs too, in both engines. */
class HalfCopiesTest {
  private static final int COUNT = 1 << 16;

  @ParameterizedTest(name = "watched {0}: {1}")
  @CsvSource({"false,half", "false,half4", "true,half", "true,half4", "true,half16"})
  void copiesKeepAllBits(boolean watched, String type) {
    String source =
        """
        #pragma OPENCL EXTENSION cl_khr_fp16 : enable
        kernel void copy(global const TYPE *x, global TYPE *o)
        {
          o[get_global_id(0)] = x[get_global_id(0)];
        }
        """
            .replace("TYPE", type);
    int lanes = type.equals("half") ? 1 : Integer.parseInt(type.substring("half".length()));
    short[] all = new short[COUNT];
    for (int i = 0; i < COUNT; i++) {
      all[i] = (short) i;
    }
    try (Context context =
        watched ? Context.builder().watched().create() : Context.builder().create()) {
      Buffer result = context.buffer(2 * COUNT);
      context
          .build(source, "")
          .kernel("copy")
          .with(context.buffer(all), result)
          .run(NDRange.of(COUNT / lanes));
      short[] copy = new short[COUNT];
      result.read(copy);
      assertArrayEquals(all, copy);
    }
  }
}
