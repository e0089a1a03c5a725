package dev.barnacle.icd.internal.record;

import dev.barnacle.cl.NDRange;
import dev.barnacle.engine.NativePlan;
import dev.barnacle.icd.internal.abi.Native;
import dev.barnacle.llvm.clang.RecordLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.List;

/** {@code Plan} of {@code records.h}: how the shim runs launches of a kernel. */
final class PlanRecord {
  static final RecordLayout LAYOUT = new RecordLayout("Plan");

  private static final int NEXT = LAYOUT.field("Plan", "*next");

  /** Atomic. */
  private static final int IS_VALID = LAYOUT.field("long", "is_valid");

  /** From 1 on, of the plans of its kernel. */
  private static final int NUMBER = LAYOUT.field("long", "number");

  private static final int DIMENSIONS = LAYOUT.field("long", "dimensions");
  private static final int ANY_GLOBAL = LAYOUT.field("long", "any_global");
  private static final int HAS_LOCAL = LAYOUT.field("long", "has_local");
  private static final int GLOBAL = LAYOUT.array("global", 3);
  private static final int LOCAL = LAYOUT.array("local", 3);
  private static final int OFFSET = LAYOUT.array("offset", 3);

  /** Of global ids. */
  private static final int MOST_END = LAYOUT.field("long", "most_end");

  /** Null where kernels are called themselves. */
  private static final int ENTER = LAYOUT.field("char", "*enter");

  private static final int SLOTS = LAYOUT.field("char", "*slots");
  private static final int SLOT_COUNT = LAYOUT.field("long", "slot_count");
  private static final int SLOT_BYTES = LAYOUT.field("long", "slot_bytes");
  private static final int KERNEL_AT = LAYOUT.field("long", "kernel_at");
  private static final int WORDS_AT = LAYOUT.field("long", "words_at");
  private static final int WORDS = LAYOUT.field("long", "words");
  private static final int WORD_BYTES = LAYOUT.field("long", "word_bytes");
  private static final int BLOCK = LAYOUT.field("char", "*block");
  private static final int BLOCK_BYTES = LAYOUT.field("long", "block_bytes");
  private static final int IS_SMALL = LAYOUT.field("long", "is_small");
  private static final int SMALL_BYTES = LAYOUT.field("long", "small_bytes");
  private static final int IS_ALIGNED = LAYOUT.field("long", "is_aligned");
  private static final int ALIGNMENT = LAYOUT.field("long", "alignment");
  private static final int DISJOINT = LAYOUT.field("long", "disjoint");
  private static final int KNOWN_COUNT = LAYOUT.field("long", "known_count");
  private static final int KNOWN_AT = LAYOUT.field("Known", "*known");
  private static final int ARENA_BYTES = LAYOUT.field("long", "arena_bytes");
  private static final int MARGIN = LAYOUT.field("long", "margin");
  private static final int FAULT_AT = LAYOUT.field("long", "fault_at");
  private static final int END_AT = LAYOUT.field("long", "end_at");
  private static final int END = LAYOUT.field("long", "end");
  private static final int SLOT_AT = LAYOUT.field("long", "slot_at");
  private static final int THREADS = LAYOUT.field("long", "threads");
  private static final int BOX_COUNT = LAYOUT.field("long", "box_count");
  private static final int BOXES = LAYOUT.field("Box", "*boxes");
  private static final int PARAMETERS = LAYOUT.field("Slot", "*parameters");

  // What Java has not been told of; atomic.
  private static final int LAUNCHES = LAYOUT.field("long", "launches");
  private static final int NANOS = LAYOUT.field("long", "nanos");

  // When it is to be told; atomic.
  private static final int LAUNCH_LIMIT = LAYOUT.field("long", "launch_limit");
  private static final int NANOS_LIMIT = LAYOUT.field("long", "nanos_limit");

  /** Of a work-group that could not go on, and its id; {@code telling_lock}. */
  private static final int FAULT = LAYOUT.array("fault", 4);

  /** An argument whose value, read as signed, is known. */
  static final RecordLayout KNOWN = new RecordLayout("Known");

  private static final int KNOWN_INDEX = KNOWN.field("long", "index");
  private static final int KNOWN_VALUE = KNOWN.field("long", "value");

  /** A box of groups. */
  static final RecordLayout BOX = new RecordLayout("Box");

  private static final int BOX_KERNEL = BOX.field("char", "*kernel");
  private static final int BOX_INFO = BOX.field("long", "*info");
  private static final int BOX_GROUPS = BOX.field("long", "groups");

  /** Of a group; 0 where nobody knows; atomic. */
  private static final int BOX_NANOS = BOX.field("double", "nanos");

  /** The place of an argument in the block. */
  static final RecordLayout SLOT = new RecordLayout("Slot");

  private static final int SLOT_OFFSET = SLOT.field("long", "offset");
  private static final int SLOT_SIZE = SLOT.field("long", "bytes");

  /** In {@code disjoint}. */
  private static final int SLOT_BIT = SLOT.field("long", "bit");

  private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

  private final NativePlan plan;
  private final MemorySegment memory;

  /**
   * Writes a plan.
   *
   * @param range that it was made for
   * @param number of the plan among its kernel's, from 1 on
   */
  PlanRecord(NativePlan plan, NDRange range, int number) {
    this.plan = plan;
    Records.say(plan.ranges().info());
    long known = LAYOUT.bytes();
    long boxes = known + (long) KNOWN.bytes() * plan.facts().known().size();
    long slots = boxes + (long) BOX.bytes() * plan.boxes().size();
    this.memory = Records.memory(slots + (long) SLOT.bytes() * plan.parameters().size());
    put(IS_VALID, 1);
    put(NUMBER, number);
    putRange(range);
    putGuard();
    put(BLOCK, plan.block().address());
    put(BLOCK_BYTES, plan.block().byteSize());
    putFacts();
    putArena();
    put(THREADS, plan.threads());
    putLimits();
    putKnown(known);
    putBoxes(boxes);
    putSlots(slots);
  }

  private void put(long at, long word) {
    Native.putLong(memory.address() + at, word);
  }

  private void putRange(NDRange range) {
    put(DIMENSIONS, range.dimensions());
    put(ANY_GLOBAL, isForAnyGlobal(range) ? 1 : 0);
    put(HAS_LOCAL, range.local().isEmpty() ? 0 : 1);
    putSizes(GLOBAL, range.global(), 1);
    putSizes(LOCAL, range.local(), 1);
    putSizes(OFFSET, range.offset(), 0);
    put(MOST_END, plan.ranges().mostEnd());
  }

  private void putSizes(long at, List<Long> sizes, long other) {
    for (int d = 0; d < 3; d++) {
      put(at + (long) Long.BYTES * d, d < sizes.size() ? sizes.get(d) : other);
    }
  }

  private void putGuard() {
    NativePlan.Guard guard = plan.guard();
    if (guard == null) {
      return;
    }
    put(ENTER, guard.enter());
    put(SLOTS, guard.slots());
    put(SLOT_COUNT, guard.slotCount());
    put(SLOT_BYTES, guard.slotBytes());
    put(KERNEL_AT, guard.kernelAt());
    put(WORDS_AT, guard.wordsAt());
    put(WORDS, guard.words());
    put(WORD_BYTES, guard.wordBytes());
  }

  private void putFacts() {
    NativePlan.Facts facts = plan.facts();
    put(IS_SMALL, facts.small() ? 1 : 0);
    put(SMALL_BYTES, facts.smallBytes());
    put(IS_ALIGNED, facts.aligned() ? 1 : 0);
    put(ALIGNMENT, facts.alignment());
    put(DISJOINT, facts.disjoint());
  }

  private void putArena() {
    NativePlan.Arena arena = plan.arena();
    put(ARENA_BYTES, arena.byteSize());
    put(MARGIN, arena.margin());
    put(FAULT_AT, arena.faultAt());
    put(END_AT, arena.endAt());
    put(END, arena.end());
    put(SLOT_AT, arena.slotAt());
  }

  private void putKnown(long at) {
    List<NativePlan.Known> all = plan.facts().known();
    put(KNOWN_COUNT, all.size());
    put(KNOWN_AT, memory.address() + at);
    for (NativePlan.Known one : all) {
      put(at + KNOWN_INDEX, one.index());
      put(at + KNOWN_VALUE, one.value());
      at += KNOWN.bytes();
    }
  }

  private void putBoxes(long at) {
    put(BOX_COUNT, plan.boxes().size());
    put(BOXES, memory.address() + at);
    for (NativePlan.Box box : plan.boxes()) {
      put(at + BOX_KERNEL, box.kernel());
      put(at + BOX_INFO, box.info());
      put(at + BOX_GROUPS, box.groups());
      put(at + BOX_NANOS, Double.doubleToRawLongBits(box.nanosPerGroup()));
      at += BOX.bytes();
    }
  }

  private void putSlots(long at) {
    put(PARAMETERS, memory.address() + at);
    for (NativePlan.Slot slot : plan.parameters()) {
      put(at + SLOT_OFFSET, slot.offset());
      put(at + SLOT_SIZE, slot.byteSize());
      put(at + SLOT_BIT, slot.bit());
      at += SLOT.bytes();
    }
  }

  private void putLimits() {
    put(LAUNCH_LIMIT, plan.progress().launches());
    put(NANOS_LIMIT, plan.progress().nanos());
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
