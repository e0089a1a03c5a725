package dev.barnacle.cl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cl.internal.queue.CommandBody;
import dev.barnacle.ir.AddressSpace;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** In which order commands run, who runs them, and what of their errors. */
class CommandQueueTest {
  private final TestEngine engine = new TestEngine();
  private final Kernel kernel =
      new TestKernels().pointer(AddressSpace.GLOBAL, "int*", "x").in(engine);
  private final Context context = kernel.program().context();
  private final List<String> log = Collections.synchronizedList(new ArrayList<>());

  @AfterEach
  void close() {
    context.close();
    assertTrue(engine.isClosedSoon(), "something is still in use");
  }

  private static void refused(ErrorCode code, Runnable action) {
    assertEquals(code, assertThrows(ClException.class, action::run).code());
  }

  /** Enqueues a command that writes its name into the log. */
  private Event note(CommandQueue queue, String name, Event... waitList) {
    return queue.submit(
        CommandType.NATIVE_KERNEL, List.of(waitList), c -> log.add(name), List.of());
  }

  private Event work(CommandQueue queue, CommandBody body, Event... waitList) {
    return queue.submit(CommandType.NATIVE_KERNEL, List.of(waitList), body, List.of());
  }

  private static MemorySegment ints(int... values) {
    return MemorySegment.ofArray(values);
  }

  @Test
  void buffersAreReadWrittenCopiedAndFilled() {
    CommandQueue queue = context.queue();
    Buffer a = context.buffer(16);
    Buffer b = context.buffer(16);
    int[] result = new int[4];
    queue.write(a, 0, ints(1, 2, 3, 4), List.of());
    queue.copy(a, 4, b, 8, 8, List.of());
    queue.fill(b, ints(7), 0, 8, List.of());
    queue.read(b, 0, MemorySegment.ofArray(result), List.of()).waitFor();
    assertArrayEquals(new int[] {7, 7, 2, 3}, result);
  }

  @Test
  void memoryOfOneThreadCanBeReadInto() throws Exception {
    CommandQueue queue = context.queue();
    Buffer buffer = context.buffer(new int[] {5});
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment mine = arena.allocate(4, 4);
      Event read = queue.read(buffer, 0, mine, List.of());
      queue.flush();
      Thread other = new Thread(read::waitFor);
      other.start();
      other.join();
      assertEquals(5, mine.get(ValueLayout.JAVA_INT, 0));
    }
  }

  @Test
  void kernelsRunWithTheirSizes() {
    CommandQueue queue = context.queue();
    Buffer buffer = context.buffer(64);
    queue.run(kernel.with(buffer), NDRange.of(64).local(8), List.of()).waitFor();
    assertEquals(List.of(8L), engine.launches.getFirst().range().local());
    refused(
        ErrorCode.CL_INVALID_WORK_GROUP_SIZE,
        () -> queue.run(kernel.with(buffer), NDRange.of(4096).local(2048), List.of()));
    queue.run(kernel.with(buffer), NDRange.of(0), List.of()).waitFor();
    assertEquals(1, engine.launches.size());
  }

  @Test
  void inOrderCommandsRunInOrder() {
    CommandQueue queue = context.queue();
    for (int i = 0; i < 1000; i++) {
      note(queue, "" + i);
    }
    queue.finish();
    assertEquals(java.util.stream.IntStream.range(0, 1000).mapToObj(i -> "" + i).toList(), log);
  }

  @Test
  void outOfOrderCommandsRunAtTheSameTime() {
    CommandQueue queue = context.queue(QueueOptions.OUT_OF_ORDER);
    CountDownLatch both = new CountDownLatch(2);
    CommandBody meet =
        c -> {
          both.countDown();
          await(both);
        };
    work(queue, meet);
    work(queue, meet);
    queue.finish();
    assertEquals(0, both.getCount());
  }

  /** All threads are kept busy; the one that is free first takes the urgent queue's command. */
  @Test
  void commandsOfMoreUrgentQueuesComeFirst() {
    int threads = Math.max(4, context.device().computeUnits());
    CountDownLatch busy = new CountDownLatch(threads);
    CountDownLatch one = new CountDownLatch(1);
    CountDownLatch others = new CountDownLatch(1);
    for (int i = 0; i < threads; i++) {
      CountDownLatch go = i == 0 ? one : others;
      CommandQueue queue = context.queue();
      work(
          queue,
          c -> {
            busy.countDown();
            await(go);
          });
      queue.flush();
    }
    await(busy);
    CountDownLatch done = new CountDownLatch(2);
    for (QueuePriority priority : List.of(QueuePriority.LOW, QueuePriority.HIGH)) {
      CommandQueue queue = context.queue(QueueOptions.IN_ORDER.withPriority(priority));
      work(
          queue,
          c -> {
            log.add(priority.name());
            done.countDown();
          });
      queue.flush();
    }
    one.countDown();
    await(done);
    others.countDown();
    assertEquals(List.of("HIGH", "LOW"), log);
  }

  @Test
  void waitListsOrderAcrossQueues() {
    CommandQueue first = context.queue(QueueOptions.OUT_OF_ORDER);
    CommandQueue second = context.queue();
    UserEvent go = context.userEvent();
    Event a = note(first, "a", go);
    Event b = note(second, "b", a);
    note(first, "c", b);
    first.flush();
    assertEquals(List.of(), log);
    go.complete();
    first.finish();
    assertEquals(List.of("a", "b", "c"), log);
  }

  @Test
  void barriersHoldBackWhatComesBehind() {
    CommandQueue queue = context.queue(QueueOptions.OUT_OF_ORDER);
    UserEvent go = context.userEvent();
    note(queue, "before", go);
    Event barrier = queue.barrier(List.of());
    Event behind = note(queue, "behind");
    queue.flush();
    assertEquals(Event.SUBMITTED, barrier.status());
    assertEquals(Event.SUBMITTED, behind.status());
    go.complete();
    queue.finish();
    assertEquals(List.of("before", "behind"), log);
  }

  @Test
  void markersWaitForWhatCameBeforeButHoldNothingBack() {
    CommandQueue queue = context.queue(QueueOptions.OUT_OF_ORDER);
    UserEvent go = context.userEvent();
    note(queue, "before", go);
    Event marker = queue.marker(List.of());
    note(queue, "behind").waitFor();
    assertEquals(List.of("behind"), log);
    assertEquals(Event.SUBMITTED, marker.status());
    go.complete();
    marker.waitFor();
    assertEquals(List.of("behind", "before"), log);
  }

  @Test
  void errorsReachThoseThatWaitForThem() {
    CommandQueue queue = context.queue(QueueOptions.OUT_OF_ORDER);
    Event failed =
        work(
            queue,
            c -> {
              throw new ClException(ErrorCode.CL_OUT_OF_RESOURCES, "no more");
            });
    Event dependent = note(queue, "dependent", failed);
    Event last = note(queue, "last", dependent);
    queue.finish();
    assertEquals(ErrorCode.CL_OUT_OF_RESOURCES.value(), failed.status());
    assertEquals(-14, dependent.status());
    assertEquals(-14, last.status());
    assertEquals(List.of(), log);
    ClException e = assertThrows(ClException.class, failed::waitFor);
    assertEquals(ErrorCode.CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, e.code());
    assertEquals("a command ended with CL_OUT_OF_RESOURCES: no more", e.detail());
  }

  @Test
  void theOrderOfAQueueCarriesNoErrors() {
    CommandQueue queue = context.queue();
    UserEvent user = context.userEvent();
    Event failed = note(queue, "failed", user);
    note(queue, "behind");
    user.fail(-5000);
    queue.finish();
    assertEquals(-14, failed.status());
    assertEquals(-5000, user.status());
    assertEquals(List.of("behind"), log);
    refused(ErrorCode.CL_INVALID_OPERATION, user::complete);
    refused(ErrorCode.CL_INVALID_VALUE, () -> context.userEvent().fail(0));
  }

  @Test
  void callbacksComeAtEachStatus() throws Exception {
    CommandQueue queue = context.queue();
    UserEvent go = context.userEvent();
    Event event = note(queue, "a", go);
    CountDownLatch called = new CountDownLatch(3);
    for (int status : new int[] {Event.COMPLETE, Event.RUNNING, Event.SUBMITTED}) {
      event.onStatus(
          status,
          (e, s) -> {
            log.add(s + (e.equals(event) ? "" : "?"));
            called.countDown();
          });
    }
    assertFalse(log.contains("0"));
    go.complete();
    queue.finish();
    called.await();
    assertEquals(List.of("0", "1", "2", "a"), log.stream().sorted().toList());
    CountDownLatch late = new CountDownLatch(1);
    event.onStatus(Event.SUBMITTED, (e, s) -> late.countDown());
    late.await();
    refused(ErrorCode.CL_INVALID_VALUE, () -> event.onStatus(Event.QUEUED, (e, s) -> {}));
  }

  @Test
  void callbacksOfAFailedCommandGetItsCode() throws Exception {
    UserEvent user = context.userEvent();
    Event event = note(context.queue(), "a", user);
    CountDownLatch called = new CountDownLatch(2);
    event.onStatus(
        Event.RUNNING,
        (e, s) -> {
          log.add("" + s);
          called.countDown();
        });
    user.onStatus(
        Event.COMPLETE,
        (e, s) -> {
          log.add("" + s);
          called.countDown();
        });
    user.fail(-7);
    event.status();
    called.await();
    assertEquals(List.of("-14", "-7"), log.stream().sorted().toList());
  }

  @Test
  void timesAreInOrder() {
    CommandQueue queue = context.queue(QueueOptions.IN_ORDER.withProfiling());
    Event event = note(queue, "a");
    Event untimed = note(context.queue(), "b", event);
    untimed.waitFor();
    refused(ErrorCode.CL_PROFILING_INFO_NOT_AVAILABLE, untimed::profiling);
    queue.finish();
    Profiling p = event.profiling();
    assertTrue(p.queued() <= p.submitted() && p.submitted() <= p.started());
    assertTrue(p.started() <= p.ended() && p.ended() <= p.completed());
    refused(ErrorCode.CL_PROFILING_INFO_NOT_AVAILABLE, context.userEvent()::profiling);
  }

  @Test
  void askingForTheStatusIsEnough() {
    Event event = note(context.queue(), "a");
    while (event.status() != Event.COMPLETE) {
      Thread.onSpinWait();
    }
    assertEquals(List.of("a"), log);
  }

  @Test
  void releasedThingsLiveAsLongAsCommandsUseThem() {
    CommandQueue queue = context.queue();
    UserEvent go = context.userEvent();
    Buffer buffer = context.buffer(4);
    buffer.onDestroy(() -> log.add("first"));
    buffer.onDestroy(() -> log.add("second"));
    Event write = queue.write(buffer, 0, ints(1), List.of(go));
    buffer.release();
    queue.release();
    assertEquals(List.of(), log);
    refused(ErrorCode.CL_INVALID_COMMAND_QUEUE, queue::finish);
    refused(ErrorCode.CL_INVALID_MEM_OBJECT, buffer::retain);
    go.complete();
    write.waitFor();
    assertEquals(List.of("second", "first"), log);
  }

  @Test
  void aDestructorThatThrowsHoldsNothingUp() {
    CommandQueue queue = context.queue();
    Buffer buffer = context.buffer(4);
    buffer.onDestroy(
        () -> {
          throw new IllegalStateException("destructor");
        });
    Event write = queue.write(buffer, 0, ints(1), List.of());
    Event behind = note(queue, "behind");
    buffer.release();
    assertThrows(IllegalStateException.class, write::waitFor);
    behind.waitFor();
    assertEquals(Event.COMPLETE, write.status());
    assertEquals(List.of("behind"), log);
  }

  @Test
  void aReleasedContextGoesWithItsLastMember() {
    CommandQueue queue = context.queue();
    Buffer buffer = context.buffer(4);
    UserEvent user = context.userEvent();
    context.onDestroy(() -> log.add("context"));
    context.retain();
    assertEquals(2, context.referenceCount());
    context.release();
    context.release();
    refused(ErrorCode.CL_INVALID_CONTEXT, context::userEvent);
    Event event = queue.run(kernel.with(buffer), NDRange.of(1), List.of(user));
    user.complete();
    user.release();
    buffer.release();
    kernel.program().release();
    queue.release();
    event.waitFor();
    assertEquals(List.of(), log);
    event.release();
    assertEquals(List.of("context"), log);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
