package dev.barnacle.cl;

import dev.barnacle.cl.internal.life.Lifetime;
import dev.barnacle.cl.internal.queue.SemaphorePayload;
import java.util.List;

/**
 * A binary semaphore ({@code cl_semaphore_khr}; OpenCL API, "Semaphores"): a command that signals
 * it global-synchronizes-with the command that waits for it, in whatever queues they are. Unlike an
 * event it is made before either, and can be used again.
 *
 * <pre>{@code
 * Semaphore filled = context.semaphore();
 * producer.run(fill, range);
 * producer.semaphores().signal(filled);
 * consumer.semaphores().await(filled);
 * consumer.run(sum, range);
 * }</pre>
 *
 * <p>The n-th wait that is enqueued is for the n-th signal, and may be enqueued before it. A wait
 * takes the signal back. A signal of a semaphore that is signaled changes nothing.
 */
public final class Semaphore extends ClObject {
  private final Context context;
  private final List<Device> devices;
  private final Lifetime lifetime;
  private final SemaphorePayload payload;

  /**
   * Makes one that is not signaled.
   *
   * @param devices whose queues may use it; none for all of the context's
   */
  Semaphore(Context context, List<Device> devices, Lifetime.Use contextUse) {
    this.context = context;
    this.devices = List.copyOf(devices);
    this.payload = new SemaphorePayload(context.queues());
    this.lifetime =
        new Lifetime(
            ErrorCode.CL_INVALID_SEMAPHORE_KHR,
            "semaphore",
            () -> {
              context.forget(this);
              contextUse.close();
            });
  }

  /** Returns the context that it belongs to. */
  public Context context() {
    return context;
  }

  /** Returns the devices whose queues may use it; none for all of the context's. */
  public List<Device> devices() {
    return devices;
  }

  /** Returns whether it is signaled at the moment ({@code CL_SEMAPHORE_PAYLOAD_KHR}). */
  public boolean isSignaled() {
    return payload.isSignaled();
  }

  SemaphorePayload payload() {
    return payload;
  }

  /** Says how it is. */
  @Override
  public String toString() {
    return "binary semaphore, "
        + (isSignaled() ? "signaled" : "not signaled")
        + lifetime.closedSuffix();
  }

  @Override
  Lifetime lifetime() {
    return lifetime;
  }
}
