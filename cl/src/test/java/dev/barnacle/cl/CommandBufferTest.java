package dev.barnacle.cl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Command-buffers: what is recorded is what runs, again and again, on each engine. */
class CommandBufferTest {
  private static final String SOURCE =
      """
      kernel void add(global int *x, int by) { x[get_global_id(0)] += by; }
      kernel void twice(global int *x) { x[get_global_id(0)] *= 2; }
      kernel void trap(global int *x) { if (x[0] == 0) __builtin_trap(); }
      """;
  private static final NDRange ALL = NDRange.of(64).local(16);
  private static final long BYTES = 256;

  private final List<Context> contexts = new ArrayList<>();

  /** The engines. */
  enum Engine {
    SIMD,
    WATCH
  }

  private Context context(Engine engine) {
    ContextBuilder builder = Context.builder();
    Context made = (engine == Engine.WATCH ? builder.watched() : builder).create();
    contexts.add(made);
    return made;
  }

  @AfterEach
  void close() {
    contexts.forEach(Context::close);
  }

  private static void refused(ErrorCode code, Runnable action) {
    assertEquals(code, assertThrows(ClException.class, action::run).code());
  }

  private static int first(CommandQueue queue, Buffer buffer) {
    int[] all = new int[64];
    queue.read(buffer, all).waitFor();
    for (int one : all) {
      assertEquals(all[0], one);
    }
    return all[0];
  }

  private static CommandBuffer recorded(
      Context context, CommandQueue queue, Function<CommandRecorder, Object> commands) {
    CommandBuffer buffer = context.commandBuffer(queue);
    assertNotNull(commands.apply(buffer.recorder()));
    buffer.finalizeRecording();
    return buffer;
  }

  @ParameterizedTest
  @EnumSource
  void whatIsRecordedRunsEachTime(Engine engine) {
    Context context = context(engine);
    Program program = context.build(SOURCE);
    CommandQueue queue = context.queue();
    Buffer x = context.buffer(new int[64]);
    Buffer y = context.buffer(BYTES);
    CommandBuffer frame =
        recorded(
            context,
            queue,
            r -> {
              r.run(program.kernel("add").with(x, 3), ALL);
              r.run(program.kernel("twice").with(x), ALL);
              return r.copy(x, 0, y, 0, BYTES);
            });
    assertEquals(CommandBuffer.State.EXECUTABLE, frame.state());
    frame.enqueue();
    frame.enqueue().waitFor();
    assertEquals(18, first(queue, y)); // (0 + 3) * 2 = 6, (6 + 3) * 2
    assertEquals(CommandType.COMMAND_BUFFER, frame.enqueue().commandType());
    queue.finish();
    assertEquals(42, first(queue, y));
  }

  @ParameterizedTest
  @EnumSource
  void onAQueueOutOfOrderItWaitsForWhatItIsTold(Engine engine) {
    Context context = context(engine);
    Program program = context.build(SOURCE);
    CommandQueue queue = context.queue(QueueOptions.OUT_OF_ORDER.withProfiling());
    Buffer x = context.buffer(new int[64]);
    CommandBuffer frame =
        recorded(
            context,
            queue,
            r -> {
              RecordedCommand seven = r.fill(x, MemorySegment.ofArray(new int[] {7}), 0, BYTES);
              RecordedCommand ten = r.run(program.kernel("add").with(x, 3), ALL, seven);
              r.barrier(ten);
              return r.run(program.kernel("twice").with(x), ALL);
            });
    UserEvent go = context.userEvent();
    Event ran = frame.enqueue(go);
    queue.flush();
    assertEquals(Event.SUBMITTED, ran.status());
    go.complete();
    ran.waitFor();
    assertEquals(20, first(queue, x));
    Profiling times = ran.profiling();
    assertTrue(times.queued() <= times.submitted() && times.submitted() <= times.started());
    assertTrue(times.started() <= times.ended());
  }

  @ParameterizedTest
  @EnumSource
  void launchesAreUpdatedForTheNextExecution(Engine engine) {
    Context context = context(engine);
    Program program = context.build(SOURCE);
    CommandQueue queue = context.queue();
    Buffer x = context.buffer(new int[64]);
    CommandBuffer frame = context.commandBuffer(queue);
    RecordedCommand add = frame.recorder().run(program.kernel("add").with(x, 1), ALL);
    RecordedCommand later = frame.recorder().reserve(program.kernel("add"), ALL);
    refused(
        ErrorCode.CL_INVALID_OPERATION,
        () -> frame.update(add, program.kernel("add").with(x, 1), ALL));
    frame.finalizeRecording();
    assertEquals(CommandBuffer.State.FINALIZED, frame.state());
    refused(ErrorCode.CL_INVALID_OPERATION, frame::enqueue);
    frame.update(later, program.kernel("add").with(x, 10), ALL);
    UserEvent go = context.userEvent();
    Event before = frame.enqueue(go);
    frame.update(add, program.kernel("add").with(x, 100), ALL);
    go.complete();
    before.waitFor();
    assertEquals(11, first(queue, x));
    frame.enqueue().waitFor();
    assertEquals(121, first(queue, x));
    refused(
        ErrorCode.CL_INVALID_WORK_GROUP_SIZE,
        () ->
            frame.update(
                List.of(
                    new KernelUpdate(add, program.kernel("add").with(x, 5), ALL),
                    new KernelUpdate(
                        later, program.kernel("add").with(x, 5), NDRange.of(64).local(1 << 20)))));
    frame.enqueue().waitFor();
    assertEquals(231, first(queue, x));
  }

  @ParameterizedTest
  @EnumSource
  void itRunsOnQueuesOfSubDevicesAndIsMovedToOthers(Engine engine) {
    Context context = context(engine);
    Program program = context.build(SOURCE);
    List<Device> parts =
        context.device().computeUnits() > 1
            ? context.device().partitionEqually(1)
            : List.of(context.device(), context.device());
    CommandQueue one = context.queue(parts.get(0), QueueOptions.IN_ORDER);
    CommandQueue two = context.queue(parts.get(1), QueueOptions.OUT_OF_ORDER.withProfiling());
    Buffer x = context.buffer(new int[64]);
    Buffer y = context.buffer(new int[64]);
    CommandBuffer frame = context.commandBuffer(one, two);
    refused(ErrorCode.CL_INVALID_COMMAND_QUEUE, frame::recorder);
    RecordedCommand a = frame.recorder(one).run(program.kernel("add").with(x, 1), ALL);
    RecordedCommand b = frame.recorder(two).run(program.kernel("add").with(y, 2), ALL);
    RecordedCommand c = frame.recorder(two).run(program.kernel("twice").with(x), ALL, a);
    frame.recorder(one).copy(x, 0, y, 0, BYTES, b, c);
    frame.recorder(one).run(program.kernel("add").with(y, 5), ALL);
    frame.finalizeRecording();
    frame.enqueue().waitFor();
    assertEquals(7, first(one, y));
    CommandBuffer moved = frame.remap(List.of(two, one));
    moved.enqueue().waitFor();
    assertEquals(11, first(one, y)); // ((2 + 1) * 2) + 5
    CommandBuffer single = frame.remapAutomatically(List.of(two));
    Event ran = single.enqueue();
    ran.waitFor();
    assertEquals(19, first(one, y)); // ((6 + 1) * 2) + 5
    assertTrue(ran.profiling().started() <= ran.profiling().ended());
    assertEquals(5, single.commands().size());
    frame.enqueueOn(List.of(one, two), List.of()).waitFor();
    assertEquals(35, first(one, y)); // ((14 + 1) * 2) + 5
    if (engine == Engine.WATCH) {
      assertTrue(context.report().isClean(), context.report()::toString);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aCommandThatFailsEndsTheExecution(Engine engine) {
    Context context = context(engine);
    Program program = context.build(SOURCE);
    CommandQueue queue = context.queue();
    Buffer x = context.buffer(new int[64]);
    CommandBuffer frame =
        recorded(
            context,
            queue,
            r -> {
              r.run(program.kernel("trap").with(x), NDRange.of(1));
              return r.fill(x, MemorySegment.ofArray(new int[] {9}), 0, BYTES);
            });
    Event failed = frame.enqueue();
    if (engine == Engine.SIMD) {
      assertThrows(FailedEventException.class, failed::waitFor);
      assertEquals(0, first(queue, x));
    } else {
      queue.finish();
      assertTrue(!context.report().isClean());
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatItUsesStaysWhenItIsClosed(Engine engine) {
    Context context = context(engine);
    CommandQueue queue = context.queue();
    Buffer x = context.buffer(BYTES);
    Buffer y = context.buffer(new int[64]);
    CommandBuffer frame =
        recorded(
            context,
            queue,
            r -> {
              r.fill(x, MemorySegment.ofArray(new int[] {9}), 0, BYTES);
              return r.copy(x, 0, y, 0, BYTES);
            });
    x.close();
    Event last = frame.enqueue();
    frame.close();
    last.waitFor();
    assertEquals(9, first(queue, y));
    refused(ErrorCode.CL_INVALID_COMMAND_BUFFER_KHR, frame::enqueue);
  }

  @ParameterizedTest
  @EnumSource
  void whatIsWrongIsRefused(Engine engine) {
    Context context = context(engine);
    Context other = context(Engine.SIMD);
    Program program = context.build(SOURCE);
    CommandQueue queue = context.queue();
    Buffer x = context.buffer(BYTES);
    CommandBuffer frame = context.commandBuffer(queue);
    CommandRecorder record = frame.recorder();
    RecordedCommand mine = record.barrier();
    CommandBuffer second = context.commandBuffer(queue);
    refused(ErrorCode.CL_INVALID_VALUE, context::commandBuffer);
    refused(ErrorCode.CL_INVALID_CONTEXT, () -> context.commandBuffer(other.queue()));
    refused(ErrorCode.CL_INVALID_SYNC_POINT_WAIT_LIST_KHR, () -> second.recorder().barrier(mine));
    refused(ErrorCode.CL_INVALID_CONTEXT, () -> record.copy(x, 0, other.buffer(BYTES), 0, 4));
    refused(ErrorCode.CL_MEM_COPY_OVERLAP, () -> record.copy(x, 0, x, 4, 8));
    refused(ErrorCode.CL_INVALID_OPERATION, frame::enqueue);
    frame.finalizeRecording();
    refused(ErrorCode.CL_INVALID_OPERATION, frame::finalizeRecording);
    refused(ErrorCode.CL_INVALID_OPERATION, record::barrier);
    refused(ErrorCode.CL_INVALID_VALUE, () -> frame.enqueueOn(List.of(queue, queue), List.of()));
    refused(ErrorCode.CL_INVALID_CONTEXT, () -> frame.enqueueOn(List.of(other.queue()), List.of()));
    refused(ErrorCode.CL_INVALID_CONTEXT, () -> frame.enqueue(other.userEvent()));
    refused(
        ErrorCode.CL_INVALID_MUTABLE_COMMAND_KHR,
        () -> frame.update(mine, program.kernel("twice").with(x), ALL));
    assertEquals("command-buffer of 1 command, executable", frame.toString());
    assertEquals(
        "BARRIER, command 1 of a command-buffer of 1 command, executable", mine.toString());
    frame.enqueue().waitFor();
  }

  @ParameterizedTest
  @EnumSource
  void anEmptyOneEndsAtOnce(Engine engine) {
    Context context = context(engine);
    CommandQueue queue = context.queue();
    CommandBuffer frame = recorded(context, queue, r -> r);
    frame.enqueue().waitFor();
    assertArrayEquals(new Object[0], frame.commands().toArray());
  }
}
