package dev.barnacle.icd.internal.call;

import static dev.barnacle.icd.internal.abi.Cl.*;
import static dev.barnacle.icd.internal.abi.ClKhr.*;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.QueueOptions;
import dev.barnacle.cl.QueuePriority;
import dev.barnacle.icd.internal.abi.Properties;
import dev.barnacle.icd.internal.entry.CreateCommandQueue;
import dev.barnacle.icd.internal.entry.CreateCommandQueueWithProperties;
import dev.barnacle.icd.internal.entry.Finish;
import dev.barnacle.icd.internal.entry.Flush;
import dev.barnacle.icd.internal.entry.GetCommandQueueInfo;
import dev.barnacle.icd.internal.entry.ReleaseCommandQueue;
import dev.barnacle.icd.internal.entry.RetainCommandQueue;
import dev.barnacle.icd.internal.entry.SetCommandQueueProperty;
import dev.barnacle.icd.internal.handle.CommandQueueHandle;
import dev.barnacle.icd.internal.handle.ContextHandle;
import dev.barnacle.icd.internal.handle.DeviceHandle;
import dev.barnacle.icd.internal.handle.DeviceQueueHandle;
import dev.barnacle.icd.internal.handle.Handles;
import dev.barnacle.icd.internal.handle.QueueHandle;
import dev.barnacle.icd.internal.process.Waits;
import dev.barnacle.icd.internal.query.Info;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Command-queues (OpenCL API, 5.1), flush and finish (5.15). */
public final class QueueCalls {
  /**
   * The properties that clCreateCommandQueue knows: queues on the device are of the call with
   * properties only.
   */
  private static final long ON_HOST =
      CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;

  /** {@code CL_QUEUE_THROTTLE_LOW_KHR}, behind high and medium ones. */
  private static final long MOST_THROTTLE = 1 << 2;

  private static final Properties NONE = new Properties(new long[0], Map.of());

  private QueueCalls() {}

  public static long createCommandQueue(long a) {
    CreateCommandQueue call = new CreateCommandQueue(a);
    ContextHandle context = Handles.context(call.context());
    DeviceHandle device = context.device(call.device());
    long bits = call.properties();
    if ((bits & ~ON_HOST) != 0) {
      throw new ClException(
          ErrorCode.CL_INVALID_VALUE, "queue properties 0x" + Long.toHexString(bits));
    }
    return create(context, device, QueueOptions.of(bits), NONE);
  }

  public static long createCommandQueueWithProperties(long a) {
    CreateCommandQueueWithProperties call = new CreateCommandQueueWithProperties(a);
    ContextHandle context = Handles.context(call.context());
    DeviceHandle device = context.device(call.device());
    Properties properties = Properties.read(call.properties(), ErrorCode.CL_INVALID_VALUE);
    long bits = 0;
    @Nullable Long size = null;
    QueuePriority priority = QueuePriority.MEDIUM;
    for (Map.Entry<Long, Long> one : properties.values().entrySet()) {
      switch (Properties.small(one.getKey())) {
        case CL_QUEUE_PROPERTIES -> bits = one.getValue();
        case CL_QUEUE_SIZE -> size = one.getValue();
        case CL_QUEUE_PRIORITY_KHR -> priority = priority(one.getValue());
        case CL_QUEUE_THROTTLE_KHR -> checkThrottle(one.getValue());
        default ->
            throw new ClException(
                ErrorCode.CL_INVALID_VALUE, "queue property 0x" + Long.toHexString(one.getKey()));
      }
    }
    if ((bits & CL_QUEUE_ON_DEVICE) != 0) {
      return DeviceQueueCalls.create(context, device, bits, size, properties);
    }
    if (size != null) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "a size is for queues on the device");
    }
    return create(context, device, QueueOptions.of(bits).withPriority(priority), properties);
  }

  private static QueuePriority priority(long value) {
    return QueuePriority.of(value)
        .orElseThrow(() -> new ClException(ErrorCode.CL_INVALID_VALUE, "no priority: " + value));
  }

  /** Takes a hint: processors have no throttle that a process could set. */
  private static void checkThrottle(long value) {
    if (value < 1 || value > MOST_THROTTLE || Long.bitCount(value) != 1) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "no throttle: " + value);
    }
  }

  private static long create(
      ContextHandle context, DeviceHandle device, QueueOptions options, Properties properties) {
    QueueHandle made =
        new QueueHandle(
            context.context().queue(device.device(), options), context, device, properties);
    return made.register(made).address();
  }

  public static long retainCommandQueue(long a) {
    Handles.anyQueue(new RetainCommandQueue(a).commandQueue()).retain();
    return 0;
  }

  public static long releaseCommandQueue(long a) {
    CommandQueueHandle queue = Handles.anyQueue(new ReleaseCommandQueue(a).commandQueue());
    if (queue instanceof QueueHandle ofHost) {
      ofHost.queue().flush();
    }
    queue.release();
    return 0;
  }

  public static long getCommandQueueInfo(long a) {
    GetCommandQueueInfo call = new GetCommandQueueInfo(a);
    CommandQueueHandle queue = Handles.anyQueue(call.commandQueue());
    int parameter = call.paramName();
    Info out = Info.of(call);
    switch (parameter) {
      case CL_QUEUE_CONTEXT -> out.handle(queue.context());
      case CL_QUEUE_DEVICE -> out.handle(queue.device());
      case CL_QUEUE_REFERENCE_COUNT -> out.int32(queue.references());
      case CL_QUEUE_PROPERTIES -> out.int64(bits(queue));
      case CL_QUEUE_PROPERTIES_ARRAY -> out.longs(queue.properties().words());
      case CL_QUEUE_SIZE -> out.int32((int) byteSize(queue));
      case CL_QUEUE_DEVICE_DEFAULT ->
          out.int64(DeviceQueueCalls.defaultOf(queue.context(), queue.device()));
      default -> throw Info.unknown(parameter);
    }
    return 0;
  }

  private static long bits(CommandQueueHandle queue) {
    return switch (queue) {
      case QueueHandle ofHost -> ofHost.queue().options().bits();
      case DeviceQueueHandle onDevice -> DeviceQueueCalls.bits(onDevice);
    };
  }

  private static long byteSize(CommandQueueHandle queue) {
    if (queue instanceof DeviceQueueHandle onDevice) {
      return onDevice.queue().byteSize();
    }
    throw new ClException(
        ErrorCode.CL_INVALID_COMMAND_QUEUE, "only queues on the device have a size");
  }

  /** Of OpenCL 1.0; devices of later versions need not do it. */
  public static long setCommandQueueProperty(long a) {
    Handles.queue(new SetCommandQueueProperty(a).commandQueue());
    throw new ClException(
        ErrorCode.CL_INVALID_OPERATION, "a queue keeps the properties that it is made with");
  }

  public static long flush(long a) {
    Handles.queue(new Flush(a).commandQueue()).queue().flush();
    return 0;
  }

  public static long finish(long a) {
    QueueHandle queue = Handles.queue(new Finish(a).commandQueue());
    Waits.untilEnded(queue.queue()::finish);
    queue.plan();
    return 0;
  }
}
