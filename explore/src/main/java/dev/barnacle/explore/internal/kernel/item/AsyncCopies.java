package dev.barnacle.explore.internal.kernel.item;

import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.internal.kernel.code.Op;
import dev.barnacle.explore.internal.kernel.graph.Regions;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.AsyncCopy;
import dev.barnacle.ir.AsyncFence;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The actions of work-groups for asynchronous copies. A copy is made where all work-items have come
 * to it. It may as well be made later. So its accesses are checked for data races once more after
 * each barrier that comes before the wait for its event.
 */
final class AsyncCopies {
  private static final int EVENT_BYTES = 8;
  private static final int MOST_EVENTS = 1 << 16;

  private final Execution x;
  private final PlainAccess plain;

  AsyncCopies(Execution x, PlainAccess plain) {
    this.x = x;
    this.plain = plain;
  }

  /** All work-items have come to a copy, a fence of copies, or a wait for events. */
  void meet(List<Integer> items, Op op) throws ExploreException {
    switch (op.source) {
      case AsyncCopy c -> copy(items, op, c);
      case AsyncFence f -> fence(items, op);
      default -> await(items, op);
    }
  }

  private static long[] operands(Item item, Op op, int count) {
    long[] values = new long[count];
    for (int i = 0; i < count; i++) {
      values[i] = Registers.get(item, op.operands[i]);
    }
    return values;
  }

  /** Notes where work-items call with other operands than the first one. */
  private long[] uniform(List<Integer> items, Op op, int count) {
    long[] values = operands(x.item(items.getFirst()), op, count);
    for (int index : items) {
      if (!Arrays.equals(values, operands(x.item(index), op, count))) {
        note(x.item(index), op, Fault.Mistake.OTHER_ARGUMENTS);
      }
    }
    return values;
  }

  private void note(Item item, Op op, Fault.Mistake mistake) {
    x.note(new Fault.CopyCall(MemoryRules.part(item, op), mistake));
  }

  private void copy(List<Integer> items, Op op, AsyncCopy copy) throws ExploreException {
    long[] values = uniform(items, op, op.operands.length);
    if (values[3] == 0 || values[4] == 0) {
      note(x.item(items.getFirst()), op, Fault.Mistake.ZERO_STRIDE);
    }
    int group = x.item(items.getFirst()).place.group();
    PendingCopy.Group copies = x.copies(group);
    int bytes = (int) copy.elementBytes();
    long event = values[5] == 0 ? copies.events() + 1 : values[5];
    PendingCopy made =
        new PendingCopy(
            op,
            event,
            PendingCopy.Side.of(values[0], values[3], values[2], bytes),
            PendingCopy.Side.of(values[1], values[4], values[2], bytes),
            copy.operand(0).isIn(AddressSpace.LOCAL),
            copies.fences());
    for (PendingCopy earlier : copies.pending()) {
      if (made.races(earlier)) {
        race(copies.agent(), earlier, made);
      }
    }
    List<PendingCopy> pending = new ArrayList<>(copies.pending());
    pending.add(made);
    long events = Math.max(copies.events(), event);
    x.copies(group, new PendingCopy.Group(copies.agent(), pending, events, copies.fences()));
    transfer(x.agent(group), made);
    for (int index : items) {
      Registers.set(x.own(index), op, 0, event);
    }
  }

  private void race(Item agent, PendingCopy earlier, PendingCopy later) {
    int item = agent.place.index();
    x.note(
        new Fault.CopyRace(new Fault.Part(item, earlier.op()), new Fault.Part(item, later.op())));
  }

  private void transfer(Item agent, PendingCopy copy) throws ExploreException {
    for (long i = 0; i < copy.source().count(); i++) {
      plain.transfer(
          x, agent, copy.op(), copy.target().at(i), copy.source().at(i), copy.source().bytes());
    }
  }

  private void fence(List<Integer> items, Op op) {
    long flags = uniform(items, op, 1)[0];
    int group = x.item(items.getFirst()).place.group();
    PendingCopy.Group c = x.copies(group);
    x.copies(
        group, new PendingCopy.Group(c.agent(), c.pending(), c.events(), c.fences().and(flags)));
  }

  private void await(List<Integer> items, Op op) throws ExploreException {
    long[] events = events(x.own(items.getFirst()), op);
    for (int index : items) {
      if (!Arrays.equals(events, events(x.own(index), op))) {
        note(x.item(index), op, Fault.Mistake.OTHER_EVENTS);
      }
    }
    int group = x.item(items.getFirst()).place.group();
    PendingCopy.Group copies = x.copies(group);
    List<PendingCopy> left = new ArrayList<>(copies.pending());
    for (long event : events) {
      boolean known = left.removeIf(c -> c.event() == event);
      boolean given = event > 0 && event <= copies.events();
      if (!known && given && copies.pending().stream().noneMatch(c -> c.event() == event)) {
        note(x.item(items.getFirst()), op, Fault.Mistake.EVENT_AGAIN);
      }
    }
    x.copies(group, new PendingCopy.Group(copies.agent(), left, copies.events(), copies.fences()));
    Item agent = x.agent(group);
    for (int index : items) {
      joinAgent(x.own(index), agent, Regions.BOTH);
    }
    agent.time++;
    again(group);
  }

  private long[] events(Item item, Op op) throws ExploreException {
    long count = Registers.get(item, op.operands[0]);
    long[] events = new long[Math.clamp(count, 0, MOST_EVENTS)];
    for (int i = 0; i < events.length; i++) {
      events[i] =
          plain.value(
              x,
              item,
              op,
              Registers.get(item, op.operands[1]) + (long) i * EVENT_BYTES,
              EVENT_BYTES);
    }
    return events;
  }

  private static void joinAgent(Item item, Item agent, int regions) {
    int index = agent.place.index();
    if ((regions & Regions.GLOBAL) != 0) {
      item.global = item.global.join(agent.global.with(index, agent.time));
    }
    if ((regions & Regions.LOCAL) != 0) {
      item.local = item.local.join(agent.local.with(index, agent.time));
    }
  }

  /**
   * All work-items of a group have come to a barrier, and know of each other.
   *
   * @param items all of them
   */
  void barrier(List<Integer> items, int regions) throws ExploreException {
    Item first = x.item(items.getFirst());
    int group = first.place.group();
    Item agent = x.agent(group);
    for (int index : items) {
      joinAgent(x.own(index), agent, regions);
    }
    agent.time++;
    if ((regions & Regions.GLOBAL) != 0) {
      agent.global = agent.global.join(x.item(items.getFirst()).global);
    }
    if ((regions & Regions.LOCAL) != 0) {
      agent.local = agent.local.join(x.item(items.getFirst()).local);
    }
    again(group);
  }

  private void again(int group) throws ExploreException {
    Item agent = x.agent(group);
    for (PendingCopy copy : x.copies(group).pending()) {
      for (long i = 0; i < copy.source().count(); i++) {
        int bytes = copy.source().bytes();
        plain.touch(x, agent, copy.op(), copy.source().at(i), bytes, false);
        plain.touch(x, agent, copy.op(), copy.target().at(i), bytes, true);
      }
    }
  }
}
