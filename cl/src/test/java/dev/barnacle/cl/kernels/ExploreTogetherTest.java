package dev.barnacle.cl.kernels;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.CommandExploration;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.NDRange;
import dev.barnacle.cl.Program;
import dev.barnacle.engine.fault.ExplorationKind;
import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.explore.KernelOutcome;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Kernels that may run at the same time, work-items that are alike, and what tests demand. */
class ExploreTogetherTest {
  private static final String SOURCE =
      """
      #define DEV memory_scope_device
      kernel void produce(global int *data, global atomic_int *ready) {
        *data = 42;
        atomic_store_explicit(ready, 1, memory_order_release, DEV);
      }
      kernel void consume(global int *data, global atomic_int *ready, global int *out) {
        while (atomic_load_explicit(ready, memory_order_acquire, DEV) == 0) {}
        *out = *data;
      }
      kernel void copy(global int *from, global int *to) { *to = *from; }
      kernel void lock(global atomic_int *lock, global int *total) {
        while (atomic_exchange_explicit(lock, 1, memory_order_acquire, DEV)) {}
        *total += 1;
        atomic_store_explicit(lock, 0, memory_order_release, DEV);
      }
      kernel void turns(global atomic_int *next, global int *out) {
        int mine = atomic_fetch_add_explicit(next, 1, memory_order_relaxed, DEV);
        out[mine] = get_global_id(0);
      }
      kernel void leaders(global atomic_int *next, global int *out) {
        if (get_local_id(0) == 0) {
          int mine = atomic_fetch_add_explicit(next, 1, memory_order_relaxed, DEV);
          out[mine] = mine;
        }
      }
      kernel void readers(global atomic_int *flag, global atomic_int *seen) {
        int saw = atomic_load_explicit(flag, memory_order_relaxed, DEV);
        atomic_store_explicit(flag, 1, memory_order_relaxed, DEV);
        atomic_fetch_add_explicit(seen, saw, memory_order_relaxed, DEV);
      }
      """;

  private final Context context = Context.create();
  private final Program program = context.build(SOURCE, "-cl-std=CL2.0");

  @AfterEach
  void close() {
    context.close();
  }

  private Buffer ints(int count) {
    Buffer buffer = context.buffer(4L * count);
    buffer.fill((byte) 0);
    return buffer;
  }

  @Test
  void whatOneCommandReleasesAnotherAcquires() {
    Buffer data = ints(1);
    Buffer ready = ints(1);
    Buffer out = ints(1);
    KernelOutcome outcome =
        new CommandExploration()
            .launch(program.kernel("produce").with(data, ready), NDRange.of(1))
            .launch(program.kernel("consume").with(data, ready, out), NDRange.of(1))
            .explore();
    outcome.requireCorrect().requireAll(memory -> memory.ints("out")[0] == 42);
  }

  @Test
  void aCommandThatWaitsSeesWhatTheOtherDid() {
    Buffer data = ints(1);
    Buffer ready = ints(1);
    Buffer out = ints(1);
    new CommandExploration()
        .launch(program.kernel("produce").with(data, ready), NDRange.of(1))
        .launch(program.kernel("copy").with(data, out), NDRange.of(1), 0)
        .explore()
        .requireAll(memory -> memory.ints("to")[0] == 42);
    KernelOutcome racy =
        new CommandExploration()
            .launch(program.kernel("produce").with(data, ready), NDRange.of(1))
            .launch(program.kernel("copy").with(data, out), NDRange.of(1))
            .explore();
    assertEquals(FindingKind.DATA_RACE, racy.faults().getFirst().kind());
    AssertionError told = assertThrows(AssertionError.class, racy::requireCorrect);
    assertTrue(String.valueOf(told.getMessage()).startsWith("data-race: "), told::toString);
  }

  @Test
  void aCommandThatWaitsForOneThatWaitsForItHangs() {
    Buffer data = ints(1);
    Buffer ready = ints(1);
    KernelOutcome outcome =
        new CommandExploration()
            .launch(program.kernel("consume").with(data, ready, ints(1)), NDRange.of(1))
            .launch(program.kernel("produce").with(data, ready), NDRange.of(1), 0)
            .explore();
    assertEquals(ExplorationKind.HANG, outcome.faults().getFirst().kind());
    CommandExploration one = new CommandExploration();
    assertThrows(
        IllegalArgumentException.class,
        () -> one.launch(program.kernel("produce").with(data, ready), NDRange.of(1), 0));
  }

  /** The orders in which 32 work-items take a lock are 32!, and all are alike. */
  @Test
  void workItemsThatAreAlikeAreLookedAtOnce() {
    KernelOutcome outcome =
        program.kernel("lock").with(ints(1), ints(1)).explore(NDRange.of(32).local(1));
    outcome.requireAll(memory -> memory.ints("total")[0] == 32);
    assertEquals(1, outcome.executions());
  }

  @Test
  void workItemsThatAskForTheirIdsAreNotAlike() {
    KernelOutcome outcome =
        program.kernel("turns").with(ints(1), ints(4)).explore(NDRange.of(4).local(1));
    assertEquals(24, outcome.requireCorrect().states().size());
  }

  @Test
  void workGroupsWhoseFirstWorkItemsActAreAlike() {
    KernelOutcome outcome =
        program.kernel("leaders").with(ints(1), ints(4)).explore(NDRange.of(8).local(2));
    assertEquals(1, outcome.requireCorrect().executions());
  }

  @Test
  void howManyReadWhatIsLookedAtAndNotWhich() {
    KernelOutcome outcome =
        program.kernel("readers").with(ints(1), ints(1)).explore(NDRange.of(6).local(1));
    assertEquals(6, outcome.requireCorrect().states().size());
    outcome.requireSome(memory -> memory.ints("seen")[0] == 0);
    assertThrows(
        AssertionError.class, () -> outcome.requireSome(memory -> memory.ints("seen")[0] == 6));
    assertThrows(
        AssertionError.class, () -> outcome.requireAll(memory -> memory.ints("seen")[0] == 0));
    assertThrows(
        IllegalArgumentException.class,
        () -> outcome.requireAll(memory -> memory.ints("x") == null));
  }

  @Test
  void manyWorkGroupsAreNoTrouble() {
    int items = 1 << 14;
    String source =
        """
        kernel void sum(global int *a, local int *t) {
          int l = get_local_id(0);
          t[l] = a[get_global_id(0)];
          barrier(CLK_LOCAL_MEM_FENCE);
          for (int d = get_local_size(0) / 2; d > 0; d /= 2) {
            if (l < d) t[l] += t[l + d];
            barrier(CLK_LOCAL_MEM_FENCE);
          }
          if (l == 0) a[get_global_id(0)] = t[0];
        }
        """;
    context
        .build(source, "-cl-std=CL2.0")
        .kernel("sum")
        .with(ints(items), dev.barnacle.cl.LocalMemory.bytes(256))
        .explore(NDRange.of(items).local(64))
        .requireCorrect();
  }

  @Test
  void anAssertionOfTheProgramIsAFault() {
    String source = "kernel void k(global int *a) { barnacle_assert(atomic_inc(a) < 2); }";
    Program asserted = context.build(source, "-cl-std=CL2.0");
    asserted.kernel("k").with(ints(1)).explore(NDRange.of(2)).requireCorrect();
    KernelOutcome outcome = asserted.kernel("k").with(ints(1)).explore(NDRange.of(3));
    assertEquals(ExplorationKind.ASSERTION, outcome.faults().getFirst().kind());
  }
}
