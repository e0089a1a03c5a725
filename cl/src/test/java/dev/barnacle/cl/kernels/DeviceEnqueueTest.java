package dev.barnacle.cl.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.ClException;
import dev.barnacle.cl.CommandQueue;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.DeviceCommandQueue;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.Event;
import dev.barnacle.cl.FailedEventException;
import dev.barnacle.cl.NDRange;
import dev.barnacle.cl.Program;
import dev.barnacle.cl.QueueOptions;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Kernels that enqueue others (OpenCL C, "Enqueuing Kernels"). */
class DeviceEnqueueTest {
  private static final String CL20 = "-cl-std=CL2.0";

  /** Runs {@code kernel void k(global int *a, …)} once, and returns what {@code a} has then. */
  private static int[] run(Context context, String options, String source, int length) {
    int[] result = new int[length];
    try (Program program = context.build(source, options);
        Buffer buffer = context.buffer(MemorySegment.ofArray(result))) {
      program.kernel("k").with(buffer).run(NDRange.of(1));
      buffer.read(0, MemorySegment.ofArray(result));
    }
    return result;
  }

  private static int[] run(String source, int length) {
    try (Context context = Context.create()) {
      context.deviceQueues().setDefault(context.deviceQueues().create());
      return run(context, CL20, source, length);
    }
  }

  @Test
  void blocksSeeWhatTheyHaveCaptured() {
    String source =
        """
        kernel void k(global int *a) {
          int n = 7;
          short4 v = (short4)(1, 2, 3, 4);
          enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(40),
              ^{ int i = get_global_id(0); a[i] = n * i + v.s3; });
          n = 0;
        }
        """;
    assertArrayEquals(IntStream.range(0, 40).map(i -> 7 * i + 4).toArray(), run(source, 40));
  }

  @Test
  void rangesHaveOffsetsAndLocalSizes() {
    String source =
        """
        kernel void k(global int *a) {
          queue_t q = get_default_queue();
          size_t o[3] = {1, 2, 0}, g[3] = {4, 6, 3}, l[3] = {2, 3, 1};
          void (^count)(void) = ^{
            int at = 10 * get_work_dim();
            atomic_add(a + at, 1);
            atomic_max(a + at + 1, (int)get_global_id(0));
            atomic_max(a + at + 2, (int)get_global_id(1));
            atomic_max(a + at + 3, (int)get_local_size(1));
            atomic_max(a + at + 4, (int)get_num_groups(0));
          };
          a[0] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(3, 10, 5), count);
          a[1] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_2D(o, g, l), count);
          a[2] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_3D(g, l), count);
          a[3] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_3D(g), count);
          a[4] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(0), count);
        }
        """;
    int[] a = run(source, 40);
    assertArrayEquals(new int[5], Arrays.copyOf(a, 5));
    assertArrayEquals(new int[] {10, 12, 0, 1, 2}, Arrays.copyOfRange(a, 10, 15));
    assertArrayEquals(new int[] {24, 4, 7, 3, 2}, Arrays.copyOfRange(a, 20, 25));
    assertEquals(2 * 72, a[30]);
  }

  @Test
  void blocksHaveLocalMemory() {
    String source =
        """
        kernel void k(global int *a) {
          uint bytes = 64 * sizeof(int);
          enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(64, 64),
              ^(local void *p, local void *q) {
                local int *x = p, *y = q;
                int i = get_local_id(0);
                x[i] = i;
                y[63 - i] = 2 * i;
                barrier(CLK_LOCAL_MEM_FENCE);
                a[i] = x[63 - i] + y[i];
              }, bytes, bytes);
        }
        """;
    assertArrayEquals(
        IntStream.range(0, 64).map(i -> 63 - i + 2 * (63 - i)).toArray(), run(source, 64));
  }

  @Test
  void eventsOrderCommands() {
    String source =
        """
        kernel void k(global int *a) {
          queue_t q = get_default_queue();
          ndrange_t one = ndrange_1D(1);
          clk_event_t go = create_user_event(), first, second, both;
          enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, one, 1, &go, &first, ^{ a[0] = a[9] + 1; });
          enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, one, 1, &first, &second, ^{ a[1] = a[0] + 1; });
          clk_event_t list[2] = {first, second};
          a[5] = enqueue_marker(q, 2, list, &both);
          enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, one, 1, &both, 0, ^{ a[2] = a[1] + a[0]; });
          a[9] = 40;
          a[6] = is_valid_event(go);
          retain_event(go);
          set_user_event_status(go, CL_COMPLETE);
          release_event(go);
          a[7] = is_valid_event(go);
          release_event(go);
          a[8] = is_valid_event(go);
        }
        """;
    assertArrayEquals(new int[] {41, 42, 83, 0, 0, 0, 1, 1, 0, 40}, run(source, 10));
  }

  @Test
  void parentsAreCompleteWithTheirChildren() {
    String source =
        """
        void down(queue_t q, global int *a, int depth) {
          atomic_inc(a + depth);
          if (depth > 0) {
            enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(2), ^{ down(q, a, depth - 1); });
          }
        }
        kernel void k(global int *a) {
          clk_event_t all;
          queue_t q = get_default_queue();
          enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 0, 0, &all, ^{ down(q, a, 9); });
          enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &all, 0, ^{ a[10] = a[0]; });
        }
        """;
    int[] a = run(source, 11);
    assertArrayEquals(
        IntStream.range(0, 10).map(i -> 1 << (9 - i)).toArray(), Arrays.copyOf(a, 10));
    assertEquals(512, a[10]);
  }

  /** Neither a stack nor memory grows: this is one launch after another, 50,000 deep. */
  @Test
  void chainsAreAsLongAsTheyLike() {
    String source =
        """
        void next(queue_t q, global int *a, int left) {
          a[0]++;
          if (left > 0) {
            enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{ next(q, a, left - 1); });
          }
        }
        kernel void k(global int *a) { next(get_default_queue(), a, 50000); }
        """;
    assertEquals(50001, run(source, 1)[0]);
  }

  private static final String ERRORS =
      """
      kernel void k(global int *a) {
        queue_t q = get_default_queue();
        queue_t none;
        ndrange_t r = ndrange_1D(8);
        ndrange_t wrong = ndrange_1D(8, 1 << 20);
        ndrange_t uneven = ndrange_1D(8, 3);
        clk_event_t e = create_user_event(), dead = create_user_event();
        set_user_event_status(dead, CL_COMPLETE);
        release_event(dead);
        void (^b)(void) = ^{ atomic_inc(a + 15); };
        a[1] = enqueue_kernel(q, 0, wrong, b);
        a[2] = enqueue_kernel(q, 0, uneven, b);
        a[3] = enqueue_kernel(q, 0, r, 0, &e, 0, b);
        a[4] = enqueue_kernel(q, 0, r, 1, 0, 0, b);
        a[5] = enqueue_kernel(q, 0, r, 1, &dead, 0, b);
        a[6] = enqueue_kernel(q, 0, r, ^(local void *p) { atomic_inc(a + 15); }, 0);
        a[7] = enqueue_kernel(q, 0, r, ^(local void *p) { atomic_inc(a + 15); }, 1u << 30);
        a[8] = enqueue_marker(q, 0, 0, 0);
        a[9] = enqueue_marker(q, 1, &dead, &e);
        ndrange_t odd = r;
        ((private int *)&odd)[0] = 4;
        a[10] = enqueue_kernel(q, 0, odd, b);
      }
      """;

  @Test
  void failuresHaveOneCodeAndWithDebugInformationTheirOwn() {
    try (Context context = Context.create()) {
      context.deviceQueues().setDefault(context.deviceQueues().create());
      int none = -101;
      int[] plain = run(context, CL20, ERRORS, 16);
      assertArrayEquals(
          new int[] {0, none, 0, none, none, none, none, none, none, none, none, 0, 0, 0, 0, 8},
          plain);
      int[] exact = run(context, CL20 + " -g -cl-uniform-work-group-size", ERRORS, 16);
      assertArrayEquals(
          new int[] {0, -160, -160, -57, -57, -57, -51, -5, -57, -57, -160, 0, 0, 0, 0, 0}, exact);
    }
  }

  private static final String MANY =
      """
      kernel void k(global int *a) {
        for (int i = 0; i < 100; i++) {
          int status = enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL,
              ndrange_1D(1), ^{ atomic_inc(a); });
          a[1] += status == 0;
          a[2] = status;
        }
      }
      """;

  @Test
  void queuesAreFullAndEmptyAgain() {
    try (Context context = Context.create()) {
      context
          .deviceQueues()
          .setDefault(context.deviceQueues().create(context.device(), 4096, false));
      int[] first = run(context, CL20 + " -g", MANY, 3);
      assertTrue(first[1] > 0 && first[1] < 100, Arrays.toString(first));
      assertEquals(first[1], first[0]);
      assertEquals(-161, first[2]);
      assertArrayEquals(first, run(context, CL20 + " -g", MANY, 3));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"-cl-std=CL2.0", "-cl-std=CL3.0", "-cl-std=CL3.1", "-cl-std=CLC++2021"})
  void nullQueuesAndEventsAreInvalid(String version) {
    String source =
        """
        kernel void k(global int *a) {
          queue_t q = get_default_queue();
          clk_event_t e = CLK_NULL_EVENT, f = create_user_event();
          a[0] = is_valid_event(e) + 2 * is_valid_event(f) + 4 * is_valid_event(CLK_NULL_EVENT);
          a[1] = enqueue_marker(CLK_NULL_QUEUE, 1, &f, &e) == CLK_SUCCESS;
          a[2] = is_valid_event(e);
          set_user_event_status(f, CL_COMPLETE);
          a[3] = enqueue_marker(a[0] == 2 ? q : CLK_NULL_QUEUE, 1, &f, &e) == CLK_SUCCESS;
          a[4] = is_valid_event(e);
          release_event(e);
          release_event(f);
        }
        """;
    for (boolean watched : new boolean[] {false, true}) {
      try (Context context = watched ? Context.builder().watched().create() : Context.create()) {
        context.deviceQueues().setDefault(context.deviceQueues().create());
        assertArrayEquals(new int[] {2, 0, 0, 1, 1}, run(context, version, source, 5));
      }
    }
  }

  @Test
  void withoutAQueueNothingIsEnqueued() {
    try (Context context = Context.create()) {
      assertArrayEquals(new int[] {0, 0, -102}, run(context, CL20 + " -g", MANY, 3));
    }
  }

  @Test
  void queuesAreArguments() {
    String source =
        """
        kernel void k(queue_t q, global int *a) {
          a[1] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{ a[0] = 5; });
        }
        """;
    int[] a = new int[2];
    try (Context context = Context.create();
        DeviceCommandQueue onDevice = context.deviceQueues().create();
        Program program = context.build(source, CL20);
        Buffer buffer = context.buffer(MemorySegment.ofArray(a))) {
      program.kernel("k").with(onDevice, buffer).run(NDRange.of(1));
      buffer.read(0, MemorySegment.ofArray(a));
      assertArrayEquals(new int[] {5, 0}, a);
      CommandQueue ofHost = context.queue();
      ClException e =
          assertThrows(ClException.class, () -> program.kernel("k").with(ofHost, buffer));
      assertEquals(ErrorCode.CL_INVALID_ARG_VALUE, e.code());
    }
  }

  @Test
  void kernelsAreAsked() {
    String source =
        """
        kernel void k(global int *a) {
          void (^b)(void) = ^{ a[9] = 1; };
          a[0] = get_kernel_work_group_size(b);
          a[1] = get_kernel_preferred_work_group_size_multiple(b);
          ndrange_t r = ndrange_1D(1000, 100);
          a[2] = get_kernel_max_sub_group_size_for_ndrange(r, b);
          a[3] = get_kernel_sub_group_count_for_ndrange(r, b);
        }
        """;
    try (Context context = Context.create()) {
      int[] a = run(context, "-cl-std=CL3.0", source, 10);
      assertEquals(context.device().maxWorkGroupSize(), a[0]);
      assertTrue(a[1] > 0 && a[1] <= 64, Arrays.toString(a));
      assertEquals(Math.ceilDiv(100, a[2]), a[3]);
    }
  }

  private static final String TERMINATED =
      """
      kernel void k(global int *a) {
        clk_event_t e = create_user_event();
        enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &e, 0, ^{ a[0] = 1; });
        set_user_event_status(e, -77);
      }
      """;

  @Test
  void theErrorOfAChildIsItsParents() {
    try (Context context = Context.create();
        Program program = context.build(TERMINATED, CL20);
        Buffer buffer = context.buffer(new int[1])) {
      context.deviceQueues().setDefault(context.deviceQueues().create());
      Event event = context.queue().run(program.kernel("k").with(buffer), NDRange.of(1), List.of());
      FailedEventException e = assertThrows(FailedEventException.class, event::waitFor);
      assertEquals(-77, e.status());
      int[] a = new int[1];
      buffer.read(0, MemorySegment.ofArray(a));
      assertEquals(0, a[0]);
    }
  }

  @Test
  void aWaitWithoutEndIsAnError() {
    ClException e =
        assertThrows(
            ClException.class,
            () -> run(TERMINATED.replaceFirst("set_user_event_status.*", ""), 1));
    assertEquals(ErrorCode.CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, e.code());
    assertTrue(String.valueOf(e.getMessage()).contains("nothing sets any more"), e.getMessage());
  }

  @Test
  void timesOfCommandsAreKept() {
    String source =
        """
        kernel void k(global ulong *a) {
          clk_event_t e;
          enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 0, 0, &e, ^{
            a[2] = 1;
            enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{ a[3] = 1; });
          });
          capture_event_profiling_info(e, CLK_PROFILING_COMMAND_EXEC_TIME, a);
        }
        """;
    long[] a = new long[4];
    try (Context context = Context.create();
        Program program = context.build(source, CL20);
        Buffer buffer = context.buffer(a)) {
      context.deviceQueues().setDefault(context.deviceQueues().create());
      CommandQueue queue = context.queue(QueueOptions.IN_ORDER.withProfiling());
      Event event = queue.run(program.kernel("k").with(buffer), NDRange.of(1), List.of());
      event.waitFor();
      buffer.read(0, MemorySegment.ofArray(a));
      assertTrue(0 < a[0] && a[0] < a[1], Arrays.toString(a));
      assertTrue(event.profiling().ended() < event.profiling().completed());
    }
  }

  @Test
  void queuesHaveLimits() {
    try (Context context = Context.create()) {
      for (long size : new long[] {0, DeviceCommandQueue.MAX_SIZE + 1}) {
        ClException e =
            assertThrows(
                ClException.class,
                () -> context.deviceQueues().create(context.device(), size, false));
        assertEquals(ErrorCode.CL_INVALID_QUEUE_PROPERTIES, e.code());
      }
      DeviceCommandQueue queue = context.deviceQueues().create();
      assertTrue(context.deviceQueues().defaultOf(context.device()).isEmpty());
      context.deviceQueues().setDefault(queue);
      assertEquals(queue, context.deviceQueues().defaultOf(context.device()).orElseThrow());
      queue.close();
      assertTrue(context.deviceQueues().defaultOf(context.device()).isEmpty());
    }
  }
}
