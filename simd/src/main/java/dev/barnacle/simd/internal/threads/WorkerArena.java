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

  private final Arena arena = Arena.ofAuto();
  private final MemorySegment memory;

  private WorkerArena(long byteSize) {
    this.memory = arena.allocate(byteSize + ArenaLayout.MARGIN, 128).asSlice(0, byteSize);
  }

  /**
   * Returns at least {@code byteSize} bytes for the calling thread; what they hold is undefined.
   */
  public static MemorySegment get(long byteSize) {
    WorkerArena current = CURRENT.get();
    if (current == null || current.memory.byteSize() < byteSize) {
      current = new WorkerArena(Math.max(byteSize, 64 << 10));
      CURRENT.set(current);
    }
    return current.memory;
  }
}
