package dev.barnacle.simd.internal.launch;

import dev.barnacle.engine.enqueue.DeviceRange;
import dev.barnacle.engine.enqueue.EnqueueRequest;
import dev.barnacle.engine.enqueue.Enqueuer;
import dev.barnacle.ir.Function;
import dev.barnacle.simd.internal.abi.QueueCall;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Receives what running kernels ask of queues of the device, and reads from their memory what they
 * ask it with ({@link QueueCall}).
 */
final class QueueCalls {
  /** The kernel that runs on this thread. */
  static final ThreadLocal<@Nullable Running> RUNNING = new ThreadLocal<>();

  private static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

  /**
   * A kernel that runs.
   *
   * @param blocks the kernels that its calls name; null for none
   * @param enqueuer takes what it asks for
   * @param failure the first exception, which ends the launch
   */
  record Running(
      List<@Nullable Function> blocks,
      Enqueuer enqueuer,
      AtomicReference<@Nullable Throwable> failure) {}

  private QueueCalls() {}

  /** The function that emitted code calls, made by the first kernel that does. */
  static final class Stub {
    static final long ADDRESS = stub(Arena.global()).address();

    private Stub() {}
  }

  /** Returns the address of {@code int queue(long number, void *block)}, for emitted code. */
  private static MemorySegment stub(Arena arena) {
    try {
      MethodHandle queue =
          MethodHandles.lookup()
              .findStatic(
                  QueueCalls.class,
                  "queue",
                  MethodType.methodType(int.class, long.class, MemorySegment.class));
      FunctionDescriptor type =
          FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.ADDRESS);
      return Linker.nativeLinker().upcallStub(queue, type, arena);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("call-back of queues", e);
    }
  }

  /** Called by emitted code; an exception must not leave it. */
  static int queue(long number, MemorySegment block) {
    Running running = RUNNING.get();
    if (running == null) {
      return 0;
    }
    try {
      return answer(running, number, block.address());
    } catch (RuntimeException | Error e) {
      running.failure().compareAndSet(null, e);
      return 0;
    }
  }

  private static int answer(Running running, long number, long at) {
    Enqueuer to = running.enqueuer();
    Function kernel = running.blocks().get(QueueCall.block(number));
    long first = word(at);
    switch (QueueCall.operation(number)) {
      case ENQUEUE_KERNEL -> {
        return enqueue(to, named(kernel), at);
      }
      case ENQUEUE_MARKER -> {
        return marker(to, at);
      }
      case DEFAULT_QUEUE -> ALL.set(ValueLayout.JAVA_LONG_UNALIGNED, at, to.defaultQueue());
      case CREATE_USER_EVENT -> ALL.set(ValueLayout.JAVA_LONG_UNALIGNED, at, to.createUserEvent());
      case SET_USER_EVENT_STATUS -> to.setUserEventStatus(first, number(at, 1));
      case RETAIN_EVENT -> to.retain(first);
      case RELEASE_EVENT -> to.release(first);
      case IS_VALID_EVENT -> {
        return to.isValid(first) ? 1 : 0;
      }
      case CAPTURE_PROFILING_INFO -> capture(to, at);
      case WORK_GROUP_SIZE -> {
        return to.workGroupSize(named(kernel));
      }
      case PREFERRED_WORK_GROUP_SIZE_MULTIPLE -> {
        return to.preferredMultiple(named(kernel));
      }
      case SUB_GROUP_COUNT -> {
        return to.subGroupCount(named(kernel), range(first));
      }
      case MAX_SUB_GROUP_SIZE -> {
        return to.maxSubGroupSize(named(kernel), range(first));
      }
    }
    return 0;
  }

  private static Function named(@Nullable Function kernel) {
    if (kernel == null) {
      throw new IllegalStateException("an operation on queues names no kernel");
    }
    return kernel;
  }

  private static int enqueue(Enqueuer to, Function kernel, long at) {
    int count = number(at, 3);
    long event = operand(at, 5);
    long literal = operand(at, 6);
    List<Long> sizes = new ArrayList<>();
    for (int i = 1; i < kernel.parameters().size(); i++) {
      sizes.add(word(operand(at, 7) + 8L * (i - 1)));
    }
    byte[] copy = new byte[ALL.get(ValueLayout.JAVA_INT_UNALIGNED, literal)];
    MemorySegment.copy(ALL, ValueLayout.JAVA_BYTE, literal, copy, 0, copy.length);
    int status =
        to.enqueue(
            new EnqueueRequest(
                kernel,
                word(at),
                number(at, 1),
                range(operand(at, 2)),
                count,
                list(operand(at, 4), count),
                event != 0,
                copy,
                sizes,
                0,
                0));
    giveEvent(to, status, event);
    return status;
  }

  private static int marker(Enqueuer to, long at) {
    int count = number(at, 1);
    long event = operand(at, 3);
    int status = to.marker(word(at), count, list(operand(at, 2), count), event != 0);
    giveEvent(to, status, event);
    return status;
  }

  private static void giveEvent(Enqueuer to, int status, long at) {
    if (status == 0 && at != 0) {
      ALL.set(ValueLayout.JAVA_LONG_UNALIGNED, at, to.event());
    }
  }

  private static void capture(Enqueuer to, long at) {
    long value = operand(at, 2);
    to.capture(
        word(at),
        number(at, 1),
        times -> {
          ALL.set(ValueLayout.JAVA_LONG_UNALIGNED, value, times.execution());
          ALL.set(ValueLayout.JAVA_LONG_UNALIGNED, value + 8, times.completion());
        });
  }

  private static long @Nullable [] list(long at, int count) {
    if (at == 0) {
      return null;
    }
    long[] events = new long[Math.max(0, count)];
    for (int i = 0; i < events.length; i++) {
      events[i] = word(at + 8L * i);
    }
    return events;
  }

  private static DeviceRange range(long at) {
    long offset = at + DeviceRange.OFFSET_AT;
    return new DeviceRange(
        ALL.get(ValueLayout.JAVA_INT_UNALIGNED, at),
        three(offset),
        three(offset + 24),
        three(offset + 48));
  }

  private static List<Long> three(long at) {
    return List.of(word(at), word(at + 8), word(at + 16));
  }

  private static long operand(long block, int index) {
    return word(block + QueueCall.operand(index));
  }

  private static int number(long block, int index) {
    return ALL.get(ValueLayout.JAVA_INT_UNALIGNED, block + QueueCall.operand(index));
  }

  private static long word(long at) {
    return ALL.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
  }
}
