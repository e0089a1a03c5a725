package dev.barnacle.icd.internal.handle;

import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.Semaphore;
import java.util.List;

/** {@code cl_semaphore_khr}. */
public final class SemaphoreHandle extends Handle {
  private final Semaphore semaphore;
  private final ContextHandle context;
  private final List<DeviceHandle> devices;
  private final long[] properties;

  /**
   * Makes one.
   *
   * @param devices that it is associated with
   * @param properties as the program gave them, with the zero at the end
   */
  public SemaphoreHandle(
      Semaphore semaphore, ContextHandle context, List<DeviceHandle> devices, long[] properties) {
    super(ErrorCode.CL_INVALID_SEMAPHORE_KHR);
    this.semaphore = semaphore;
    this.context = context;
    this.devices = List.copyOf(devices);
    this.properties = properties;
    hold(context);
  }

  public Semaphore semaphore() {
    return semaphore;
  }

  public ContextHandle context() {
    return context;
  }

  public List<DeviceHandle> devices() {
    return devices;
  }

  /** Returns {@code CL_SEMAPHORE_PROPERTIES_KHR}. */
  public long[] properties() {
    return properties.clone();
  }

  @Override
  void free() {
    semaphore.close();
  }
}
