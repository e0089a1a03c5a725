package dev.barnacle.icd.internal.record;

import dev.barnacle.cl.NDRange;
import dev.barnacle.engine.NativePlan;
import dev.barnacle.icd.internal.abi.Native;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.List;

/** {@code Plan} of {@code records.h}: how the shim runs launches of a kernel. */
final class PlanRecord {
  private static final int NEXT = 0;
  private static final int IS_VALID = 8;
  private static final int WORDS = 51;
  private static final int LAUNCHES = 43 * Long.BYTES;
  private static final int NANOS = LAUNCHES + 8;
  private static final int LAUNCH_LIMIT = LAUNCHES + 16;
  private static final int NANOS_LIMIT = LAUNCHES + 24;
  private static final int FAULT = LAUNCHES + 32;

  private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

  private final NativePlan plan;
  private final MemorySegment memory;
  private long next;

  /**
   * Writes a plan.
   *
   * @param range that it was made for
   * @param number of the plan among its kernel's, from 1 on
   */
  PlanRecord(NativePlan plan, NDRange range, int number) {
    this.plan = plan;
    Records.say(plan.ranges().info());
    int known = plan.facts().known().size();
    int boxes = plan.boxes().size();
    long knownAt = WORDS * 8L;
    long boxesAt = knownAt + 16L * known;
    long slotsAt = boxesAt + 32L * boxes;
    this.memory = Records.memory(slotsAt + 24L * plan.parameters().size());
    next = memory.address() + IS_VALID;
    put(1);
    put(number);
    putRange(range);
    putGuard();
    put(plan.block().address());
    put(plan.block().byteSize());
    putFacts(memory.address() + knownAt);
    putArena();
    put(plan.threads());
    put(boxes);
    put(memory.address() + boxesAt);
    put(memory.address() + slotsAt);
    putLimits();
    putLists(memory.address() + knownAt);
  }

  private void put(long word) {
    Native.putLong(next, word);
    next += Long.BYTES;
  }

  private void putRange(NDRange range) {
    put(range.dimensions());
    put(isForAnyGlobal(range) ? 1 : 0);
    put(range.local().isEmpty() ? 0 : 1);
    putSizes(range.global(), 1);
    putSizes(range.local(), 1);
    putSizes(range.offset(), 0);
    put(plan.ranges().mostEnd());
  }

  private void putSizes(List<Long> sizes, long other) {
    for (int d = 0; d < 3; d++) {
      put(d < sizes.size() ? sizes.get(d) : other);
    }
  }

  private void putGuard() {
    NativePlan.Guard guard = plan.guard();
    put(guard == null ? 0 : guard.enter());
    put(guard == null ? 0 : guard.slots());
    put(guard == null ? 0 : guard.slotCount());
    put(guard == null ? 0 : guard.slotBytes());
    put(guard == null ? 0 : guard.kernelAt());
    put(guard == null ? 0 : guard.wordsAt());
    put(guard == null ? 0 : guard.words());
    put(guard == null ? 0 : guard.wordBytes());
  }

  private void putFacts(long known) {
    NativePlan.Facts facts = plan.facts();
    put(facts.small() ? 1 : 0);
    put(facts.smallBytes());
    put(facts.aligned() ? 1 : 0);
    put(facts.alignment());
    put(facts.disjoint());
    put(facts.known().size());
    put(known);
  }

  private void putArena() {
    NativePlan.Arena arena = plan.arena();
    put(arena.byteSize());
    put(arena.margin());
    put(arena.faultAt());
    put(arena.endAt());
    put(arena.end());
    put(arena.slotAt());
  }

  private void putLists(long from) {
    next = from;
    for (NativePlan.Known one : plan.facts().known()) {
      put(one.index());
      put(one.value());
    }
    for (NativePlan.Box box : plan.boxes()) {
      put(box.kernel());
      put(box.info());
      put(box.groups());
      put(Double.doubleToRawLongBits(box.nanosPerGroup()));
    }
    for (NativePlan.Slot slot : plan.parameters()) {
      put(slot.offset());
      put(slot.byteSize());
      put(slot.bit());
    }
  }

  private void putLimits() {
    Native.putLong(address() + LAUNCH_LIMIT, plan.progress().launches());
    Native.putLong(address() + NANOS_LIMIT, plan.progress().nanos());
  }

  /** Returns whether a plan is for all global sizes that the program's local size divides. */
  boolean isForAnyGlobal(NDRange range) {
    return plan.ranges().anyMultiple() && !range.local().isEmpty();
  }

  long address() {
    return memory.address();
  }

  NativePlan plan() {
    return plan;
  }

  boolean isValid() {
    return Native.getLong(address() + IS_VALID) != 0;
  }

  /** No launch begins by this plan any more. */
  void end() {
    Native.putLong(address() + IS_VALID, 0);
  }

  /** Puts it into a list, whose head or whose plan before it is at an address. */
  void link(long place) {
    Native.putLong(address() + NEXT, Native.getLong(place));
    VarHandle.releaseFence(); // it is whole before it is found
    Native.putLong(place, address());
  }

  /** Has the engine learn from the launches since it did so last. */
  void tell() {
    long launches = (long) LONG.getAndSet(memory, (long) LAUNCHES, 0L);
    long nanos = (long) LONG.getAndSet(memory, (long) NANOS, 0L);
    if (launches > 0) {
      plan.progress().ran(plan.block(), launches, nanos);
    }
    putLimits();
  }

  /** Returns what a work-group left that could not go on, and its id; all 0 where there is none. */
  long[] takeFault() {
    long[] fault = Native.longs(address() + FAULT, 4);
    Native.putLong(address() + FAULT, 0);
    return fault;
  }
}
