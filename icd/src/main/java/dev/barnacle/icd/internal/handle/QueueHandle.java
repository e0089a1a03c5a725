package dev.barnacle.icd.internal.handle;

import dev.barnacle.cl.BoundKernel;
import dev.barnacle.cl.CommandQueue;
import dev.barnacle.cl.NDRange;
import dev.barnacle.icd.internal.abi.Properties;
import dev.barnacle.icd.internal.record.KernelPlans;
import dev.barnacle.icd.internal.record.QueueRecord;
import dev.barnacle.icd.internal.record.Records;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** {@code cl_command_queue} of a queue of the host. */
public final class QueueHandle extends CommandQueueHandle {
  /** Launches that are remembered until somebody waits for them. */
  private static final int MOST_LAUNCHES = 64;

  /** The most time to wait for a kernel's first launch; some never end without the program. */
  private static final long FIRST_LAUNCH_NANOS = 5_000_000;

  private static final long LOOK_NANOS = 50_000;

  private final CommandQueue queue;
  private final @Nullable QueueRecord record;
  private final List<Runnable> launches = new ArrayList<>();

  public QueueHandle(
      CommandQueue queue, ContextHandle context, DeviceHandle device, Properties properties) {
    super(context, device, properties);
    this.queue = queue;
    this.record =
        Records.areUsed() && !queue.options().outOfOrder() && device.equals(DeviceHandle.root())
            ? new QueueRecord(context.address(), queue)
            : null;
    if (Reports.isWritten()) {
      OccupiedQueues.add(queue);
    }
  }

  public CommandQueue queue() {
    return queue;
  }

  /** Is told of a launch: the shim may run the next ones, when this one has ended. */
  public void launched(KernelHandle kernel, BoundKernel bound, NDRange range) {
    KernelPlans plans = kernel.plans();
    if (record != null && plans != null && plans.mayPlan(range)) {
      synchronized (launches) {
        if (launches.size() < MOST_LAUNCHES) {
          launches.add(() -> plans.plan(bound, range));
          plans.expect();
        }
      }
    }
  }

  /** Has the shim run launches like those that have ended, as somebody has waited for them. */
  public void plan() {
    if (record == null) {
      return;
    }
    List<Runnable> ended;
    synchronized (launches) {
      if (launches.isEmpty()) {
        return;
      }
      ended = List.copyOf(launches);
      launches.clear();
    }
    ended.forEach(Runnable::run);
  }

  /**
   * Gives a kernel's first launch the time to end, before the next one: then the shim can run that
   * one, and all that follow. Programs enqueue hundreds before they wait for any of them.
   */
  public void planSoon() {
    if (record == null) {
      return;
    }
    queue.flush();
    long begun = System.nanoTime();
    while (record.isBusy() && System.nanoTime() - begun < FIRST_LAUNCH_NANOS) {
      LockSupport.parkNanos(LOOK_NANOS);
    }
    if (!record.isBusy()) {
      plan();
    }
  }

  @Override
  long record() {
    return record == null ? 0 : record.address();
  }

  @Override
  void free() {
    if (record != null) {
      record.free();
    }
    queue.close();
  }
}
