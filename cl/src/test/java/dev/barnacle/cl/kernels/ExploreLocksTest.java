package dev.barnacle.cl.kernels;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.NDRange;
import dev.barnacle.explore.KernelOutcome;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Locks of many alike work-items under {@code explore}. */
class ExploreLocksTest {
  private static final String SOURCE =
      """
      #define DEV memory_scope_device
      kernel void test_and_test(global atomic_int *lock, global int *total) {
        do {
          while (atomic_load_explicit(lock, memory_order_relaxed, DEV) != 0) {
          }
        } while (atomic_exchange_explicit(lock, 1, memory_order_acquire, DEV) != 0);
        *total += 1;
        atomic_store_explicit(lock, 0, memory_order_release, DEV);
      }
      """;

  /** What a work-item had read before it began to wait made states differ: 2^n of them. */
  @Test
  void whatWasReadBeforeAWaitIsNoState() {
    try (Context context = Context.create();
        var program = context.build(SOURCE, "-cl-std=CL2.0")) {
      Buffer lock = context.buffer(new int[1]);
      Buffer total = context.buffer(new int[1]);
      KernelOutcome outcome =
          program.kernel("test_and_test").with(lock, total).explore(NDRange.of(16).local(1));
      assertEquals(Set.of(), Set.copyOf(outcome.limits()));
      assertTrue(outcome.isClean(), () -> outcome.faults().toString());
      int at = outcome.buffers().stream().map(KernelOutcome.Buffer::name).toList().indexOf("total");
      assertEquals(1, outcome.states().size());
      assertEquals(16, outcome.states().getFirst().contents().get(at)[0]);
    }
  }
}
