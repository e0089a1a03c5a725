package dev.barnacle.simd.internal.launch;

import dev.barnacle.engine.Argument;
import dev.barnacle.engine.Launch;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.IntType;
import dev.barnacle.simd.internal.abi.ArenaLayout;
import dev.barnacle.simd.internal.analysis.BufferPrivatization;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The copies of buffers that the threads of one launch keep in their arenas: see {@link
 * BufferPrivatization}. Behind a launch's arguments stand, for each copy in the order of the
 * parameters, its offset in the arena and its size in bytes.
 */
final class PrivatizedBuffers {
  private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle();
  private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

  /** One copy: its place in each arena, and the buffer that it is of. */
  private record Copy(long offset, MemorySegment buffer, BufferPrivatization.Use use) {
    long identity() {
      return use.op().identity((IntType) use.type());
    }
  }

  private final List<Copy> copies = new ArrayList<>();
  private final long localEnd;
  private final long end;

  /**
   * Lays the copies out.
   *
   * @param copied the arguments to copy, a bit each
   * @param arenaEnd where they may start in the arena
   */
  PrivatizedBuffers(
      Launch launch, Map<Integer, BufferPrivatization.Use> uses, long copied, long arenaEnd) {
    this.localEnd = arenaEnd;
    long at = arenaEnd;
    for (long rest = copied; rest != 0; rest &= rest - 1) {
      int parameter = Long.numberOfTrailingZeros(rest);
      BufferPrivatization.Use use = Objects.requireNonNull(uses.get(parameter));
      MemorySegment memory = ((Argument.Memory) launch.arguments().get(parameter)).memory();
      long byteSize = memory.byteSize() / use.type().byteSize() * use.type().byteSize();
      at = ArenaLayout.alignUp(at, 128);
      // Workers are other threads than the one that the memory may belong to.
      MemorySegment buffer = MemorySegment.ofAddress(memory.address()).reinterpret(byteSize);
      copies.add(new Copy(at, buffer, use));
      at += byteSize;
    }
    this.end = at;
  }

  /** Writes the descriptions. */
  void describe(MemorySegment arguments, long from) {
    for (int i = 0; i < copies.size(); i++) {
      long at = from + 16L * i;
      arguments.set(ValueLayout.JAVA_LONG, at, copies.get(i).offset());
      arguments.set(ValueLayout.JAVA_LONG, at + 8, copies.get(i).buffer().byteSize());
    }
  }

  boolean isEmpty() {
    return copies.isEmpty();
  }

  /** Returns where the local memory ends that lies before the copies. */
  long localEnd() {
    return localEnd;
  }

  /** Returns the size of the arena with the copies. */
  long arenaBytes() {
    return end;
  }

  /** Fills a thread's copies with their operation's identity. */
  void fill(MemorySegment arena) {
    for (Copy one : copies) {
      MemorySegment copy = arena.asSlice(one.offset(), one.buffer().byteSize());
      long identity = one.identity();
      if (identity == 0 || identity == -1) {
        copy.fill((byte) identity);
      } else {
        int bytes = (int) one.use().type().byteSize();
        for (long at = 0; at < copy.byteSize(); at += bytes) {
          if (bytes == 4) {
            copy.set(ValueLayout.JAVA_INT, at, (int) identity);
          } else {
            copy.set(ValueLayout.JAVA_LONG, at, identity);
          }
        }
      }
    }
  }

  /** Puts what a thread's copies hold into the buffers, by atomic operations. */
  void merge(MemorySegment arena) {
    for (Copy one : copies) {
      MemorySegment copy = arena.asSlice(one.offset(), one.buffer().byteSize());
      if (((IntType) one.use().type()).bits() == 32) {
        mergeInts(one, copy.toArray(ValueLayout.JAVA_INT));
      } else {
        mergeLongs(one, copy.toArray(ValueLayout.JAVA_LONG));
      }
    }
  }

  private static void mergeInts(Copy copy, int[] values) {
    int identity = (int) copy.identity();
    for (int i = 0; i < values.length; i++) {
      if (values[i] != identity) {
        update(copy, 4L * i, values[i]);
      }
    }
  }

  private static void update(Copy copy, long at, int value) {
    MemorySegment buffer = copy.buffer();
    int old = (int) INT.getVolatile(buffer, at);
    while (true) {
      int changed = (int) combine(copy.use().op(), old, value);
      int found = (int) INT.compareAndExchange(buffer, at, old, changed);
      if (found == old) {
        return;
      }
      old = found;
    }
  }

  private static void mergeLongs(Copy copy, long[] values) {
    long identity = copy.identity();
    for (int i = 0; i < values.length; i++) {
      if (values[i] != identity) {
        update(copy, 8L * i, values[i]);
      }
    }
  }

  private static void update(Copy copy, long at, long value) {
    MemorySegment buffer = copy.buffer();
    long old = (long) LONG.getVolatile(buffer, at);
    while (true) {
      long changed = combine(copy.use().op(), old, value);
      long found = (long) LONG.compareAndExchange(buffer, at, old, changed);
      if (found == old) {
        return;
      }
      old = found;
    }
  }

  private static long combine(AtomicRmw.Op op, long old, long value) {
    return switch (op) {
      case ADD -> old + value;
      case AND -> old & value;
      case OR -> old | value;
      case XOR -> old ^ value;
      case MIN -> Math.min(old, value);
      case MAX -> Math.max(old, value);
      case UMIN -> Long.compareUnsigned(old, value) < 0 ? old : value;
      case UMAX -> Long.compareUnsigned(old, value) > 0 ? old : value;
      default -> throw new IllegalArgumentException(op + " on a copy");
    };
  }
}
