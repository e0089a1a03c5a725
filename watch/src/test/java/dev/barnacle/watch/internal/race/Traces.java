package dev.barnacle.watch.internal.race;

import dev.barnacle.ir.MemoryOrder;
import dev.barnacle.ir.MemoryScope;
import dev.barnacle.watch.internal.race.access.AccessKind;
import dev.barnacle.watch.internal.race.access.Region;
import dev.barnacle.watch.internal.race.shadow.Page;
import java.util.List;
import java.util.Random;

/**
 * Random traces. They are small, and all in the same few bytes, so that much happens in few steps.
 */
final class Traces {
  private static final List<MemoryScope> SCOPES = List.of(MemoryScope.values());

  private final Random random;

  Traces(long seed) {
    random = new Random(seed);
  }

  /** Returns a trace that only barriers order; atomic operations are relaxed, and of one size. */
  Trace barriersOnly(int steps) {
    Trace trace = new Trace(1 + random.nextInt(3), 1 + random.nextInt(4), 2);
    int mixed = random.nextInt(3);
    while (trace.steps.size() < steps) {
      int group = random.nextInt(trace.groups);
      if (random.nextInt(6) == 0) {
        trace.barrier(group, random.nextInt(8));
      } else {
        AccessKind kind = kind(random.nextInt(3) == 0);
        boolean words = mixed == 0 || kind.atomic(); // atomics of different sizes race
        int bytes = words ? 4 : size();
        int offset = words ? 4 * random.nextInt(3) : offset(bytes);
        trace.access(group, random.nextInt(trace.groupSize), kind, region(), offset, bytes);
      }
    }
    return trace;
  }

  /** Returns a trace of work-groups that take turns to read, and seldom do anything else. */
  Trace mostlyReads(int steps) {
    Trace trace = new Trace(1 + random.nextInt(3), 1 + random.nextInt(4), 2);
    boolean mixed = random.nextInt(3) == 0;
    int group = 0;
    while (trace.steps.size() < steps) {
      group = random.nextInt(12) == 0 ? random.nextInt(trace.groups) : group;
      int bytes = mixed ? size() : 4;
      int offset = mixed ? offset(bytes) : 4 * random.nextInt(3);
      Region region = random.nextInt(4) == 0 ? Region.GLOBAL : Region.LOCAL;
      switch (random.nextInt(16)) {
        case 0 -> trace.barrier(group, random.nextInt(8));
        case 1 ->
            trace.access(
                group, random.nextInt(trace.groupSize), kind(false), region, offset, bytes);
        case 2 -> trace.access(group, random.nextInt(trace.groupSize), kind(true), region, 8, 4);
        default ->
            trace.access(
                group, random.nextInt(trace.groupSize), AccessKind.READ, region, offset, bytes);
      }
    }
    return trace;
  }

  /** Returns a trace of two groups that do next to nothing, so that two threads do it at once. */
  Trace collision() {
    Trace trace = new Trace(2, 2, 2);
    int count = 1 + random.nextInt(3);
    boolean mixed = random.nextBoolean();
    for (int i = 0; i < 2 * count; i++) {
      int bytes = mixed ? 1 << random.nextInt(4) : 4;
      int offset = mixed ? random.nextInt(16) / bytes * bytes : 0;
      AccessKind kind = kind(random.nextInt(3) == 0);
      trace.access(i % 2, random.nextInt(2), kind, Region.GLOBAL, offset, bytes);
    }
    return trace;
  }

  /** Returns a trace with all that the memory model knows. */
  Trace withAtomics(int steps) {
    Trace trace = new Trace(1 + random.nextInt(3), 1 + random.nextInt(4), 1 + random.nextInt(2));
    MemoryScope[] scopes = scopes();
    int regions = random.nextInt(3);
    int atoms = 1 + random.nextInt(2);
    while (trace.steps.size() < steps) {
      int group = random.nextInt(trace.groups);
      int item = random.nextInt(trace.groupSize);
      Region region = regions == 0 ? Region.GLOBAL : regions == 1 ? Region.LOCAL : region();
      MemoryScope scope = scopes[random.nextInt(scopes.length)];
      switch (random.nextInt(16)) {
        case 0 -> trace.barrier(group, random.nextInt(4), barrierScope());
        case 1 ->
            trace.subGroupBarrier(
                group,
                random.nextInt((trace.groupSize - 1) / trace.subGroupSize + 1),
                random.nextInt(4),
                random.nextBoolean() ? MemoryScope.SUB_GROUP : scope);
        case 2, 3, 4, 5 -> trace.fence(group, item, 1 + random.nextInt(3), order(), scope);
        case 6, 7, 8, 9, 10, 11 ->
            atomic(trace, group, item, region, 4 * random.nextInt(atoms), scope);
        case 12 -> trace.access(group, item, kind(false), region, 4 * random.nextInt(atoms), 4);
        default -> trace.access(group, item, kind(false), region, 16 + 4 * random.nextInt(3), 4);
      }
    }
    return trace;
  }

  /** Returns a trace as of litmus tests: atomic operations on two locations, and some fences. */
  Trace litmus(int steps) {
    Trace trace = new Trace(1 + random.nextInt(2), 2 + random.nextInt(2), 2);
    MemoryScope[] scopes = scopes();
    Region region = region();
    int relaxed = random.nextInt(4);
    boolean sequential = random.nextBoolean();
    while (trace.steps.size() < steps) {
      int group = random.nextInt(trace.groups);
      int item = random.nextInt(trace.groupSize);
      MemoryScope scope = scopes[random.nextInt(scopes.length)];
      switch (random.nextInt(40)) {
        case 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 ->
            trace.fence(group, item, flags(), sequential ? MemoryOrder.SEQ_CST : order(), scope);
        case 10 -> trace.barrier(group, flags(), barrierScope());
        case 11 -> trace.access(group, item, kind(false), region, 4 * random.nextInt(2), 4);
        default -> {
          int offset = 4 * random.nextInt(2);
          if (random.nextInt(4) < relaxed) {
            trace.atomic(group, item, kind(true), region, offset, MemoryOrder.RELAXED, scope);
          } else {
            atomic(trace, group, item, region, offset, scope);
          }
        }
      }
    }
    return trace;
  }

  /**
   * Returns a trace of many work-items that read the same few bytes, group after group; each group
   * tells the last one when it has done so, in most cases properly, and the last one writes them.
   */
  Trace crowd() {
    Trace trace = new Trace(2 + random.nextInt(4), 1 + random.nextInt(24), 4);
    boolean atomic = random.nextInt(3) == 0;
    for (int group = 0; group < trace.groups; group++) {
      crowdedReads(trace, group, atomic, random.nextInt(40));
      if (random.nextInt(6) == 0) {
        trace.barrier(group, random.nextInt(4));
        crowdedReads(trace, group, atomic, random.nextInt(20));
      }
      trace.barrier(group, random.nextInt(20) == 0 ? 1 : 2);
      int leader = random.nextInt(trace.groupSize);
      MemoryOrder order = random.nextInt(20) == 0 ? MemoryOrder.ACQUIRE : MemoryOrder.ACQ_REL;
      trace.atomic(
          group, leader, AccessKind.ATOMIC_UPDATE, Region.GLOBAL, 0, order, MemoryScope.DEVICE);
      if (random.nextInt(15) == 0) {
        crowdedReads(trace, group, atomic, 1);
      }
      if (group == trace.groups - 1) {
        trace.write(group, leader, 16 + 4 * random.nextInt(3));
        trace.barrier(group, 2);
        trace.write(group, random.nextInt(trace.groupSize), 16 + 4 * random.nextInt(3));
      }
    }
    return trace;
  }

  private void crowdedReads(Trace trace, int group, boolean atomic, int count) {
    for (int i = 0; i < count; i++) {
      int item = random.nextInt(trace.groupSize);
      int offset = 16 + 4 * random.nextInt(3);
      AccessKind kind = atomic ? kind(true) : AccessKind.READ;
      trace.atomic(
          group, item, kind, Region.GLOBAL, offset, MemoryOrder.RELAXED, MemoryScope.DEVICE);
    }
  }

  /**
   * Returns a trace in which data is handed on from work-item to work-item through flags, more or
   * less properly.
   */
  Trace messages(int links) {
    Trace trace = new Trace(1 + random.nextInt(3), 1 + random.nextInt(4), 1 + random.nextInt(2));
    MemoryScope scope = SCOPES.get(1 + random.nextInt(SCOPES.size() - 1));
    boolean seqCst = random.nextInt(3) == 0;
    Region data = region();
    boolean oneGroup = data == Region.LOCAL || random.nextInt(3) == 0;
    int group = random.nextInt(trace.groups);
    int item = random.nextInt(trace.groupSize);
    for (int i = 0; i < links; i++) {
      Region flag = oneGroup && random.nextInt(3) == 0 ? Region.LOCAL : Region.GLOBAL;
      int offset = 4 * random.nextInt(2);
      trace.access(group, item, AccessKind.WRITE, data, 16 + 4 * random.nextInt(2), 4);
      send(trace, group, item, flag, offset, scope, seqCst);
      between(trace, group, item, flag, offset, scope);
      int nextGroup = oneGroup ? group : random.nextInt(trace.groups);
      int next = random.nextInt(trace.groupSize);
      receive(trace, nextGroup, next, flag, offset, scope, seqCst);
      between(trace, nextGroup, next, flag, offset, scope);
      trace.access(nextGroup, next, kind(false), data, 16 + 4 * random.nextInt(2), 4);
      group = nextGroup;
      item = next;
    }
    return trace;
  }

  private void send(
      Trace trace,
      int group,
      int item,
      Region flag,
      int offset,
      MemoryScope scope,
      boolean seqCst) {
    MemoryOrder order = seqCst ? MemoryOrder.SEQ_CST : MemoryOrder.RELEASE;
    AccessKind kind = random.nextBoolean() ? AccessKind.ATOMIC_WRITE : AccessKind.ATOMIC_UPDATE;
    switch (random.nextInt(4)) {
      case 0 -> trace.barrier(group, flags(), scope);
      case 1 -> trace.fence(group, item, flags(), order, scope);
      case 2 -> {
        trace.fence(group, item, flags(), order, scope);
        order = MemoryOrder.RELAXED;
      }
      default -> {}
    }
    trace.atomic(group, item, kind, flag, offset, random.nextInt(8) == 0 ? order() : order, scope);
  }

  private void receive(
      Trace trace,
      int group,
      int item,
      Region flag,
      int offset,
      MemoryScope scope,
      boolean seqCst) {
    MemoryOrder order = seqCst ? MemoryOrder.SEQ_CST : MemoryOrder.ACQUIRE;
    boolean update = random.nextInt(3) == 0;
    int way = random.nextInt(4);
    trace.atomic(
        group,
        item,
        update ? AccessKind.ATOMIC_UPDATE : AccessKind.ATOMIC_READ,
        flag,
        offset,
        way > 1 ? order : MemoryOrder.RELAXED,
        scope);
    switch (way) {
      case 0 -> trace.barrier(group, flags(), scope);
      case 1, 2 -> trace.fence(group, item, flags(), order, scope);
      default -> {}
    }
  }

  /** Something may happen to the flag, which may end the release sequence. */
  private void between(
      Trace trace, int group, int item, Region flag, int offset, MemoryScope scope) {
    int other = random.nextInt(trace.groupSize);
    switch (random.nextInt(12)) {
      case 0 ->
          trace.atomic(
              group, item, AccessKind.ATOMIC_WRITE, flag, offset, MemoryOrder.RELAXED, scope);
      case 1 -> trace.access(group, item, AccessKind.WRITE, flag, offset, 4);
      case 2 -> trace.atomic(group, other, AccessKind.ATOMIC_UPDATE, flag, offset, order(), scope);
      case 3 -> trace.atomic(group, other, AccessKind.ATOMIC_WRITE, flag, offset, order(), scope);
      case 4 ->
          trace.subGroupBarrier(
              group,
              item / trace.subGroupSize,
              flags(),
              random.nextBoolean() ? MemoryScope.SUB_GROUP : scope);
      case 5 -> trace.barrier(group, flags());
      default -> {}
    }
  }

  private int flags() {
    return random.nextInt(2) == 0 ? 3 : 1 + random.nextInt(2);
  }

  private void atomic(
      Trace trace, int group, int item, Region region, int offset, MemoryScope scope) {
    AccessKind kind = kind(true);
    MemoryOrder order = order();
    if (kind == AccessKind.ATOMIC_READ
        && !(order == MemoryOrder.RELAXED || order == MemoryOrder.SEQ_CST)) {
      order = MemoryOrder.ACQUIRE;
    }
    if (kind == AccessKind.ATOMIC_WRITE
        && !(order == MemoryOrder.RELAXED || order == MemoryOrder.SEQ_CST)) {
      order = MemoryOrder.RELEASE;
    }
    trace.atomic(group, item, kind, region, offset, order, scope);
  }

  private MemoryScope[] scopes() {
    return switch (random.nextInt(4)) {
      case 0 -> new MemoryScope[] {MemoryScope.DEVICE};
      case 1 -> new MemoryScope[] {MemoryScope.WORK_GROUP, MemoryScope.DEVICE};
      case 2 -> new MemoryScope[] {MemoryScope.SUB_GROUP, MemoryScope.WORK_GROUP};
      default -> MemoryScope.values();
    };
  }

  private MemoryScope barrierScope() {
    return random.nextInt(3) == 0
        ? SCOPES.get(random.nextInt(SCOPES.size()))
        : MemoryScope.WORK_GROUP;
  }

  private MemoryOrder order() {
    return switch (random.nextInt(6)) {
      case 0 -> MemoryOrder.RELAXED;
      case 1 -> MemoryOrder.ACQUIRE;
      case 2 -> MemoryOrder.RELEASE;
      case 3 -> MemoryOrder.ACQ_REL;
      default -> MemoryOrder.SEQ_CST;
    };
  }

  private Region region() {
    return random.nextBoolean() ? Region.GLOBAL : Region.LOCAL;
  }

  private AccessKind kind(boolean atomic) {
    if (!atomic) {
      return random.nextInt(3) == 0 ? AccessKind.WRITE : AccessKind.READ;
    }
    return switch (random.nextInt(3)) {
      case 0 -> AccessKind.ATOMIC_READ;
      case 1 -> AccessKind.ATOMIC_WRITE;
      default -> AccessKind.ATOMIC_UPDATE;
    };
  }

  private int size() {
    return random.nextInt(20) == 0 ? 1 + random.nextInt(40) : 1 << random.nextInt(5);
  }

  private int offset(int bytes) {
    int base = random.nextInt(5) == 0 ? Page.BYTES - 8 : 0;
    return base
        + (random.nextInt(3) == 0 ? random.nextInt(16) : random.nextInt(16) / bytes * bytes);
  }
}
