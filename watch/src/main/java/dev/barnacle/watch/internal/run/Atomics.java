package dev.barnacle.watch.internal.run;

import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.Fence;
import dev.barnacle.watch.internal.race.AccessKind;
import dev.barnacle.watch.internal.race.AtomicAccess;
import dev.barnacle.watch.internal.race.RaceShadow;

/**
 * Atomic operations of kernels. Floating-point numbers come as their bits. All are sequentially
 * consistent; what the kernel asked for matters to the race detector only.
 */
public final class Atomics {
  private static final AtomicRmw.Op[] OPERATIONS = AtomicRmw.Op.values();

  private Atomics() {}

  public static void fence(WorkItem item, int place) {
    Fence fence = (Fence) item.launch.instruction(place);
    item.accessor.fence(fence.flags(), fence.order(), fence.scope());
  }

  public static int loadInt(WorkItem item, long pointer, int place) {
    return Raw.atomicInt(check(item, pointer, 4, place, item.launch.atomic(place).access()));
  }

  public static long loadLong(WorkItem item, long pointer, int place) {
    return Raw.atomicLong(check(item, pointer, 8, place, item.launch.atomic(place).access()));
  }

  public static void store(WorkItem item, long pointer, int value, int place) {
    Raw.atomicPutInt(check(item, pointer, 4, place, item.launch.atomic(place).access()), value);
  }

  public static void store(WorkItem item, long pointer, long value, int place) {
    Raw.atomicPutLong(check(item, pointer, 8, place, item.launch.atomic(place).access()), value);
  }

  public static int update(WorkItem item, long pointer, int value, int operation, int place) {
    long address = check(item, pointer, 4, place, item.launch.atomic(place).access());
    AtomicRmw.Op op = OPERATIONS[operation];
    if (op == AtomicRmw.Op.ADD) {
      return Raw.addInt(address, value);
    }
    while (true) {
      int old = Raw.atomicInt(address);
      if (Raw.exchangeInt(address, old, combine(op, old, value)) == old) {
        return old;
      }
    }
  }

  public static long update(WorkItem item, long pointer, long value, int operation, int place) {
    long address = check(item, pointer, 8, place, item.launch.atomic(place).access());
    AtomicRmw.Op op = OPERATIONS[operation];
    while (true) {
      long old = Raw.atomicLong(address);
      if (Raw.exchangeLong(address, old, combine(op, old, value)) == old) {
        return old;
      }
    }
  }

  public static int exchange(WorkItem item, long pointer, int expected, int desired, int place) {
    KernelCode.AtomicUse use = item.launch.atomic(place);
    long address = Memory.atomicAddress(item, pointer, 4, place);
    int old = Raw.exchangeInt(address, expected, desired);
    note(item, pointer, 4, place, old == expected ? use.access() : use.failure());
    return old;
  }

  public static long exchange(WorkItem item, long pointer, long expected, long desired, int place) {
    KernelCode.AtomicUse use = item.launch.atomic(place);
    long address = Memory.atomicAddress(item, pointer, 8, place);
    long old = Raw.exchangeLong(address, expected, desired);
    note(item, pointer, 8, place, old == expected ? use.access() : use.failure());
    return old;
  }

  private static long check(
      WorkItem item, long pointer, int bytes, int place, AtomicAccess access) {
    long address = Memory.atomicAddress(item, pointer, bytes, place);
    note(item, pointer, bytes, place, access);
    return address;
  }

  /** Tells the race detector of an access, unless its address was wrong. */
  private static void note(WorkItem item, long given, int bytes, int place, AtomicAccess access) {
    long pointer = Memory.resolve(item, given);
    MemoryObject object = Memory.object(item, pointer);
    if (object == null) {
      return;
    }
    long at = Pointers.offset(pointer);
    if (at < 0 || at > object.byteSize - bytes || (at & (bytes - 1)) != 0) {
      return;
    }
    WrittenBytes written = object.written;
    if (written != null) {
      if (access.kind() != AccessKind.ATOMIC_WRITE && !written.all(at, bytes)) {
        item.faults().unwritten(item, object, written, at, bytes, place);
      }
      if (access.kind().writes()) {
        written.write(at, bytes);
      }
    }
    RaceShadow races = object.races;
    if (races != null) {
      races.atomic(item.accessor, at + object.raceOffset, bytes, place, access);
    }
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
