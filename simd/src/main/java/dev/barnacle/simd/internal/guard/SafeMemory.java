package dev.barnacle.simd.internal.guard;

import dev.barnacle.llvm.host.GuardedMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/**
 * Zeroed memory, for the rest of the process, that a kernel which goes on behind its buffers does
 * not come to: what says which kernel that was must not lie on the heap which the kernel
 * overwrites.
 */
final class SafeMemory {
  private static final long BLOCK_BYTES = 256L << 10;
  private static final long PAGE_BYTES = 64L << 10;
  private static final long ALIGNMENT = 64;

  private static MemorySegment left = MemorySegment.NULL;

  private SafeMemory() {}

  /** Returns some, aligned for every type; on the heap where the system has no other. */
  static synchronized MemorySegment allocate(long byteSize) {
    long bytes = (byteSize + ALIGNMENT - 1) & -ALIGNMENT;
    if (left.byteSize() < bytes) {
      Optional<GuardedMemory> more =
          GuardedMemory.allocate(Math.max(BLOCK_BYTES, bytes), ALIGNMENT, PAGE_BYTES);
      if (more.isEmpty()) {
        return Arena.global().allocate(byteSize, ALIGNMENT);
      }
      left = more.get().memory();
    }
    MemorySegment taken = left.asSlice(0, byteSize);
    left = left.asSlice(bytes);
    return taken;
  }
}
