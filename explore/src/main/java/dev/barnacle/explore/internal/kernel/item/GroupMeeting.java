package dev.barnacle.explore.internal.kernel.item;

import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.MemoryStrength;
import dev.barnacle.explore.internal.kernel.code.Combining;
import dev.barnacle.explore.internal.kernel.code.Lanes;
import dev.barnacle.explore.internal.kernel.code.Op;
import dev.barnacle.explore.internal.kernel.graph.Clock;
import dev.barnacle.explore.internal.kernel.graph.Regions;
import dev.barnacle.explore.internal.kernel.graph.Release;
import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.FenceFlag;
import dev.barnacle.ir.GroupOperation;
import dev.barnacle.ir.MemoryOrder;
import java.util.List;

/**
 * Work-items that have come to one barrier or function of their group. A barrier is an entry fence,
 * which releases, and an exit fence, which acquires; those of one instance synchronise in the
 * memory that its flags name (Figure 2, line 9). Other functions order no memory.
 */
final class GroupMeeting {
  private final Execution x;
  private final List<Integer> items;
  private final Synchronization synchronization;
  private final AsyncCopies copies;

  GroupMeeting(
      Execution x, List<Integer> items, Synchronization synchronization, PlainAccess plain) {
    this.x = x;
    this.items = items;
    this.synchronization = synchronization;
    this.copies = new AsyncCopies(x, plain);
  }

  void run() throws ExploreException {
    Op op = x.item(items.getFirst()).op();
    x.traceMeeting(items, op);
    switch (op.source) {
      case Barrier barrier -> barrier(barrier, op.says());
      case GroupOperation operation -> collective(op, operation);
      default -> copies.meet(items, op);
    }
    for (int index : items) {
      Item item = x.own(index);
      item.next[item.depth - 1]++;
      item.status = Item.Status.READY;
      item.acted = true;
      item.stretch = Step.Stretch.NOTICED;
      item.effects++;
      item.meetings++;
    }
    new Rounds(x, items).pass(op);
  }

  private void barrier(Barrier barrier, MemoryStrength says) throws ExploreException {
    int regions = Regions.of(says.flags());
    if ((regions & Regions.BOTH) != Regions.BOTH) {
      x.cross(items);
    }
    Clock.Joiner globals = new Clock.Joiner();
    Clock.Joiner locals = new Clock.Joiner();
    if (says.flags().contains(FenceFlag.IMAGE) || says.flags().contains(FenceFlag.GLOBAL)) {
      joinImages();
    }
    for (int index : items) {
      Item item = x.own(index);
      Release entry = Synchronization.release(item, MemoryOrder.ACQ_REL, says.scope(), regions);
      item.fences = Release.with(item.fences, entry);
      globals.add(entry.global());
      globals.add(index, entry.time());
      locals.add(entry.local());
      locals.add(index, entry.time());
    }
    Clock global = globals.join();
    Clock local = locals.join();
    for (int index : items) {
      Item item = x.own(index);
      if ((regions & Regions.GLOBAL) != 0) {
        item.global = global.join(item.global);
      }
      if ((regions & Regions.LOCAL) != 0) {
        item.local = local.join(item.local);
      }
      synchronization.acquireFence(item, says.scope(), regions);
      if (x.isOpen()) {
        x.open(x.open().with(index, new OpenReads.Met(x.size() - 1, says.scope(), regions)));
      }
    }
    if (barrier.kind() == Barrier.Kind.WORK_GROUP && x.hasCopies()) {
      copies.barrier(items, regions);
    }
  }

  private void joinImages() {
    Clock image = Clock.NONE;
    for (int index : items) {
      image = image.join(x.item(index).doneInImages());
    }
    for (int index : items) {
      Item item = x.own(index);
      item.image = image;
      item.imageFence = item.time;
    }
  }

  // --- collective functions ---

  private void collective(Op op, GroupOperation operation) throws ExploreException {
    int lanes = op.lanes;
    long[][] results = new long[items.size()][lanes];
    for (int lane = 0; lane < lanes; lane++) {
      long[] values = new long[items.size()];
      for (int i = 0; i < values.length; i++) {
        values[i] = Registers.get(x.item(items.get(i)), op.a, lane);
      }
      for (int i = 0; i < values.length; i++) {
        results[i][lane] = result(op, operation, values, i);
      }
    }
    for (int i = 0; i < results.length; i++) {
      for (int lane = 0; lane < lanes; lane++) {
        Registers.set(x.own(items.get(i)), op, lane, results[i][lane]);
      }
    }
  }

  private long result(Op op, GroupOperation operation, long[] values, int self)
      throws ExploreException {
    return switch (operation.op().uniform()) {
      case ALL -> all(values) ? 1 : 0;
      case ANY -> any(values) ? 1 : 0;
      case BROADCAST -> values[sender(op, operation, self)];
      case BROADCAST_FIRST -> values[0];
      case SHUFFLE -> shuffled(op, values, self);
      case BALLOT -> ballot(values);
      case REDUCE -> combined(op, operation, values, 0, values.length);
      case SCAN_INCLUSIVE -> combined(op, operation, values, 0, self + 1);
      case SCAN_EXCLUSIVE ->
          self == 0 ? identity(op, operation) : combined(op, operation, values, 0, self);
      case CLUSTERED_REDUCE -> clustered(op, operation, values, self);
      default ->
          throw new ExploreException(
              "explore does not know " + operation.op().keyword(), operation.location());
    };
  }

  private static boolean all(long[] values) {
    for (long v : values) {
      if (v == 0) {
        return false;
      }
    }
    return true;
  }

  private static boolean any(long[] values) {
    for (long v : values) {
      if (v != 0) {
        return true;
      }
    }
    return false;
  }

  private int subGroupLocal(int member) {
    return x.item(items.get(member)).place.range().inSubGroup();
  }

  /** Returns the member of a sub-group local id, -1 for none. */
  private int member(long id) {
    for (int i = 0; i < items.size(); i++) {
      if (subGroupLocal(i) == id) {
        return i;
      }
    }
    return -1;
  }

  private int sender(Op op, GroupOperation operation, int self) throws ExploreException {
    Item item = x.item(items.get(self));
    if (operation.group() == Barrier.Kind.SUB_GROUP) {
      int sender = member(Lanes.unsigned(Registers.get(item, op.b), 32));
      return sender < 0 ? self : sender;
    }
    for (int i = 0; i < items.size(); i++) {
      Place.Ids ids = x.item(items.get(i)).place.range();
      boolean same = true;
      for (int d = 0; d < op.operands.length - 1; d++) {
        same &= ids.local().get(d) == Registers.get(item, op.operands[d + 1]);
      }
      if (same) {
        return i;
      }
    }
    throw new ExploreException("a broadcast from no work-item", op.source.location());
  }

  private long shuffled(Op op, long[] values, int self) {
    Item item = x.item(items.get(self));
    int from = member(Lanes.unsigned(Registers.get(item, op.b), 32));
    return from < 0 ? 0 : values[from];
  }

  private long ballot(long[] values) {
    long bits = 0;
    for (int i = 0; i < values.length; i++) {
      bits |= values[i] != 0 ? 1L << subGroupLocal(i) : 0;
    }
    return bits;
  }

  private long clustered(Op op, GroupOperation operation, long[] values, int self) {
    long size = Math.max(1, Registers.get(x.item(items.get(self)), op.b));
    long cluster = subGroupLocal(self) / size;
    long result = 0;
    boolean first = true;
    for (int i = 0; i < values.length; i++) {
      if (subGroupLocal(i) / size == cluster) {
        result = first ? values[i] : combine(op, operation, result, values[i]);
        first = false;
      }
    }
    return result;
  }

  private static long combined(Op op, GroupOperation operation, long[] values, int from, int to) {
    long result = values[from];
    for (int i = from + 1; i < to; i++) {
      result = combine(op, operation, result, values[i]);
    }
    return result;
  }

  private static long identity(Op op, GroupOperation operation) {
    return op.floating
        ? Lanes.bits(operation.combine().identity(), op.bits)
        : operation.combine().identity(op.bits);
  }

  private static long combine(Op op, GroupOperation operation, long a, long b) {
    return Combining.of(operation.combine(), a, b, op.bits, op.floating);
  }
}
