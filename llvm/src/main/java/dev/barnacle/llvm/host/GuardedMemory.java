package dev.barnacle.llvm.host;

import java.lang.foreign.MemorySegment;
import java.util.Optional;

/**
 * Zeroed memory in pages of its own, between pages that nobody may access ({@code mmap}, {@code
 * mprotect} of Linux). Who writes beyond the end of something beside it faults before he comes
 * here, and who writes beyond its end faults at once: it ends where the next page begins, but for
 * what its alignment takes.
 */
public final class GuardedMemory {
  /** The bytes left free on either side: more than a page, as kernels take large steps. */
  public static final long GUARD_BYTES = 1L << 20;

  private static final boolean IS_LINUX = System.getProperty("os.name").equals("Linux");
  private static final long PAGE_BYTES = 64L << 10; // the largest that Linux has on our processors

  /** {@code MAP_PRIVATE}, {@code MAP_ANONYMOUS} and {@code MAP_NORESERVE} of Linux. */
  private static final int PRIVATE_ANONYMOUS = 0x4022;

  private static final int NO_ACCESS = 0;
  private static final int READ_AND_WRITE = 3;

  /** The C library's functions; 0 where it has none. */
  private static final class Library {
    static final long MMAP = NativeCall.find("mmap");
    static final long MUNMAP = NativeCall.find("munmap");
    static final long MPROTECT = NativeCall.find("mprotect");

    static boolean isThere() {
      return MMAP != 0 && MUNMAP != 0 && MPROTECT != 0;
    }
  }

  private final long mapping;
  private final long mappedBytes;
  private final MemorySegment memory;

  private GuardedMemory(long mapping, long mappedBytes, MemorySegment memory) {
    this.mapping = mapping;
    this.mappedBytes = mappedBytes;
    this.memory = memory;
  }

  /**
   * Allocates {@code byteSize} bytes; empty where the system has none or no such functions.
   *
   * @param alignment of its start, a power of two
   * @param endAlignment of the page that follows it, a power of two; a multiple of 64 KiB
   */
  public static Optional<GuardedMemory> allocate(long byteSize, long alignment, long endAlignment) {
    if (!IS_LINUX || !Library.isThere()) {
      return Optional.empty();
    }
    long rounded = align(byteSize, alignment);
    long bytes = align(rounded, PAGE_BYTES) + endAlignment + 2 * GUARD_BYTES;
    long mapping = NativeCall.call(Library.MMAP, 0, bytes, NO_ACCESS, PRIVATE_ANONYMOUS, -1, 0);
    if (mapping == -1) {
      return Optional.empty();
    }
    long end = align(mapping + GUARD_BYTES + rounded, endAlignment);
    long start = end - rounded;
    long first = start & -PAGE_BYTES;
    GuardedMemory made =
        new GuardedMemory(mapping, bytes, MemorySegment.ofAddress(start).reinterpret(byteSize));
    int error =
        (int) NativeCall.call(Library.MPROTECT, first, end - first, READ_AND_WRITE, 0, 0, 0);
    if (error != 0) {
      made.free();
      return Optional.empty();
    }
    return Optional.of(made);
  }

  private static long align(long at, long alignment) {
    return (at + alignment - 1) & -alignment;
  }

  /** Returns the memory. */
  public MemorySegment memory() {
    return memory;
  }

  /** Gives it back to the system; it must not be used any more. */
  public void free() {
    NativeCall.call(Library.MUNMAP, mapping, mappedBytes, 0, 0, 0, 0);
  }
}
