package dev.barnacle.cl.internal.host;

import dev.barnacle.llvm.host.GuardedMemory;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * Zeroed memory of small buffers, apart from the C library's heap: in chunks of blocks of one size,
 * a power of two, before pages that nobody may access. A kernel that goes on behind a buffer comes
 * to other buffers and then to these pages, and not to what the program and the JVM have. Blocks
 * that are free are used again; their chunks stay.
 */
final class SmallBlocks {
  /** The largest block, in bytes. */
  static final long MOST_BYTES = 64L << 10;

  private static final long CHUNK_BYTES = 256L << 10;
  private static final long PAGE_BYTES = 64L << 10;

  private static final SmallBlocks[] OF_SIZE = ofSizes();

  private final long byteSize;
  private final Deque<Block> free = new ArrayDeque<>();

  /** A place, and whether a buffer has been there. */
  private record Block(long address, boolean isUsed) {}

  private SmallBlocks(long byteSize) {
    this.byteSize = byteSize;
  }

  private static SmallBlocks[] ofSizes() {
    int count = Long.numberOfTrailingZeros(MOST_BYTES / NativeMemory.ALIGNMENT) + 1;
    SmallBlocks[] all = new SmallBlocks[count];
    for (int i = 0; i < count; i++) {
      all[i] = new SmallBlocks(NativeMemory.ALIGNMENT << i);
    }
    return all;
  }

  /** Returns the blocks for so many bytes, at most {@link #MOST_BYTES}. */
  static SmallBlocks of(long byteSize) {
    long units = Math.max(1, Math.ceilDiv(byteSize, NativeMemory.ALIGNMENT));
    return OF_SIZE[Long.SIZE - Long.numberOfLeadingZeros(units - 1)];
  }

  /** Returns the address of a block, all zeros; empty where the system has no such memory. */
  synchronized Optional<Long> take() {
    if (free.isEmpty() && !grow()) {
      return Optional.empty();
    }
    Block block = free.pop();
    if (block.isUsed()) {
      MemorySegment.ofAddress(block.address()).reinterpret(byteSize).fill((byte) 0);
    }
    return Optional.of(block.address());
  }

  /** Gives a block back. */
  synchronized void give(long address) {
    free.push(new Block(address, true));
  }

  /** The last block of a chunk is taken first: behind it nobody may go. */
  private boolean grow() {
    Optional<GuardedMemory> chunk =
        GuardedMemory.allocate(CHUNK_BYTES, NativeMemory.ALIGNMENT, PAGE_BYTES);
    if (chunk.isEmpty()) {
      return false;
    }
    long start = chunk.get().memory().address();
    for (long at = start; at < start + CHUNK_BYTES; at += byteSize) {
      free.push(new Block(at, false));
    }
    return true;
  }
}
