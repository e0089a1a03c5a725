package dev.barnacle.simd.kernels;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.simd.InstructionSet;
import dev.barnacle.simd.KernelExplanation;
import dev.barnacle.simd.internal.cpu.HostCpu;
import dev.barnacle.simd.internal.cpu.TargetCpu;
import dev.barnacle.simd.internal.plan.cost.CostTable;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** How many work-items make a vector, where the program does not ask for a number. */
class LaneChoiceTest {
  private static final int ITEMS = 1 << 12;

  /** The lanes of the code that ran, and what it said of them. */
  private record Choice(int lanes, String why) {}

  private static Choice choice(String source, int local, IntUnaryOperator expected) {
    return choice(source, local, new int[ITEMS], expected);
  }

  /** Runs a kernel on a buffer whose first elements it is to make what is expected. */
  private static Choice choice(String source, int local, int[] out, IntUnaryOperator expected) {
    CompileWatcher watcher = new CompileWatcher(null);
    try (KernelRunner runner = KernelRunner.of("lanes=auto,features=host", watcher)) {
      String kernel = "kernel void k(global int *out) {" + source + "}";
      runner.run(KernelRunner.OPENCL_3, kernel, "k", TestRange.of(ITEMS).local(local), out);
    }
    for (int i = 0; i < ITEMS; i++) {
      assertEquals(expected.applyAsInt(i), out[i], "element " + i);
    }
    KernelExplanation first = watcher.explanations().getFirst();
    return new Choice(first.lanes(), first.why());
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
  void countingBytesReadsLongRuns() {
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
    // By the table of other processors sixteen take no longer.
    assertTrue(choice.lanes() >= (isZen4() ? 32 : 16), choice.why());
  }

  /** Each turn waits for what the turn before gathered: two searches wait no longer than one. */
  @Test
  void searchesRunSeveralVectorsAtATime() {
    int[] data = new int[2 * ITEMS];
    for (int k = 0; k < ITEMS; k++) {
      data[ITEMS + k] = 3 * k;
    }
    Choice choice =
        choice(
            """
            int x = get_global_id(0) * 2, low = 0, high = 4096;
            while (low < high) {
              int middle = (low + high) >> 1;
              if (out[4096 + middle] < x) low = middle + 1; else high = middle;
            }
            out[get_global_id(0)] = low;
            """,
            64,
            data,
            i -> (2 * i + 2) / 3);
    assumeLongVectors(choice);
    assertTrue(choice.lanes() > 16, choice.why());
  }

  /** What is gathered for one sum is there before the next one needs it. */
  @Test
  void sumsOfGathersRunOneVectorAtATime() {
    int[] data = new int[2 * ITEMS];
    Arrays.fill(data, ITEMS, 2 * ITEMS, 1);
    Choice choice =
        choice(
            """
            int i = get_global_id(0), sum = 0;
            for (int k = 0; k < 64; k++)
              sum += out[4096 + ((i * 64 + k * k) & 4095)];
            out[i] = sum;
            """,
            64,
            data,
            i -> 64);
    assumeLongVectors(choice);
    assertEquals(16, choice.lanes(), choice.why());
  }

  private static void assumeLongVectors(Choice choice) {
    Assumptions.assumeTrue(
        choice.why().startsWith("a vector of 512"), "shorter vectors: " + choice.why());
  }

  /** Each lane would leave its list by itself, and gather from it. */
  @Test
  void listsOfDifferentLengthsAreReadOneByOne() {
    int[] data = new int[3 * ITEMS];
    for (int k = ITEMS; k < 2 * ITEMS; k++) {
      data[k] = k % 37;
    }
    for (int k = 2 * ITEMS; k < 3 * ITEMS; k++) {
      data[k] = k * 31 % ITEMS;
    }
    int[] before = data.clone();
    Choice choice =
        choice(
            """
            int i = get_global_id(0), sum = 0, length = out[4096 + i], at = out[8192 + i] / 2;
            for (int j = 0; j < length; j++)
              sum += out[4096 + out[8192 + at + j]] * out[4096 + at + j];
            out[i] = sum;
            """,
            64,
            data,
            i -> {
              int sum = 0;
              int at = before[2 * ITEMS + i] / 2;
              for (int j = 0; j < before[ITEMS + i]; j++) {
                sum += before[ITEMS + before[2 * ITEMS + at + j]] * before[ITEMS + at + j];
              }
              return sum;
            });
    if (isZen4()) { // others gather twice as fast
      assertEquals(1, choice.lanes(), choice.why());
      assertEquals("what the work-items access lies too far apart", choice.why());
    }
  }

  private static boolean isZen4() {
    TargetCpu host = TargetCpu.of(InstructionSet.HOST, HostCpu.ofLlvm());
    return CostTable.of(host).name().startsWith("zen4");
  }

  /** A gather right behind a scatter to the same array waits for it. */
  @Test
  void countsInPrivateArraysAreMadeOneByOne() {
    Choice choice =
        choice(
            """
            int i = get_global_id(0), most = 0, bins[16];
            for (int k = 0; k < 16; k++) bins[k] = 0;
            for (int k = 0; k < 64; k++) bins[(k * i + (k >> 3)) & 15]++;
            for (int k = 0; k < 16; k++) most = max(most, bins[k]);
            out[i] = most;
            """,
            64,
            LaneChoiceTest::mostInBin);
    assertEquals(1, choice.lanes(), choice.why());
  }

  private static int mostInBin(int i) {
    int[] bins = new int[16];
    int most = 0;
    for (int k = 0; k < 64; k++) {
      most = Math.max(most, ++bins[k * i + (k >> 3) & 15]);
    }
    return most;
  }

  /** What is computed between the accesses is worth the lanes. */
  @Test
  void tablesInLongComputationsAreReadByLanes() {
    Choice choice =
        choice(
            """
            int i = get_global_id(0), x = i;
            for (int k = 0; k < 16; k++) {
              x = x * 1103515245 + 12345; x ^= x >> 7; x *= 3; x += x << 3; x ^= x >> 11; x -= 77;
              x = x * 69069 + 1; x ^= x << 13; x ^= (int)((uint)x >> 17); x ^= x << 5; x += out[i & 0] * 0;
            }
            out[i] = i & 0;
            """,
            64,
            i -> 0);
    assertTrue(choice.lanes() > 1, choice.why());
  }

  /** Four words fill a small register: lanes would only turn rows round. */
  @Test
  void vectorsAtAddressesOfEachOneStayAlone() {
    Choice choice =
        choice(
            """
            int i = get_global_id(0);
            global int4 *rows = (global int4 *)out;
            if (i < 1024)
              rows[(i * 7) & 1023] += (int4)(5);
            """,
            64,
            _ -> 5);
    assertEquals(1, choice.lanes(), choice.why());
  }
}
