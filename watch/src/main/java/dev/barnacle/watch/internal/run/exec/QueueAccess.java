package dev.barnacle.watch.internal.run.exec;

import dev.barnacle.engine.enqueue.DeviceEvent;
import dev.barnacle.engine.enqueue.DeviceRange;
import dev.barnacle.engine.enqueue.EnqueueRequest;
import dev.barnacle.engine.enqueue.Enqueuer;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.QueueOperation;
import dev.barnacle.watch.internal.run.memory.RawMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Does what the work-items of a launch ask of queues of the device. Their memory is read and
 * written under the checks of every access.
 */
public final class QueueAccess implements QueueOperator<WorkItem> {
  private final Enqueuer enqueuer;
  private final EventSetter setter;

  /** Is told which work-group sets a user event. */
  @FunctionalInterface
  public interface EventSetter {
    void set(DeviceEvent event, long group);
  }

  public QueueAccess(Enqueuer enqueuer, EventSetter setter) {
    this.enqueuer = enqueuer;
    this.setter = setter;
  }

  /** Does an operation, one at a time. */
  @Override
  public synchronized long operate(WorkItem item, int place, long[] operands) {
    QueueOperation operation = (QueueOperation) item.launch.instruction(place);
    Function kernel = operation.kernel();
    long first = operands[0];
    return switch (operation.op()) {
      case ENQUEUE_KERNEL -> enqueue(item, place, Objects.requireNonNull(kernel), operands);
      case ENQUEUE_MARKER -> marker(item, place, operands);
      case DEFAULT_QUEUE -> enqueuer.defaultQueue();
      case CREATE_USER_EVENT -> enqueuer.createUserEvent();
      case SET_USER_EVENT_STATUS -> set(item, first, (int) operands[1]);
      case RETAIN_EVENT -> {
        enqueuer.retain(first);
        yield 0;
      }
      case RELEASE_EVENT -> {
        enqueuer.release(first);
        yield 0;
      }
      case IS_VALID_EVENT -> enqueuer.isValid(first) ? 1 : 0;
      case CAPTURE_PROFILING_INFO -> capture(item, place, operands);
      case WORK_GROUP_SIZE -> enqueuer.workGroupSize(Objects.requireNonNull(kernel));
      case PREFERRED_WORK_GROUP_SIZE_MULTIPLE ->
          enqueuer.preferredMultiple(Objects.requireNonNull(kernel));
      case SUB_GROUP_COUNT ->
          enqueuer.subGroupCount(Objects.requireNonNull(kernel), range(item, first, place));
      case MAX_SUB_GROUP_SIZE ->
          enqueuer.maxSubGroupSize(Objects.requireNonNull(kernel), range(item, first, place));
    };
  }

  private long enqueue(WorkItem item, int place, Function kernel, long[] operands) {
    int count = (int) operands[3];
    List<Long> sizes = new ArrayList<>();
    for (int i = 1; i < kernel.parameters().size(); i++) {
      sizes.add(word(item, operands[7] + 8L * (i - 1), place));
    }
    int status =
        enqueuer.enqueue(
            new EnqueueRequest(
                kernel,
                operands[0],
                (int) operands[1],
                range(item, operands[2], place),
                count,
                list(item, operands[4], count, place),
                operands[5] != 0,
                literal(item, operands[6], place),
                sizes,
                place,
                item.group().shape().number()));
    giveEvent(item, status, operands[5], place);
    return status;
  }

  private long marker(WorkItem item, int place, long[] operands) {
    int count = (int) operands[1];
    int status =
        enqueuer.marker(
            operands[0], count, list(item, operands[2], count, place), operands[3] != 0);
    giveEvent(item, status, operands[3], place);
    return status;
  }

  private void giveEvent(WorkItem item, int status, long pointer, int place) {
    if (status == 0 && pointer != 0) {
      RawMemory.putLong(Memory.writeGeneric(item, pointer, 8, 8, place), enqueuer.event());
    }
  }

  private long set(WorkItem item, long handle, int status) {
    DeviceEvent event = enqueuer.find(handle);
    if (event != null && status <= 0) {
      setter.set(event, item.group().shape().number());
    }
    enqueuer.setUserEventStatus(handle, status);
    return 0;
  }

  private long capture(WorkItem item, int place, long[] operands) {
    long execution = Memory.writeGeneric(item, operands[2], 8, 8, place);
    long completion = Memory.writeGeneric(item, operands[2] + 8, 8, 8, place);
    enqueuer.capture(
        operands[0],
        (int) operands[1],
        times -> {
          RawMemory.putLong(execution, times.execution());
          RawMemory.putLong(completion, times.completion());
        });
    return 0;
  }

  private static long @Nullable [] list(WorkItem item, long pointer, int count, int place) {
    if (pointer == 0) {
      return null;
    }
    long[] events = new long[Math.max(0, count)];
    for (int i = 0; i < events.length; i++) {
      events[i] = word(item, pointer + 8L * i, place);
    }
    return events;
  }

  /** The literal has its size first, and its padding need not have been written. */
  private static byte[] literal(WorkItem item, long pointer, int place) {
    int size = RawMemory.getInt(Memory.readGeneric(item, pointer, 4, 4, place));
    byte[] bytes = new byte[Math.max(0, size)];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) RawMemory.getByte(Memory.peekGeneric(item, pointer + i, 1, 1, place));
    }
    return bytes;
  }

  private static DeviceRange range(WorkItem item, long pointer, int place) {
    int dimensions = RawMemory.getInt(Memory.readGeneric(item, pointer, 4, 4, place));
    long offset = pointer + DeviceRange.OFFSET_AT;
    return new DeviceRange(
        dimensions,
        three(item, offset, place),
        three(item, offset + 24, place),
        three(item, offset + 48, place));
  }

  private static List<Long> three(WorkItem item, long pointer, int place) {
    return List.of(
        word(item, pointer, place),
        word(item, pointer + 8, place),
        word(item, pointer + 16, place));
  }

  private static long word(WorkItem item, long pointer, int place) {
    return RawMemory.getLong(Memory.readGeneric(item, pointer, 8, 8, place));
  }
}
