package dev.barnacle.cl.kernels;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.NDRange;
import dev.barnacle.explore.KernelOutcome;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Races of a kernel that sets a user event with the one that waits for it: {@code explore} beside
 * {@code check}. The call global-synchronizes-with that kernel, so what is sequenced before it is
 * ordered, and what is sequenced after it is not (OpenCL, 3.3.6).
 */
class UserEventRacesTest {
  private static final String SOURCE =
      """
      #define KERNEL(name) kernel void name(global int *a, global int *b)
      #define WAITING(event, ...) \\
        enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), \\
                       1, &event, 0, ^{ __VA_ARGS__; })
      KERNEL(write_before) {
        clk_event_t set = create_user_event();
        WAITING(set, b[0] = a[0]);
        a[0] = 7;
        set_user_event_status(set, CL_COMPLETE);
      }
      KERNEL(write_after) {
        clk_event_t set = create_user_event();
        WAITING(set, b[0] = a[0]);
        set_user_event_status(set, CL_COMPLETE);
        a[0] = 7;
      }
      KERNEL(read_before) {
        clk_event_t set = create_user_event();
        WAITING(set, a[0] = 7);
        b[0] = a[0];
        set_user_event_status(set, CL_COMPLETE);
      }
      KERNEL(read_after) {
        clk_event_t set = create_user_event();
        WAITING(set, a[0] = 7);
        set_user_event_status(set, CL_COMPLETE);
        b[0] = a[0];
      }
      KERNEL(loop_before) {
        clk_event_t set = create_user_event();
        WAITING(set, b[0] = a[0] + a[1]);
        for (int i = 0; i < 2; i++) {
          a[i] = i;
          if (i == 1) set_user_event_status(set, CL_COMPLETE);
        }
      }
      KERNEL(loop_around) {
        clk_event_t set = create_user_event();
        WAITING(set, b[0] = a[0] + a[1]);
        for (int i = 0; i < 2; i++) {
          a[i] = i;
          if (i == 0) set_user_event_status(set, CL_COMPLETE);
        }
      }
      KERNEL(write_other_after) {
        clk_event_t set = create_user_event();
        WAITING(set, b[0] = a[0]);
        a[0] = 7;
        set_user_event_status(set, CL_COMPLETE);
        a[1] = 7;
      }
      KERNEL(running_before_complete) {
        clk_event_t set = create_user_event();
        WAITING(set, b[0] = a[0]);
        set_user_event_status(set, CL_RUNNING);
        a[0] = 7;
        set_user_event_status(set, CL_COMPLETE);
      }
      KERNEL(complete_again) {
        clk_event_t set = create_user_event();
        WAITING(set, b[0] = a[0]);
        set_user_event_status(set, CL_COMPLETE);
        a[0] = 7;
        set_user_event_status(set, CL_COMPLETE);
      }
      KERNEL(two_events) {
        clk_event_t set[2] = {create_user_event(), create_user_event()};
        enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 2, set, 0,
                       ^{ b[0] = a[0]; });
        set_user_event_status(set[0], CL_COMPLETE);
        a[0] = 7;
        set_user_event_status(set[1], CL_COMPLETE);
      }
      """;

  @ParameterizedTest
  @CsvSource({
    "write_before, true",
    "write_after, false",
    "read_before, true",
    "read_after, false",
    "loop_before, true",
    "loop_around, false",
    "write_other_after, true",
    "running_before_complete, true",
    "complete_again, false",
    "two_events, true"
  })
  void accessesAfterTheCallRace(String kernel, boolean clean) {
    NDRange range = NDRange.of(1);
    try (Context context = Context.create();
        var program = context.build(SOURCE, "-cl-std=CL2.0")) {
      context.deviceQueues().setDefault(context.deviceQueues().create());
      Buffer a = context.buffer(new int[2]);
      Buffer b = context.buffer(new int[1]);
      var bound = program.kernel(kernel).with(a, b);
      KernelOutcome outcome = bound.explore(range);
      assertEquals(Set.of(), Set.copyOf(outcome.limits()));
      assertEquals(clean, outcome.isClean(), () -> "explore: " + outcome.faults());
      assertEquals(clean, bound.check(range).isClean(), "check");
    }
  }
}
