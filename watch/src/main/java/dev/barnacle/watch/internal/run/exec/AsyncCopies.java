package dev.barnacle.watch.internal.run.exec;

import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.AsyncFence;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.PointerType;
import dev.barnacle.ir.Type;
import dev.barnacle.watch.internal.run.fault.CallFault;
import dev.barnacle.watch.internal.run.fault.Fault;
import dev.barnacle.watch.internal.run.fault.Faults;
import dev.barnacle.watch.internal.run.fault.GroupFault;
import dev.barnacle.watch.internal.run.kernel.GroupShape;
import dev.barnacle.watch.internal.run.memory.Pointers;
import dev.barnacle.watch.internal.run.memory.RawMemory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The asynchronous copies of a work-group (OpenCL C, "Async Copies from Global to Local Memory,
 * Local to Global Memory, and Prefetch"). All work-items call for a copy with the same arguments;
 * the first one to come makes it for all.
 *
 * <p>A copy's accesses are those of a work-item of their own, behind the group's others. They may
 * happen at any time until the group waits for its event: a barrier alone does not end the copy, so
 * that it makes its accesses again, for the detector, behind each barrier that it outlives.
 */
public final class AsyncCopies {
  private static final String CALL = "call";
  private static final int EVENT_BYTES = 8;

  /** The most events that a wait may be for; more are taken for a count that is wrong. */
  private static final int MOST_EVENTS = 1 << 16;

  /** More elements than local memory has bytes: those beyond are as far out of bounds. */
  private static final long MOST_ELEMENTS = 1 << 20;

  private final GroupShape shape;

  /** The number of copies and fences that each work-item has called for. */
  private final int[] calls;

  /** The calls since the last barrier. */
  private final List<CopyCall> recent = new ArrayList<>();

  /** The number of the first of {@link #recent}. */
  private int first;

  private final List<PendingCopy> pending = new ArrayList<>();
  private CopyFences fences = CopyFences.NONE;
  private long events;
  private long @Nullable [] waited;

  /** True if it is no longer known which copies are under way. */
  private boolean diverged;

  /** A call that is not as another work-item's, which is no news where there is divergence. */
  private @Nullable Fault mismatch;

  AsyncCopies(GroupShape shape) {
    this.shape = shape;
    this.calls = new int[shape.items()];
  }

  /**
   * A work-item calls for a copy.
   *
   * @param event an event that is to be the copy's too, or 0
   * @return the copy's event
   */
  public static long copy(
      WorkItem item,
      long target,
      long source,
      long count,
      long targetStride,
      long sourceStride,
      long event,
      long elementBytes,
      int place) {
    if (targetStride == 0 || sourceStride == 0) {
      item.faults()
          .add(
              FindingKind.INVALID_ARGUMENT,
              place,
              () -> new CallFault.ZeroStride(item.access(place, CALL)));
    }
    PendingCopy copy =
        new PendingCopy(
            new PendingCopy.Side(target, targetStride * elementBytes),
            new PendingCopy.Side(source, sourceStride * elementBytes),
            isToLocal(item, place),
            Long.compareUnsigned(count, MOST_ELEMENTS) > 0 ? MOST_ELEMENTS : count,
            elementBytes,
            place);
    return item.group().copies().called(item, copy, event);
  }

  private static boolean isToLocal(WorkItem item, int place) {
    Type target = item.launch.instruction(place).operand(0).type();
    return target instanceof PointerType pointer && pointer.space() == AddressSpace.LOCAL;
  }

  /**
   * A work-item calls for a fence of copies.
   *
   * @param flags the memories that it orders
   */
  public static void fence(WorkItem item, int flags, int place) {
    AsyncCopies copies = item.group().copies();
    CopyFence fence = new CopyFence(flags, place);
    if (copies.earlier(item, fence) == null) {
      copies.recent.add(fence);
      copies.fences = copies.fences.and(flags);
    }
  }

  /** Returns the call of another work-item that a work-item's next call stands for, too. */
  private @Nullable CopyCall earlier(WorkItem item, CopyCall call) {
    int number = calls[item.item]++ - first;
    if (number == recent.size()) {
      return null;
    }
    CopyCall made = recent.get(number);
    if (!made.isAs(call) && mismatch == null) {
      Instruction instruction = item.launch.instruction(call.place());
      mismatch =
          new CallFault.OtherArguments(item.access(call.place(), CALL), function(instruction));
    }
    return made;
  }

  private static String function(Instruction call) {
    return call instanceof AsyncFence ? "async_work_group_copy_fence" : "async_work_group_copy";
  }

  private long called(WorkItem item, PendingCopy copy, long event) {
    CopyCall earlier = earlier(item, copy);
    if (earlier != null) {
      return earlier instanceof PendingCopy made ? made.event : event;
    }
    copy.event = event == 0 ? ++events : event;
    copy.fences = fences;
    recent.add(copy);
    pending.forEach(other -> copy.checkOverlap(item, other, shape.items()));
    pending.add(copy);
    copy.make(item, shape.items());
    return copy.event;
  }

  /** A work-item is about to wait for events. */
  public static void await(WorkItem item, int count, long list, int place) {
    AsyncCopies copies = item.group().copies();
    long[] events = new long[Math.clamp(count, 0, MOST_EVENTS)];
    for (int i = 0; i < events.length; i++) {
      long pointer = Pointers.add(list, (long) i * EVENT_BYTES);
      events[i] =
          RawMemory.getLong(Memory.readGeneric(item, pointer, EVENT_BYTES, EVENT_BYTES, place));
    }
    if (copies.waited == null) {
      copies.waited = events;
      if (Arrays.stream(events).anyMatch(copies::isEnded)) {
        item.faults()
            .add(
                FindingKind.INVALID_ARGUMENT,
                place,
                () -> new CallFault.EventAgain(item.access(place, CALL)));
      }
    } else if (!Arrays.equals(copies.waited, events) && copies.mismatch == null) {
      copies.mismatch = new CallFault.OtherArguments(item.access(place, CALL), "wait_group_events");
    }
  }

  /** Returns whether an event has been waited for; 0 is the one of no copy. */
  private boolean isEnded(long event) {
    return event > 0
        && event <= events
        && !diverged
        && pending.stream().noneMatch(copy -> copy.event == event);
  }

  /** Returns whether the barrier to which all work-items have come stands for a wait. */
  public boolean isWaitedFor() {
    return waited != null;
  }

  /** All work-items have come to a barrier, which may stand for a wait. */
  public void barrier(WorkItem item) {
    compare(item.faults());
    if (waited != null) {
      long[] done = waited;
      waited = null;
      // Those that are not waited for make their accesses again.
      item.accessor.copiesEnd(shape.items());
      List<PendingCopy> ended =
          pending.stream().filter(c -> Arrays.stream(done).anyMatch(e -> e == c.event)).toList();
      pending.removeAll(ended);
      pending.forEach(copy -> ended.forEach(copy::settleBefore));
    }
    pending.forEach(copy -> copy.makeAgain(item, shape.items()));
  }

  /** The group has come to its end. */
  public void end(Faults faults) {
    compare(faults);
    for (PendingCopy copy : pending) {
      if (!faults.has(FindingKind.DATA_RACE, copy.place())) {
        faults.add(notWaitedFor(copy));
      }
    }
  }

  /** Compares what the work-items have called for since the last barrier. */
  private void compare(Faults faults) {
    int most = Arrays.stream(calls).max().orElse(0);
    int least = Arrays.stream(calls).min().orElse(0);
    if (least < most) {
      faults.add(divergence(recent.get(least - first), least));
      pending.clear();
      diverged = true;
    } else if (mismatch != null) {
      faults.add(mismatch);
    }
    mismatch = null;
    Arrays.fill(calls, most);
    recent.clear();
    first = most;
  }

  private Fault divergence(CopyCall call, int number) {
    List<Integer> with = new ArrayList<>();
    List<Integer> without = new ArrayList<>();
    for (int i = 0; i < calls.length; i++) {
      (calls[i] > number ? with : without).add(i);
    }
    return new GroupFault.CopyDivergence(
        new Fault.Access(call.place(), CALL, shape.number(), with.getFirst()),
        call instanceof CopyFence,
        with,
        without);
  }

  private Fault notWaitedFor(PendingCopy copy) {
    return new GroupFault.CopyAtEnd(
        new Fault.Access(copy.place(), "write", shape.number(), calls.length));
  }
}
