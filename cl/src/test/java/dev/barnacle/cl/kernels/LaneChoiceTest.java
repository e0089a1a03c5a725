package dev.barnacle.cl.kernels;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.NDRange;
import dev.barnacle.simd.CompileListener;
import dev.barnacle.simd.KernelExplanation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** How many work-items make a vector, where the program does not ask for a number. */
class LaneChoiceTest {
  private static final int ITEMS = 1 << 12;

  /** The lanes of the code that ran, and what it said of them. */
  private record Choice(int lanes, String why) {}

  private static Choice choice(String source, int local, IntUnaryOperator expected) {
    List<KernelExplanation> explanations = new ArrayList<>();
    CompileListener listener =
        new CompileListener() {
          @Override
          public boolean wants(Stage stage) {
            return false;
          }

          @Override
          public void text(String kernel, Stage stage, String text) {}

          @Override
          public void explained(KernelExplanation explanation) {
            explanations.add(explanation);
          }
        };
    int[] out = new int[ITEMS];
    try (Context context =
            Context.builder().engineOptions("lanes=auto,features=host").listen(listener).create();
        Buffer buffer = context.buffer(out)) {
      context
          .build("kernel void k(global int *out) {" + source + "}", "-cl-std=CL3.0")
          .kernel("k")
          .with(buffer)
          .run(NDRange.of(ITEMS).local(local));
      buffer.read(out);
    }
    for (int i = 0; i < ITEMS; i++) {
      assertEquals(expected.applyAsInt(i), out[i], "element " + i);
    }
    return new Choice(explanations.getFirst().lanes(), explanations.getFirst().why());
  }

  @Test
  void groupsOfOneWorkItemAreLanesToo() {
    Choice choice =
        choice(
            """
            size_t g = get_group_id(0), i = get_global_id(0);
            out[g * get_local_size(0) + get_local_id(0)] = (int)(i * 3 + get_num_groups(0));
            """,
            1,
            i -> i * 3 + ITEMS);
    assertTrue(choice.lanes() > 1, choice.why());
    assertTrue(choice.why().endsWith("work-groups of one work-item run together"), choice.why());
  }

  /** Each group has a local variable of its own, which other groups in a vector would overwrite. */
  @Test
  void groupsThatShareMemoryStayAlone() {
    Choice choice =
        choice(
            """
            local int own;
            own = (int) get_group_id(0);
            barrier(CLK_LOCAL_MEM_FENCE);
            out[get_global_id(0)] = own;
            """,
            1,
            i -> i);
    assertEquals(1, choice.lanes(), choice.why());
  }

  /** In lanes the first of them would wait for ever. */
  @Test
  void groupsThatWaitStayAlone() {
    Choice choice =
        choice(
            """
            volatile global atomic_int *lock = (volatile global atomic_int *) out;
            int i = (int) get_global_id(0);
            while (atomic_exchange_explicit(lock, 1, memory_order_acquire, memory_scope_device)) {}
            if (i > 0) out[i] = i;
            atomic_store_explicit(lock, 0, memory_order_release, memory_scope_device);
            """,
            1,
            i -> i);
    assertEquals(1, choice.lanes(), choice.why());
  }

  @Test
  void kernelsThatComputeInFullRegistersRunOneByOne() {
    String hash =
        """
        uintN a = (uintN) (uint) get_global_id(0), b = a * 3;
        for (int r = 0; r < 4; r++) {
          a = rotate(a, (uintN) 5) ^ b;
          b += a;
        }
        out[get_global_id(0)] = a.s0 + b.s0;
        """;
    IntUnaryOperator expected =
        i -> {
          int a = i;
          int b = 3 * i;
          for (int r = 0; r < 4; r++) {
            a = Integer.rotateLeft(a, 5) ^ b;
            b += a;
          }
          return a + b;
        };
    Choice wide = choice(hash.replace("uintN", "uint16"), 64, expected);
    assertEquals(1, wide.lanes(), wide.why());
    Choice narrow = choice(hash.replace("uintN", "uint2"), 64, expected);
    Assumptions.assumeTrue(
        narrow.why().startsWith("a vector of 256") || narrow.why().startsWith("a vector of 512"),
        "the processor has vectors of 128 bits: " + narrow.why());
    assertTrue(narrow.lanes() > 1, narrow.why());
  }

  /** Sixteen bytes would be a quarter of a cache line, of which each sub-group reads its part. */
  @Test
  void countingBytesReadsWholeCacheLines() {
    Choice choice =
        choice(
            """
            local uint counts[256];
            global uchar *bytes = (global uchar *) out;
            uint n = get_local_size(0);
            for (uint i = get_local_id(0); i < 256; i += n)
              counts[i] = 0;
            barrier(CLK_LOCAL_MEM_FENCE);
            for (size_t i = get_global_id(0); i < 4 * get_global_size(0); i += get_global_size(0))
              atomic_inc(&counts[bytes[i]]);
            barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
            out[get_global_id(0)] = counts[0] + counts[1];
            """,
            ITEMS,
            i -> 4 * ITEMS);
    Assumptions.assumeTrue(
        choice.why().startsWith("a vector of 256") || choice.why().startsWith("a vector of 512"),
        "the processor has vectors of 128 bits: " + choice.why());
    assertEquals(64, choice.lanes(), choice.why());
  }
}
