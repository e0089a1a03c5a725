package dev.barnacle.cl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** Kernels that wait for the host, or for another kernel, keep no other command from running. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class WaitingCommandsTest {
  private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle();

  private static final String SOURCE =
      """
      #define ALL memory_scope_all_svm_devices
      kernel void waits(global atomic_int *flag, int number) {
        while (atomic_load_explicit(flag, memory_order_acquire, ALL) < number);
        atomic_fetch_add_explicit(flag + 1, 1, memory_order_relaxed, ALL);
      }
      kernel void waits_large(global atomic_int *flag, int number) {
        int large[50000];
        for (int i = 0; i < 50000; i++) large[i] = i * number;
        while (atomic_load_explicit(flag, memory_order_acquire, ALL) < number + large[0]);
        atomic_fetch_add_explicit(flag + 1, 1 + large[number - number], memory_order_relaxed, ALL);
      }
      kernel void answers(global atomic_int *flag, int number) {
        atomic_store_explicit(flag, number, memory_order_release, ALL);
      }
      """;

  private final Context context = Context.create();
  private final Program program = context.build(SOURCE, "-cl-std=CL3.0");

  @AfterAll
  void close() {
    context.close();
  }

  private static void set(MemorySegment memory, int value) {
    INT.setRelease(memory, 0L, value);
  }

  /** More of them than the threads that there are for commands, and for work-groups. */
  @Test
  void kernelsThatWaitForTheHost() throws InterruptedException {
    for (String name : List.of("waits", "waits_large")) {
      int count = 8 + 4 * Runtime.getRuntime().availableProcessors();
      try (SvmBlock svm = context.svm(8);
          SvmBlock other = context.svm(8)) {
        List<CommandQueue> queues = new ArrayList<>();
        for (int i = 0; i < count; i++) {
          CommandQueue queue = context.queue();
          queues.add(queue);
          queue.run(program.kernel(name).with(svm.at(0), 1), NDRange.of(40).local(20), List.of());
          queue.flush();
        }
        try (CommandQueue last = context.queue()) {
          CountDownLatch ended = new CountDownLatch(1);
          Event event =
              last.run(program.kernel("answers").with(other.at(0), 7), NDRange.of(64), List.of());
          event.onStatus(Event.COMPLETE, (_, _) -> ended.countDown());
          last.flush();
          assertTrue(ended.await(2, TimeUnit.MINUTES), name);
        }
        assertEquals(7, other.memory().get(ValueLayout.JAVA_INT, 0));
        assertEquals(0, svm.memory().get(ValueLayout.JAVA_INT, 4));
        set(svm.memory(), 1);
        for (CommandQueue queue : queues) {
          queue.finish();
          queue.close();
        }
        assertEquals(40 * count, svm.memory().get(ValueLayout.JAVA_INT, 4));
      }
    }
  }

  /** A kernel waits for one that is enqueued behind it, in a queue that is out of order. */
  @Test
  void kernelsThatWaitForEachOther() {
    int count = 12;
    try (SvmBlock svm = context.svm(8);
        CommandQueue queue = context.queue(QueueOptions.OUT_OF_ORDER)) {
      for (int i = 1; i <= count; i++) {
        queue.run(program.kernel("waits").with(svm.at(0), count), NDRange.of(7), List.of());
      }
      queue.run(program.kernel("answers").with(svm.at(0), count), NDRange.of(1), List.of());
      queue.finish();
      assertEquals(7 * count, svm.memory().get(ValueLayout.JAVA_INT, 4));
    }
  }
}
