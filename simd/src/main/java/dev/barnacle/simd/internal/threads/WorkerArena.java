package dev.barnacle.simd.internal.threads;

import dev.barnacle.simd.internal.abi.ArenaLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * The memory in which a thread keeps the local memory and the saved state of the work-group that it
 * runs.
 */
public final class WorkerArena {
  private static final ThreadLocal<@Nullable WorkerArena> CURRENT = new ThreadLocal<>();

  private final MemorySegment memory;

  private WorkerArena(MemorySegment memory) {
    this.memory = memory;
  }

  private static WorkerArena of(long byteSize) {
    MemorySegment all = Arena.ofAuto().allocate(byteSize + ArenaLayout.MARGIN, 128);
    return new WorkerArena(all.asSlice(0, byteSize));
  }

  /**
   * Returns at least {@code byteSize} bytes for the calling thread; what they hold is undefined.
   */
  public static MemorySegment get(long byteSize) {
    WorkerArena current = CURRENT.get();
    if (current == null || current.memory.byteSize() < byteSize) {
      current = of(Math.max(byteSize, 64 << 10));
      CURRENT.set(current);
    }
    return current.memory;
  }

  /**
   * Takes the calling thread's memory away from it, or other memory of at least {@code byteSize}
   * bytes, for a work-group that may have to wait in it.
   */
  public static MemorySegment take(long byteSize) {
    MemorySegment memory = get(byteSize);
    CURRENT.remove();
    return memory;
  }

  /**
   * Gives memory that was taken to the calling thread.
   *
   * @return false if it has some
   */
  public static boolean give(MemorySegment memory) {
    if (CURRENT.get() != null) {
      return false;
    }
    CURRENT.set(new WorkerArena(memory));
    return true;
  }
}
