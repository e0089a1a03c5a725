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

  /** Runs an operation on a queue. */
  void run(Execution x, Item item, Op op) throws ExploreException {
    QueueOperation source = (QueueOperation) op.source;
    boolean enqueues = source.op() == QueueOperation.Op.ENQUEUE_KERNEL;
    Registers.set(item, op, 0, enqueues ? EnqueueStatus.CLK_SUCCESS.code() : QUEUE);
    if (enqueues) {
      enqueue(x, item, op, source);
    }
  }

  private void enqueue(Execution x, Item item, Op op, QueueOperation source)
      throws ExploreException {
    if (operand(item, op, 0) == 0) {
      throw refused(op, "no enqueuing without a queue");
    }
    DeviceRange range = range(x, item, op);
    if (!range.isValid(MOST_ITEMS, false)) {
      throw refused(op, "no enqueuing over an NDRange that is not valid");
    }
    if (range.isEmpty()) {
      return;
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
            waits(x, item, op),
            shape(range),
            localSizes(x, item, op, source),
            literal.length);
    int launch = children.launch(child);
    if (launch < 0) {
      throw new Unknown(child);
    }
    item.enqueued++;
    item.effects++;
    item.acted = true;
    item.stretch = Step.Stretch.NOTICED;
    give(x, launch, literal);
    if (operand(item, op, 5) != 0) {
      plain.set(x, item, op, ofItsOwn(x, item, op, 5), Long.BYTES, launch);
    }
  }

  /** Returns the launches that a kernel waits for: the number of one is that of its event. */
  private List<Integer> waits(Execution x, Item item, Op op) throws ExploreException {
    List<Integer> waits = new ArrayList<>();
    for (int i = 0; i < (int) operand(item, op, 3); i++) {
      long event = plain.value(x, item, op, ofItsOwn(x, item, op, 4) + 8L * i, Long.BYTES);
      if (event < children.first() || event >= children.first() + children.all().size()) {
        throw refused(op, "no event but those of kernels that are enqueued on the device");
      }
      waits.add((int) event);
    }
    return waits;
  }

  /** Has a launch wait for its parent, with what its block has captured. */
  private static void give(Execution x, int launch, byte[] literal) {
    for (int i = 0; i < x.items(); i++) {
      if (x.item(i).place.launch() == launch) {
        Item own = x.own(i);
        own.status = Item.Status.QUEUED;
        x.memory().fill(Address.object(own.place.arguments()[0]), literal);
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
    if (sizes.contains(0L)) {
      throw refused(op, "no local memory of no bytes");
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
    for (Child child : children.all()) {
      int launch = child.parent() == parent ? children.launch(child) : -1;
      for (int i = 0; launch >= 0 && i < x.items(); i++) {
        Item item = x.item(i);
        if (item.place.launch() == launch && item.status == Item.Status.UNKNOWN) {
          x.own(i).status = Item.Status.ENDED;
          end(x, i);
        }
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
