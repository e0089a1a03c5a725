package dev.barnacle.icd.internal.record;

import dev.barnacle.cl.BoundKernel;
import dev.barnacle.cl.ClException;
import dev.barnacle.cl.NDRange;
import dev.barnacle.engine.NativePlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The plans by which the shim runs launches of one kernel. */
public final class KernelPlans {
  /** Plans of a kernel that are kept, those that are over too: who waits in the shim has one. */
  private static final int MOST = 64;

  /** Launches without a plan after which none is asked for any more. */
  private static final int MOST_REFUSED = 4;

  private static final Map<Long, KernelPlans> BY_ADDRESS = new ConcurrentHashMap<>();

  private final KernelRecord kernel;
  private final Consumer<ClException> failed;
  private final List<PlanRecord> all = new ArrayList<>();
  private final Map<PlanKey, PlanRecord> valid = new HashMap<>();
  private int refused;
  private boolean isExpected;
  private boolean isGone;

  /**
   * Makes those of a kernel.
   *
   * @param failed is told of launches that end with an error
   */
  public KernelPlans(KernelRecord kernel, Consumer<ClException> failed) {
    this.kernel = kernel;
    this.failed = failed;
  }

  /** Returns whether a launch over a range may get a plan, and has none. */
  public synchronized boolean mayPlan(NDRange range) {
    return refused < MOST_REFUSED && all.size() < MOST && find(range) == null;
  }

  /** Is told, the first time alone, that there is a launch of which a plan may be made. */
  public synchronized void expect() {
    if (!isExpected) {
      isExpected = true;
      kernel.expectPlan();
    }
  }

  private @Nullable PlanRecord find(NDRange range) {
    PlanKey key = PlanKey.of(range);
    PlanRecord found = valid.get(key);
    if (found == null && !range.local().isEmpty()) {
      found = valid.get(key.anyGlobal());
    }
    return found != null && found.isValid() ? found : null;
  }

  /** Has the shim run launches like this one, which has ended, if it can. */
  public synchronized void plan(BoundKernel bound, NDRange range) {
    if (isGone) {
      return; // and its program may be
    }
    Optional<NativePlan> made = bound.nativePlan(range);
    if (made.isPresent()) {
      add(new PlanRecord(made.get(), range, all.size() + 1), range);
    } else {
      refused++;
    }
  }

  private void add(PlanRecord record, NDRange range) {
    if (all.size() == MOST || refused == MOST_REFUSED || find(range) != null) {
      return;
    }
    PlanKey key = PlanKey.of(range);
    all.add(record);
    valid.put(record.isForAnyGlobal(range) ? key.anyGlobal() : key, record);
    BY_ADDRESS.put(record.address(), this);
    record.link(place(record));
    record.plan().progress().whenOver(record::end);
  }

  /** Returns where a plan goes: those that know more of their arguments come first. */
  private long place(PlanRecord record) {
    long place = kernel.plans();
    for (int i = all.size() - 2; i >= 0; i--) {
      if (all.get(i).plan().facts().known().size() > record.plan().facts().known().size()) {
        return all.get(i).address();
      }
    }
    return place;
  }

  /**
   * Has an engine learn from the launches that the shim has run by a plan.
   *
   * @return the error of the latest one; 0 if it had none
   */
  public static int tell(long address) {
    KernelPlans plans = BY_ADDRESS.get(address);
    return plans == null ? 0 : plans.tellOf(address);
  }

  private int tellOf(long address) {
    PlanRecord record;
    synchronized (this) {
      record = all.stream().filter(p -> p.address() == address).findFirst().orElseThrow();
    }
    long[] fault = record.takeFault();
    int status = 0;
    if (fault[0] != 0) {
      long[] group = Arrays.copyOfRange(fault, 1, 4);
      ClException error = BoundKernel.failure(record.plan().progress().fault(fault[0], group));
      failed.accept(error);
      status = error.code().value();
    }
    record.tell();
    return status;
  }

  /** From now on the shim runs none of its launches. */
  public synchronized void stop() {
    refused = MOST_REFUSED;
    all.forEach(PlanRecord::end);
  }

  /** Is told that the kernel is gone. */
  public synchronized void free() {
    isGone = true;
    all.forEach(p -> BY_ADDRESS.remove(p.address()));
  }
}
