package dev.barnacle.icd.internal.handle;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.icd.internal.abi.Properties;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** {@code cl_context}. */
public final class ContextHandle extends Handle {
  private final Context context;
  private final List<DeviceHandle> devices;
  private final Properties properties;
  private final Notices notices;
  private final Map<DeviceHandle, DeviceQueueHandle> defaultQueues = new ConcurrentHashMap<>();
  private final Allocations allocations = new Allocations();

  public ContextHandle(
      Context context, List<DeviceHandle> devices, Properties properties, Notices notices) {
    super(ErrorCode.CL_INVALID_CONTEXT);
    this.notices = notices;
    this.context = context;
    this.devices = List.copyOf(devices);
    this.properties = properties;
    devices.forEach(this::hold);
  }

  public Context context() {
    return context;
  }

  public List<DeviceHandle> devices() {
    return devices;
  }

  public Properties properties() {
    return properties;
  }

  /** Returns its unified shared memory. */
  public Allocations allocations() {
    return allocations;
  }

  /** Returns what is to be told of errors. */
  Notices notices() {
    return notices;
  }

  /** Returns whether one of its devices supports images: all but the custom one do. */
  public boolean hasImages() {
    return !devices.stream().allMatch(DeviceHandle::isCustom);
  }

  /** Throws {@code CL_INVALID_OPERATION} unless one does. */
  public void checkImages() {
    if (!hasImages()) {
      throw new ClException(
          ErrorCode.CL_INVALID_OPERATION, "no device of the context supports images");
    }
  }

  /** Returns the device of a handle, which is one of the context's. */
  public DeviceHandle device(long address) {
    DeviceHandle device = Handles.device(address);
    if (!devices.contains(device)) {
      throw new ClException(ErrorCode.CL_INVALID_DEVICE, "the device is not in the context");
    }
    return device;
  }

  /** Returns the default queue on a device; null if there is none. */
  public @Nullable DeviceQueueHandle defaultQueue(DeviceHandle device) {
    return defaultQueues.get(device);
  }

  /** Sets the default queue on its device. */
  public void setDefaultQueue(DeviceQueueHandle queue) {
    context.deviceQueues().setDefault(queue.queue());
    defaultQueues.put(queue.device(), queue);
  }

  void forgetDefault(DeviceQueueHandle queue) {
    defaultQueues.remove(queue.device(), queue);
  }

  @Override
  void free() {
    context.release();
  }
}
