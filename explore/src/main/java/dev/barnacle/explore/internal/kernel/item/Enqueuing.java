package dev.barnacle.explore.internal.kernel.item;

import dev.barnacle.engine.NdRange;
import dev.barnacle.engine.enqueue.DeviceRange;
import dev.barnacle.engine.enqueue.EnqueueFlag;
import dev.barnacle.engine.enqueue.EnqueueStatus;
import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.internal.kernel.code.Address;
import dev.barnacle.explore.internal.kernel.code.Child;
import dev.barnacle.explore.internal.kernel.code.Children;
import dev.barnacle.explore.internal.kernel.code.Op;
import dev.barnacle.ir.QueueOperation;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Kernels that work-items enqueue on the device (OpenCL C, "Enqueuing Kernels"). Their work-items
 * are there from the beginning, and wait to be enqueued. Where one comes to enqueue a kernel that
 * nobody knew of, the exploration begins again with that kernel's work-items as well.
 */
public final class Enqueuing {
  /** The number of the queue of the device. */
  private static final long QUEUE = 1;

  /** The work-items of a group at most, where the program leaves that to the device. */
  private static final long GROUP = 16;

  private static final long MOST_ITEMS = 4096;

  /** Thrown where a kernel is enqueued that is not known to be. */
  public static final class Unknown extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient Child child;

    Unknown(Child child) {
      super(null, null, false, false);
      this.child = child;
    }

    /** Returns it. */
    public Child child() {
      return child;
    }
  }

  private final Children children;
  private final PlainAccess plain;

  Enqueuing(Children children, PlainAccess plain) {
    this.children = children;
    this.plain = plain;
  }

  /** Runs an operation on a queue, or an event. */
  void run(Execution x, Item item, Op op) throws ExploreException {
    QueueOperation source = (QueueOperation) op.source;
    switch (source.op()) {
      case ENQUEUE_KERNEL -> answer(item, op, enqueue(x, item, op, source));
      case ENQUEUE_MARKER -> answer(item, op, mark(x, item, op, source));
      case CREATE_USER_EVENT -> {
        Child event = nothing(item, source, List.of());
        Registers.set(item, op, 0, enqueue(x, item, event, new byte[0]));
      }
      case SET_USER_EVENT_STATUS -> setStatus(x, item, op);
      case IS_VALID_EVENT -> Registers.set(item, op, 0, isEvent(operand(item, op, 0)) ? -1 : 0);
      default -> Registers.set(item, op, 0, QUEUE);
    }
  }

  /** Gives the work-item what enqueuing returns. */
  private static void answer(Item item, Op op, boolean enqueued) {
    EnqueueStatus status = enqueued ? EnqueueStatus.CLK_SUCCESS : EnqueueStatus.CLK_ENQUEUE_FAILURE;
    Registers.set(item, op, 0, status.code());
  }

  /** Enqueues a marker, which does something only by its event. */
  private boolean mark(Execution x, Item item, Op op, QueueOperation source)
      throws ExploreException {
    List<Integer> waits = waits(x, item, op, 1);
    if (operand(item, op, 0) == 0 || waits == null || waits.isEmpty()) {
      return false;
    }
    if (operand(item, op, 3) != 0) {
      giveEvent(x, item, op, 3, enqueue(x, item, nothing(item, source, waits), new byte[0]));
    }
    return true;
  }

  /** Returns a launch of this work-item's that does nothing. */
  private static Child nothing(Item item, QueueOperation source, List<Integer> waits) {
    List<Long> one = List.of(1L);
    NdRange range = new NdRange(one, one, List.of(0L));
    EnqueueFlag flag = EnqueueFlag.NO_WAIT;
    return new Child(item.place.index(), item.enqueued, source, flag, waits, range, List.of(), 0);
  }

  /**
   * Ends a user event, the first status of which stays: what the work-item has done so far happens
   * before what waits for it, unless it fails.
   */
  private void setStatus(Execution x, Item item, Op op) throws ExploreException {
    long event = operand(item, op, 0);
    int status = (int) operand(item, op, 1);
    Child child = isEvent(event) ? children.of((int) event) : null;
    if (status > 0 || child == null || !child.isUserEvent()) {
      return; // it changes nothing
    }
    for (int i : of(x, (int) event, Item.Status.QUEUED)) {
      Item set = x.own(i);
      set.begin(item.done(), item.doneInImages());
      set.status = status < 0 ? Item.Status.FAILED : Item.Status.ENDED;
    }
    item.time++;
    noticed(item);
  }

  private boolean isEvent(long event) {
    return event >= children.first() && event < children.first() + children.all().size();
  }

  private static void noticed(Item item) {
    item.effects++;
    item.acted = true;
    item.stretch = Step.Stretch.NOTICED;
  }

  private void giveEvent(Execution x, Item item, Op op, int number, int launch)
      throws ExploreException {
    if (operand(item, op, number) != 0) {
      plain.set(x, item, op, ofItsOwn(x, item, op, number), Long.BYTES, launch);
    }
  }

  /** Has a launch wait to begin; returns its number. */
  private int enqueue(Execution x, Item item, Child child, byte[] literal) {
    int launch = children.launch(child);
    if (launch < 0) {
      throw new Unknown(child);
    }
    item.enqueued++;
    noticed(item);
    give(x, launch, literal);
    return launch;
  }

  /** Enqueues a kernel; false if what it is given is not valid. */
  private boolean enqueue(Execution x, Item item, Op op, QueueOperation source)
      throws ExploreException {
    DeviceRange range = range(x, item, op);
    List<Integer> waits = waits(x, item, op, 3);
    List<Long> localSizes = localSizes(x, item, op, source);
    if (operand(item, op, 0) == 0
        || !range.isValid(MOST_ITEMS, false)
        || waits == null
        || localSizes.contains(0L)) {
      return false;
    }
    if (range.isEmpty()) {
      return true;
    }
    long pointer = operand(item, op, 6);
    byte[] literal = new byte[Math.max(0, (int) plain.value(x, item, op, pointer, Integer.BYTES))];
    for (int i = 0; i < literal.length; i++) {
      literal[i] = (byte) plain.value(x, item, op, pointer + i, 1);
    }
    Child child =
        new Child(
            item.place.index(),
            item.enqueued,
            source,
            EnqueueFlag.of((int) operand(item, op, 1)),
            waits,
            shape(range),
            localSizes,
            literal.length);
    giveEvent(x, item, op, 5, enqueue(x, item, child, literal));
    return true;
  }

  /**
   * Returns the launches that a kernel waits for: the number of one is that of its event; null if
   * its list is not valid.
   *
   * @param count the operand that says how many these are; the next one points to them
   */
  private @Nullable List<Integer> waits(Execution x, Item item, Op op, int count)
      throws ExploreException {
    int events = (int) operand(item, op, count);
    if (events < 0 || (events == 0) != (operand(item, op, count + 1) == 0)) {
      return null;
    }
    List<Integer> waits = new ArrayList<>();
    for (int i = 0; i < events; i++) {
      long at = ofItsOwn(x, item, op, count + 1) + 8L * i;
      long event = plain.value(x, item, op, at, Long.BYTES);
      if (!isEvent(event)) {
        return null;
      }
      waits.add((int) event);
    }
    return waits;
  }

  /** Returns the work-items of a launch that have some status. */
  public static int[] of(Execution x, int launch, Item.Status status) {
    return IntStream.range(0, x.items())
        .filter(i -> x.item(i).status == status && x.item(i).place.launch() == launch)
        .toArray();
  }

  /** Has a launch wait for its parent, with what its block has captured. */
  private static void give(Execution x, int launch, byte[] literal) {
    for (int i = 0; i < x.items(); i++) {
      if (x.item(i).place.launch() == launch) {
        Item own = x.own(i);
        own.status = Item.Status.QUEUED;
        if (own.place.arguments().length > 0) {
          x.memory().fill(Address.object(own.place.arguments()[0]), literal);
        }
      }
    }
  }

  private List<Long> localSizes(Execution x, Item item, Op op, QueueOperation source)
      throws ExploreException {
    List<Long> sizes = new ArrayList<>();
    int count = Objects.requireNonNull(source.kernel()).parameters().size() - 1;
    for (int i = 0; i < count; i++) {
      sizes.add(plain.value(x, item, op, operand(item, op, 7) + 8L * i, Long.BYTES));
    }
    return sizes;
  }

  private DeviceRange range(Execution x, Item item, Op op) throws ExploreException {
    long at = operand(item, op, 2);
    int dimensions = (int) plain.value(x, item, op, at, Integer.BYTES);
    List<List<Long>> sizes = new ArrayList<>();
    for (int k = 0; k < 3; k++) {
      List<Long> three = new ArrayList<>();
      for (int d = 0; d < 3; d++) {
        long word = at + DeviceRange.OFFSET_AT + 8L * (3 * k + d);
        three.add(d < dimensions ? plain.value(x, item, op, word, Long.BYTES) : 0);
      }
      sizes.add(three);
    }
    return new DeviceRange(dimensions, sizes.get(0), sizes.get(1), sizes.get(2));
  }

  private static NdRange shape(DeviceRange range) {
    List<Long> global = range.inDimensions(range.global());
    List<Long> local = range.inDimensions(range.local());
    if (range.leavesLocalSize()) {
      local = new ArrayList<>();
      long left = GROUP;
      for (long size : global) {
        long chosen = Math.min(size, left);
        while (size % chosen != 0) {
          chosen--;
        }
        local.add(chosen);
        left /= chosen;
      }
    }
    return new NdRange(global, local, range.inDimensions(range.offset()));
  }

  /** Ends the work-items that a work-item has not enqueued, as it has ended, and theirs. */
  void end(Execution x, int parent) {
    end(x, children, parent);
  }

  /** Ends those of some children. */
  public static void end(Execution x, Children children, int parent) {
    for (Child child : children.all()) {
      int launch = child.parent() == parent ? children.launch(child) : -1;
      for (int i : of(x, launch, Item.Status.UNKNOWN)) {
        x.own(i).status = Item.Status.ENDED;
        end(x, children, i);
      }
    }
  }

  private static long operand(Item item, Op op, int number) {
    return Registers.get(item, op.operands[number]);
  }

  /** Returns an operand that points to private memory. */
  private static long ofItsOwn(Execution x, Item item, Op op, int number) throws ExploreException {
    long pointer = operand(item, op, number);
    if (Address.object(pointer) != x.memory().objects().size() + 1 + item.place.index()) {
      throw refused(op, "no events of the device but those in private memory");
    }
    return pointer;
  }

  private static ExploreException refused(Op op, String what) {
    return new ExploreException("explore knows " + what, op.source.location());
  }
}
