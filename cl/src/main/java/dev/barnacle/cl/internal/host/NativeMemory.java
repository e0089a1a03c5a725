package dev.barnacle.cl.internal.host;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.llvm.host.GuardedMemory;
import dev.barnacle.llvm.host.NativeCall;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Zeroed memory, from the C library, or for small buffers from {@link SmallBlocks}; but a process's
 * first, which may be all that it needs, from Java's arenas where the C library's functions would
 * have to be linked first. Java's arenas would count it against {@code -XX:MaxDirectMemorySize},
 * which has to do with the heap's size and not the machine's, and would write the zeros where the
 * system has zeroed pages already; and to close one takes many times as long as {@code free}, as
 * all threads are asked. Large blocks ask the system for huge pages, where it gives them to those
 * who ask, and end at pages that nobody may access, so that a kernel which goes on behind them is
 * stopped there (Linux).
 */
public final class NativeMemory {
  /** Alignment of every buffer, in bytes: a cache line and the widest vector type. */
  public static final long ALIGNMENT = 128;

  /** The bytes that Java's arenas give in all. */
  private static final long ARENA_BYTES = 16L << 20;

  /** From how many bytes on memory is to have huge pages. */
  private static final long HUGE_FROM_BYTES = 8L << 20;

  /**
   * From how many bytes on memory has a mapping of its own: as many as the system zeroes in a huge
   * page at once, so that what it takes is not more than to zero what was freed before.
   */
  private static final long GUARDED_FROM_BYTES = 2L << 20;

  /** A huge page of x86-64 and, where pages are of 4 KiB, of AArch64, in bytes. */
  private static final long HUGE_PAGE_BYTES = 2L << 20;

  /** {@code MADV_HUGEPAGE} of Linux. */
  private static final int ADVICE_HUGE_PAGES = 14;

  private static final boolean IS_LINUX = System.getProperty("os.name").equals("Linux");

  /** The least that a piece of memory counts, so that there are not many pieces. */
  private static final long LEAST_BYTES = 256L << 10;

  /** The bytes that the arenas have given, in use or not. */
  private static final AtomicLong FROM_ARENAS = new AtomicLong();

  /** The C library's functions: to find the first ones may take longer than to check a kernel. */
  private static final class Library {
    static final long CALLOC = NativeCall.find("calloc");
    static final long FREE = NativeCall.find("free");
  }

  /** Found apart from the others, as only large blocks need it. */
  private static final class HugePages {
    static final long MADVISE = NativeCall.find("madvise");
  }

  private final MemorySegment memory;
  private final Runnable free;

  private NativeMemory(long address, long byteSize, Runnable free) {
    this.memory = MemorySegment.ofAddress(address).reinterpret(byteSize);
    this.free = free;
  }

  /**
   * Allocates {@code byteSize} zeroed bytes.
   *
   * @throws ClException {@code CL_MEM_OBJECT_ALLOCATION_FAILURE} where there is not enough memory
   */
  public static NativeMemory allocate(long byteSize) {
    boolean isFirst =
        !NativeCall.isRegistered()
            && byteSize < GUARDED_FROM_BYTES
            && FROM_ARENAS.get() < ARENA_BYTES
            && FROM_ARENAS.addAndGet(Math.max(LEAST_BYTES, byteSize)) <= ARENA_BYTES;
    return isFirst ? inArena(byteSize) : inLibrary(byteSize);
  }

  private static NativeMemory inArena(long byteSize) {
    Arena arena = Arena.ofShared();
    try {
      MemorySegment block = arena.allocate(byteSize, ALIGNMENT);
      return new NativeMemory(block.address(), byteSize, arena::close);
    } catch (OutOfMemoryError e) {
      arena.close();
      return inLibrary(byteSize); // Java's own limit
    }
  }

  private static NativeMemory inLibrary(long byteSize) {
    GuardedMemory guarded =
        byteSize < GUARDED_FROM_BYTES
            ? null
            : GuardedMemory.allocate(byteSize, ALIGNMENT, HUGE_PAGE_BYTES).orElse(null);
    if (guarded != null) {
      long start = guarded.memory().address();
      adviseHugePages(start, start + byteSize);
      return new NativeMemory(start, byteSize, guarded::free);
    }
    Optional<NativeMemory> small =
        byteSize <= SmallBlocks.MOST_BYTES ? inSmallBlock(byteSize) : Optional.empty();
    if (small.isPresent()) {
      return small.get();
    }
    long block = NativeCall.call(Library.CALLOC, 1, Math.addExact(byteSize, ALIGNMENT), 0, 0, 0, 0);
    if (block == 0) {
      throw new ClException(
          ErrorCode.CL_MEM_OBJECT_ALLOCATION_FAILURE,
          "no memory for a buffer of " + byteSize + " bytes");
    }
    long start = Math.ceilDiv(block, ALIGNMENT) * ALIGNMENT;
    if (IS_LINUX && byteSize >= HUGE_FROM_BYTES) {
      adviseHugePages(start, start + byteSize);
    }
    return new NativeMemory(
        start, byteSize, () -> NativeCall.call(Library.FREE, block, 0, 0, 0, 0, 0));
  }

  private static Optional<NativeMemory> inSmallBlock(long byteSize) {
    SmallBlocks blocks = SmallBlocks.of(byteSize);
    return blocks
        .take()
        .map(address -> new NativeMemory(address, byteSize, () -> blocks.give(address)));
  }

  /** For the huge pages that lie in a block whole; a system that has none declines. */
  private static void adviseHugePages(long start, long end) {
    long first = Math.ceilDiv(start, HUGE_PAGE_BYTES) * HUGE_PAGE_BYTES;
    long bytes = end / HUGE_PAGE_BYTES * HUGE_PAGE_BYTES - first;
    NativeCall.call(HugePages.MADVISE, first, bytes, ADVICE_HUGE_PAGES, 0, 0, 0);
  }

  /** Returns the memory. */
  public MemorySegment memory() {
    return memory;
  }

  /** Frees it; it must not be used any more. */
  public void free() {
    free.run();
  }
}
