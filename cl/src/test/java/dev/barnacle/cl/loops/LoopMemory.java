package dev.barnacle.cl.loops;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.SplittableRandom;

/** A kernel's buffers in one block of memory, between guards of numbers that no buffer has. */
final class LoopMemory {
  /** The buffers, in the order of the kernels' parameters, and how many bytes each has. */
  enum Area {
    A(LoopKernel.ITEMS * LoopKernel.BYTES),
    B(LoopKernel.ITEMS * LoopKernel.BYTES),
    R(LoopKernel.ITEMS * 64),
    X(LoopKernel.BYTES),
    Y(LoopKernel.BYTES),
    T(LoopKernel.BYTES);

    final int bytes;

    Area(int bytes) {
      this.bytes = bytes;
    }
  }

  static final List<Area> AREAS = List.of(Area.values());

  /** Bytes before, between and behind the buffers. */
  private static final int GUARD = 16 << 10;

  static final int BYTES = AREAS.stream().mapToInt(a -> a.bytes).sum() + GUARD * (AREAS.size() + 1);

  private static final int POOL = 2 * LoopKernel.ITEMS * LoopKernel.BYTES;
  private static final MemorySegment BYTES_POOL = MemorySegment.ofArray(new long[POOL / 8]);
  private static final MemorySegment SMALL_POOL = MemorySegment.ofArray(new long[POOL / 8]);
  private static final MemorySegment FLOAT_POOL = MemorySegment.ofArray(new long[POOL / 8]);
  private static final MemorySegment DOUBLE_POOL = MemorySegment.ofArray(new long[POOL / 8]);

  static {
    SplittableRandom random = new SplittableRandom(1);
    for (int at = 0; at < POOL; at++) {
      BYTES_POOL.set(ValueLayout.JAVA_BYTE, at, (byte) random.nextInt());
      SMALL_POOL.set(ValueLayout.JAVA_BYTE, at, (byte) random.nextInt(4));
    }
    for (int at = 0; at < POOL / 4; at++) {
      int number = random.nextInt(random.nextBoolean() ? 8192 : 10);
      FLOAT_POOL.setAtIndex(ValueLayout.JAVA_FLOAT_UNALIGNED, at, number - 4096 + 0.0f);
    }
    for (int at = 0; at < POOL / 8; at++) {
      int number = random.nextInt(random.nextBoolean() ? 8192 : 10);
      DOUBLE_POOL.setAtIndex(ValueLayout.JAVA_DOUBLE_UNALIGNED, at, number - 4096 + 0.0);
    }
  }

  private final MemorySegment block;

  /** Uses a block of {@link #BYTES} bytes that begins at a multiple of 128. */
  LoopMemory(MemorySegment block) {
    this.block = block;
  }

  static long offset(int area) {
    long at = GUARD;
    for (int k = 0; k < area; k++) {
      at += AREAS.get(k).bytes + GUARD;
    }
    return at;
  }

  /** Returns which area is a kernel's argument. */
  static int argument(LoopKernel kernel, int index) {
    return kernel.same() && AREAS.get(index) == Area.B ? AREAS.indexOf(Area.A) : index;
  }

  MemorySegment area(int area) {
    return block.asSlice(offset(area), AREAS.get(area).bytes);
  }

  /** Writes what a kernel begins with. */
  void fill(LoopKernel kernel) {
    SplittableRandom random = new SplittableRandom(kernel.seed() ^ 0x5eed);
    long at = 0;
    for (int k = 0; k < AREAS.size(); k++) {
      copy(BYTES_POOL, random, at, GUARD);
      at += GUARD;
      copy(pool(kernel, k, random), random, at, AREAS.get(k).bytes);
      at += AREAS.get(k).bytes;
    }
    copy(BYTES_POOL, random, at, GUARD);
  }

  private static MemorySegment pool(LoopKernel kernel, int area, SplittableRandom random) {
    if (AREAS.get(area) == Area.R) {
      return BYTES_POOL;
    }
    return switch (kernel.types().get(area < 2 ? area : area - 1)) {
      case FLOAT -> FLOAT_POOL;
      case DOUBLE -> DOUBLE_POOL;
      default -> random.nextInt(4) == 0 ? SMALL_POOL : BYTES_POOL;
    };
  }

  private void copy(MemorySegment pool, SplittableRandom random, long to, int bytes) {
    long from = random.nextInt((POOL - bytes) / 128) * 128L;
    MemorySegment.copy(pool, from, block, to, bytes);
  }

  /** Says where another memory differs first; empty if it doesn't. */
  String difference(LoopMemory right, LoopKernel kernel) {
    long at = block.mismatch(right.block);
    if (at < 0) {
      return "";
    }
    for (int k = AREAS.size() - 1; k >= 0; k--) {
      long within = at - offset(k);
      if (within >= 0 || k == 0) {
        return place(k, within, kernel)
            + ": byte %d is %02x, not %02x"
                .formatted(
                    within,
                    block.get(ValueLayout.JAVA_BYTE, at),
                    right.block.get(ValueLayout.JAVA_BYTE, at));
      }
    }
    throw new IllegalStateException();
  }

  private String place(int k, long within, LoopKernel kernel) {
    Area area = AREAS.get(k);
    String name = area.name().toLowerCase(java.util.Locale.ROOT);
    if (within < 0) {
      return "before " + name;
    }
    if (within >= area.bytes) {
      return "behind " + name;
    }
    int bytes = area == Area.R ? 8 : kernel.types().get(k < 2 ? k : k - 1).bytes;
    return name + "[" + within / bytes + "]";
  }
}
