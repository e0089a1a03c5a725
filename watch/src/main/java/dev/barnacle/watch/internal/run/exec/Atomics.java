package dev.barnacle.watch.internal.run.exec;

import dev.barnacle.engine.math.MathFunctions;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.Fence;
import dev.barnacle.ir.FenceFlag;
import dev.barnacle.ir.MemoryOrder;
import dev.barnacle.watch.internal.race.access.AccessKind;
import dev.barnacle.watch.internal.race.access.AtomicAccess;
import dev.barnacle.watch.internal.race.shadow.RaceShadow;
import dev.barnacle.watch.internal.race.shadow.StoreChoice;
import dev.barnacle.watch.internal.run.memory.Pointers;
import dev.barnacle.watch.internal.run.memory.RawMemory;
import dev.barnacle.watch.internal.run.memory.WatchedObject;
import dev.barnacle.watch.internal.run.memory.WrittenBytes;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Atomic operations of kernels. Floating-point numbers come as their bits. All are sequentially
 * consistent, but for loads, and exchanges that fail, that the race detector lets read old stores
 * ({@link dev.barnacle.watch.internal.race.clock.StaleReads}); what the kernel asked for matters to
 * the race detector only.
 */
public final class Atomics {
  private static final AtomicRmw.Op[] OPERATIONS = AtomicRmw.Op.values();

  private Atomics() {}

  public static void fence(WorkItem item, int place) {
    Fence fence = (Fence) item.launch.instruction(place);
    item.accessor.fence(fence.flags(), fence.order(), fence.scope());
    if (fence.flags().contains(FenceFlag.IMAGE) && fence.order() != MemoryOrder.RELAXED) {
      item.group().fenceImages(item.item);
    }
  }

  public static int loadInt(WorkItem item, long pointer, int place) {
    long address = Memory.atomicAddress(item, pointer, 4, place);
    StoreChoice old = noteLoad(item, pointer, 4, place);
    return old == null ? RawMemory.atomicInt(address) : (int) old.value();
  }

  public static long loadLong(WorkItem item, long pointer, int place) {
    long address = Memory.atomicAddress(item, pointer, 8, place);
    StoreChoice old = noteLoad(item, pointer, 8, place);
    return old == null ? RawMemory.atomicLong(address) : old.value();
  }

  public static void store(WorkItem item, long pointer, int value, int place) {
    long address = Memory.atomicAddress(item, pointer, 4, place);
    if (!noteStore(item, pointer, 4, place, RawMemory.atomicInt(address), value)) {
      RawMemory.atomicPutInt(address, value);
    }
  }

  public static void store(WorkItem item, long pointer, long value, int place) {
    long address = Memory.atomicAddress(item, pointer, 8, place);
    if (!noteStore(item, pointer, 8, place, RawMemory.atomicLong(address), value)) {
      RawMemory.atomicPutLong(address, value);
    }
  }

  public static int update(WorkItem item, long pointer, int value, int operation, int place) {
    long address = Memory.atomicAddress(item, pointer, 4, place);
    int old = update(address, value, OPERATIONS[operation]);
    noteWrite(item, pointer, 4, place, old);
    return old;
  }

  private static int update(long address, int value, AtomicRmw.Op op) {
    if (op == AtomicRmw.Op.ADD) {
      return RawMemory.addInt(address, value);
    }
    while (true) {
      int old = RawMemory.atomicInt(address);
      if (RawMemory.exchangeInt(address, old, combine(op, old, value)) == old) {
        return old;
      }
    }
  }

  public static long update(WorkItem item, long pointer, long value, int operation, int place) {
    long address = Memory.atomicAddress(item, pointer, 8, place);
    long old = update(address, value, OPERATIONS[operation]);
    noteWrite(item, pointer, 8, place, old);
    return old;
  }

  private static long update(long address, long value, AtomicRmw.Op op) {
    while (true) {
      long old = RawMemory.atomicLong(address);
      if (RawMemory.exchangeLong(address, old, combine(op, old, value)) == old) {
        return old;
      }
    }
  }

  public static int exchange(WorkItem item, long pointer, int expected, int desired, int place) {
    long address = Memory.atomicAddress(item, pointer, 4, place);
    StoreChoice failed = noteFailure(item, pointer, 4, place, value -> (int) value != expected);
    if (failed != null) {
      return (int) failed.value();
    }
    int old = RawMemory.exchangeInt(address, expected, desired);
    noteExchange(item, pointer, 4, place, old, old == expected);
    return old;
  }

  public static long exchange(WorkItem item, long pointer, long expected, long desired, int place) {
    long address = Memory.atomicAddress(item, pointer, 8, place);
    StoreChoice failed = noteFailure(item, pointer, 8, place, value -> value != expected);
    if (failed != null) {
      return failed.value();
    }
    long old = RawMemory.exchangeLong(address, expected, desired);
    noteExchange(item, pointer, 8, place, old, old == expected);
    return old;
  }

  private static void noteExchange(
      WorkItem item, long given, int bytes, int place, long before, boolean done) {
    if (done) {
      noteWrite(item, given, bytes, place, before);
      return;
    }
    WatchedObject object = accessed(item, given, bytes);
    if (object != null) {
      long at = Pointers.offset(Memory.resolve(item, given));
      read(item, object, at, bytes, place);
      if (object.races != null) {
        AtomicAccess failure = item.launch.atomic(place).failure();
        object.races.atomic(item.accessor, at + object.raceOffset, bytes, place, failure);
      }
    }
  }

  /**
   * Lets an exchange fail that may read an old value.
   *
   * @return the old store that it reads; null where it reads the newest, whatever that is
   */
  private static @Nullable StoreChoice noteFailure(
      WorkItem item, long given, int bytes, int place, LongPredicate unexpected) {
    if (item.launch.detector().oldReads() == null) {
      return null;
    }
    WatchedObject object = accessed(item, given, bytes);
    if (object == null || object.races == null) {
      return null;
    }
    long at = Pointers.offset(Memory.resolve(item, given));
    AtomicAccess failure = item.launch.atomic(place).failure();
    return object.races.fail(
        item.accessor, at + object.raceOffset, bytes, place, failure, unexpected);
  }

  /** Tells the race detector of a load; returns the old store that it reads, null for none. */
  private static @Nullable StoreChoice noteLoad(WorkItem item, long given, int bytes, int place) {
    WatchedObject object = accessed(item, given, bytes);
    if (object == null) {
      return null;
    }
    long at = Pointers.offset(Memory.resolve(item, given));
    read(item, object, at, bytes, place);
    AtomicAccess access = item.launch.atomic(place).access();
    return object.races == null
        ? null
        : object.races.load(item.accessor, at + object.raceOffset, bytes, place, access);
  }

  /**
   * Tells the race detector of a store; returns whether memory stays, since the store comes before
   * what is there.
   *
   * @param before what is in memory
   */
  private static boolean noteStore(
      WorkItem item, long given, int bytes, int place, long before, long value) {
    WatchedObject object =
        item.launch.detector().oldReads() == null ? null : accessed(item, given, bytes);
    long at = Pointers.offset(Memory.resolve(item, given));
    if (object == null || object.races == null || !isKnown(object, at, bytes)) {
      noteWrite(item, given, bytes, place, before);
      return false;
    }
    AtomicAccess access = item.launch.atomic(place).access();
    return object.races.store(
        item.accessor, at + object.raceOffset, bytes, place, access, before, value);
  }

  /**
   * Tells the race detector of a store or an update.
   *
   * @param before what was in memory
   */
  private static void noteWrite(WorkItem item, long given, int bytes, int place, long before) {
    WatchedObject object = accessed(item, given, bytes);
    if (object == null) {
      return;
    }
    AtomicAccess access = item.launch.atomic(place).access();
    long at = Pointers.offset(Memory.resolve(item, given));
    boolean known = isKnown(object, at, bytes);
    if (access.kind() != AccessKind.ATOMIC_WRITE) {
      read(item, object, at, bytes, place);
    }
    if (object.written != null) {
      object.written.write(at, bytes);
    }
    object.set(at, bytes);
    RaceShadow races = object.races;
    if (races != null && known) {
      races.overwrite(item.accessor, at + object.raceOffset, bytes, place, access, before);
    } else if (races != null) {
      races.atomic(item.accessor, at + object.raceOffset, bytes, place, access);
    }
  }

  private static void read(WorkItem item, WatchedObject object, long at, int bytes, int place) {
    WrittenBytes written = object.written;
    if (written != null && !written.all(at, bytes)) {
      item.accessFaults().unwritten(item, object, written, at, bytes, place);
    } else if (object.isUnset(at, bytes)) {
      item.accessFaults().unset(item, object, at, bytes, place);
    }
  }

  private static boolean isKnown(WatchedObject object, long at, int bytes) {
    return !object.isUnset(at, bytes) && (object.written == null || object.written.all(at, bytes));
  }

  /** Returns the shared object that is accessed; null where there is none, or not there. */
  private static @Nullable WatchedObject accessed(WorkItem item, long given, int bytes) {
    long pointer = Memory.resolve(item, given);
    WatchedObject object = Memory.object(item, pointer);
    if (object == null) {
      return null;
    }
    long at = Pointers.offset(pointer);
    boolean wrong = at < 0 || at > object.byteSize - bytes || (at & (bytes - 1)) != 0;
    return wrong ? null : object;
  }

  private static int combine(AtomicRmw.Op op, int a, int b) {
    return switch (op) {
      case XCHG -> b;
      case ADD -> a + b;
      case SUB -> a - b;
      case AND -> a & b;
      case OR -> a | b;
      case XOR -> a ^ b;
      case MIN -> Math.min(a, b);
      case MAX -> Math.max(a, b);
      case UMIN -> Integer.compareUnsigned(a, b) < 0 ? a : b;
      case UMAX -> Integer.compareUnsigned(a, b) > 0 ? a : b;
      case FADD -> bits(value(a) + value(b));
      case FSUB -> bits(value(a) - value(b));
      case FMIN -> bits(MathFunctions.fmin(value(a), value(b)));
      case FMAX -> bits(MathFunctions.fmax(value(a), value(b)));
    };
  }

  private static float value(int bits) {
    return Float.intBitsToFloat(bits);
  }

  private static int bits(float value) {
    return Float.floatToRawIntBits(value);
  }

  private static long combine(AtomicRmw.Op op, long a, long b) {
    return switch (op) {
      case XCHG -> b;
      case ADD -> a + b;
      case SUB -> a - b;
      case AND -> a & b;
      case OR -> a | b;
      case XOR -> a ^ b;
      case MIN -> Math.min(a, b);
      case MAX -> Math.max(a, b);
      case UMIN -> Long.compareUnsigned(a, b) < 0 ? a : b;
      case UMAX -> Long.compareUnsigned(a, b) > 0 ? a : b;
      case FADD -> bits(value(a) + value(b));
      case FSUB -> bits(value(a) - value(b));
      case FMIN -> bits(MathFunctions.fmin(value(a), value(b)));
      case FMAX -> bits(MathFunctions.fmax(value(a), value(b)));
    };
  }

  private static double value(long bits) {
    return Double.longBitsToDouble(bits);
  }

  private static long bits(double value) {
    return Double.doubleToRawLongBits(value);
  }
}
