package dev.barnacle.cl.kernels;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.NDRange;
import dev.barnacle.explore.KernelOutcome;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Atomic operations of 4 and of 8 bytes on the same ones: {@code explore} beside {@code check}. */
class ExploreUnequalSizesTest {
  private static final String SOURCE =
      """
      #define ID get_local_id(0)
      #define MEET barrier(CLK_GLOBAL_MEM_FENCE)
      #define KERNEL(name) kernel void name(global atomic_uint *a, global int *b)
      #define RLX memory_order_relaxed, memory_scope_device
      #define LONG ((global atomic_ulong *)a)
      #define SET(p, v) atomic_store_explicit(p, v, RLX)
      #define GET(p) atomic_load_explicit(p, RLX)
      #define ADD(p, v) atomic_fetch_add_explicit(p, v, RLX)
      KERNEL(load_after_store) { if (ID == 0) SET(a, 1); MEET; if (ID == 0) b[0] = GET(LONG); }
      KERNEL(load_beside_store) { if (ID == 0) SET(a, 1); else b[0] = GET(LONG); }
      KERNEL(store_beside_load) { if (ID == 0) b[0] = GET(a); else SET(LONG, (ulong)1); }
      KERNEL(adds_after_store) {
        if (ID == 0) SET(a, 4);
        MEET;
        int before = ADD(LONG, (ulong)1);
        MEET;
        if (ID == 1) b[0] = before;
      }
      KERNEL(adds_beside_add) { if (ID == 0) ADD(a, 1u); else ADD(LONG, (ulong)1); }
      KERNEL(adds_of_other_bytes) { if (ID == 0) ADD(a + 2, 1u); else ADD(LONG, (ulong)1); }
      KERNEL(halves_after_adds) {
        ADD(LONG, ((ulong)1 << 32) + 1);
        MEET;
        if (ID == 0) SET(a, 1); else SET(a + 1, 5);
        MEET;
        if (ID == 0) b[0] = GET(LONG) + (GET(LONG) >> 32);
      }
      KERNEL(last_of_two) { SET(a, ID + 1); MEET; if (ID == 0) b[0] = GET(LONG); }
      KERNEL(unequal_after_handing) {
        if (ID == 0) {
          SET(a, 3);
          atomic_store_explicit(a + 2, 1, memory_order_release, memory_scope_device);
        } else if (atomic_load_explicit(a + 2, memory_order_acquire, memory_scope_device)) {
          b[0] = ADD(LONG, (ulong)1);
        }
      }
      KERNEL(unequal_after_relaxed_handing) {
        if (ID == 0) { SET(a, 3); SET(a + 2, 1); }
        else if (GET(a + 2)) b[0] = ADD(LONG, (ulong)1);
      }
      KERNEL(loads_of_both) { b[ID] = ID == 0 ? GET(a) : (int)GET(LONG); }
      KERNEL(exchange_beside_load) {
        if (ID == 0) b[0] = GET(LONG);
        else { uint zero = 0; atomic_compare_exchange_strong(a, &zero, 1); }
      }
      KERNEL(failed_exchange_beside_load) {
        if (ID == 0) b[0] = GET(LONG);
        else { uint other = 7; b[1] = atomic_compare_exchange_strong(a, &other, 1); }
      }
      """;

  @ParameterizedTest
  @CsvSource({
    "load_after_store, 1",
    "load_beside_store, data-race",
    "store_beside_load, data-race",
    "adds_after_store, 4 5",
    "adds_beside_add, data-race",
    "adds_of_other_bytes, 0",
    "halves_after_adds, 6",
    "last_of_two, 1 2",
    "unequal_after_handing, 0 3",
    "unequal_after_relaxed_handing, data-race",
    "loads_of_both, 0",
    "exchange_beside_load, data-race",
    "failed_exchange_beside_load, 0"
  })
  void theyRaceIfInNoOrder(String kernel, String expected) {
    NDRange range = NDRange.of(2).local(2);
    try (Context context = Context.create();
        var program = context.build(SOURCE, "-cl-std=CL2.0")) {
      Buffer a = context.buffer(new int[4]);
      Buffer b = context.buffer(new int[4]);
      var bound = program.kernel(kernel).with(a, b);
      KernelOutcome outcome = bound.explore(range);
      assertEquals(Set.of(), Set.copyOf(outcome.limits()));
      assertEquals(Set.of(expected.split(" ", -1)), answers(outcome));
      assertEquals(outcome.isClean(), bound.check(range).isClean(), "check");
    }
  }

  /** Returns the faults, or the first numbers of b. */
  private static Set<String> answers(KernelOutcome outcome) {
    Set<String> answers = new TreeSet<>();
    outcome.faults().forEach(f -> answers.add(f.kind().keyword()));
    int b = outcome.buffers().stream().map(KernelOutcome.Buffer::name).toList().indexOf("b");
    if (outcome.isClean() && b < 0) {
      answers.add("0");
    }
    for (KernelOutcome.State state :
        outcome.isClean() && b >= 0 ? outcome.states() : List.<KernelOutcome.State>of()) {
      ByteBuffer bytes = ByteBuffer.wrap(state.contents().get(b)).order(ByteOrder.LITTLE_ENDIAN);
      answers.add(String.valueOf(bytes.getInt()));
    }
    return answers;
  }
}
