package dev.barnacle.cl.internal.host;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.ErrorCode;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Zeroed memory, from the C library but for a process's first, which may be all that it needs.
 * Java's arenas would count it against {@code -XX:MaxDirectMemorySize}, which has to do with the
 * heap's size and not the machine's, and would write the zeros where the system has zeroed pages
 * already; and to close one takes many times as long as {@code free}, as all threads are asked.
 * Large blocks ask the system for huge pages, where it gives them to those who ask (Linux).
 */
public final class NativeMemory {
  /** Alignment of every buffer, in bytes: a cache line and the widest vector type. */
  public static final long ALIGNMENT = 128;

  /** What Java's arenas give in all, in bytes. */
  private static final long ARENA_BYTES = 16L << 20;

  /** From how many bytes on memory is to have huge pages. */
  private static final long HUGE_FROM_BYTES = 8L << 20;

  /** A huge page of x86-64 and, where pages are of 4 KiB, of AArch64, in bytes. */
  private static final long HUGE_PAGE_BYTES = 2L << 20;

  /** {@code MADV_HUGEPAGE} of Linux. */
  private static final int ADVICE_HUGE_PAGES = 14;

  private static final boolean IS_LINUX = System.getProperty("os.name").equals("Linux");

  /** What each piece of it counts at least, so that there are not many. */
  private static final long LEAST_BYTES = 256L << 10;

  /** What they have given, whether it is in use or not. */
  private static final AtomicLong FROM_ARENAS = new AtomicLong();

  /** The C library's functions: to find the first ones takes longer than to check a kernel. */
  private static final class Library {
    static final MethodHandle CALLOC =
        function(
            "calloc",
            FunctionDescriptor.of(
                ValueLayout.ADDRESS, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG));
    static final MethodHandle FREE =
        function("free", FunctionDescriptor.ofVoid(ValueLayout.ADDRESS));

    private static MethodHandle function(String name, FunctionDescriptor descriptor) {
      Linker linker = Linker.nativeLinker();
      return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), descriptor);
    }
  }

  /** Found apart from the others, as only large blocks need it. */
  private static final class HugePages {
    static final MethodHandle MADVISE =
        Library.function(
            "madvise",
            FunctionDescriptor.of(
                ValueLayout.JAVA_INT,
                ValueLayout.JAVA_LONG,
                ValueLayout.JAVA_LONG,
                ValueLayout.JAVA_INT));
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
        byteSize <= ARENA_BYTES
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
    MemorySegment block;
    try {
      block = (MemorySegment) Library.CALLOC.invokeExact(1L, Math.addExact(byteSize, ALIGNMENT));
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
    if (block.address() == 0) {
      throw new ClException(
          ErrorCode.CL_MEM_OBJECT_ALLOCATION_FAILURE,
          "no memory for a buffer of " + byteSize + " bytes");
    }
    long start = Math.ceilDiv(block.address(), ALIGNMENT) * ALIGNMENT;
    if (IS_LINUX && byteSize >= HUGE_FROM_BYTES) {
      adviseHugePages(start, start + byteSize);
    }
    return new NativeMemory(start, byteSize, () -> free(block));
  }

  /** For the huge pages that lie in a block whole; a system that has none declines. */
  private static void adviseHugePages(long start, long end) {
    long first = Math.ceilDiv(start, HUGE_PAGE_BYTES) * HUGE_PAGE_BYTES;
    long bytes = end / HUGE_PAGE_BYTES * HUGE_PAGE_BYTES - first;
    try {
      int ignored = (int) HugePages.MADVISE.invokeExact(first, bytes, ADVICE_HUGE_PAGES);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  private static void free(MemorySegment block) {
    try {
      Library.FREE.invokeExact(block);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
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
