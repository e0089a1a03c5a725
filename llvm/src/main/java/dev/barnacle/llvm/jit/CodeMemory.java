package dev.barnacle.llvm.jit;

import dev.barnacle.llvm.error.LlvmException;
import dev.barnacle.llvm.host.NativeCall;
import dev.barnacle.llvm.machine.Machine;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/**
 * Memory for machine code, of Linux. It is written first and made executable then; at no time is it
 * both.
 *
 * @param address of its first byte
 * @param byteSize whole pages
 */
record CodeMemory(long address, long byteSize) {
  private static final int READ = 1;
  private static final int WRITE = 2;
  private static final int EXECUTE = 4;

  /** {@code MAP_PRIVATE | MAP_ANONYMOUS}. */
  private static final int PRIVATE_ANONYMOUS = 0x22;

  /** The C library's functions; an address of 0 where there is none. */
  private record Functions(long map, long protect, long unmap, long clearCache, int pageBytes) {
    static final Functions OF_HOST = find();

    private static Functions find() {
      Optional<Machine> machine = Machine.ofHost();
      boolean linux = System.getProperty("os.name", "").equals("Linux");
      boolean caches = machine.filter(Machine::cachesCode).isPresent();
      long clearCache = linux && caches ? ProcessSymbols.find("__clear_cache") : 0;
      long pages = NativeCall.find("getpagesize");
      boolean canClear = !caches || clearCache != 0;
      if (!linux || machine.isEmpty() || pages == 0 || !canClear) {
        return new Functions(0, 0, 0, 0, 0);
      }
      return new Functions(
          NativeCall.find("mmap"),
          NativeCall.find("mprotect"),
          NativeCall.find("munmap"),
          clearCache,
          (int) NativeCall.call(pages, 0, 0, 0, 0, 0, 0));
    }
  }

  /** Returns whether this system has such memory. */
  static boolean isAvailable() {
    Functions host = Functions.OF_HOST;
    return host.pageBytes > 0 && host.map != 0 && host.protect != 0 && host.unmap != 0;
  }

  /** Returns the least memory that may be protected. */
  static int pageBytes() {
    return Functions.OF_HOST.pageBytes;
  }

  /**
   * Reserves memory.
   *
   * @param byteSize whole pages
   * @throws LlvmException if the system has none
   */
  static CodeMemory reserve(long byteSize) {
    long address =
        NativeCall.call(Functions.OF_HOST.map, 0, byteSize, READ | WRITE, PRIVATE_ANONYMOUS, -1, 0);
    if (address == -1) {
      throw new LlvmException("the system has no memory for " + byteSize + " bytes of code");
    }
    return new CodeMemory(address, byteSize);
  }

  /**
   * Fills it.
   *
   * @param bytes as many as it has
   * @param codeBytes how many of them are executable, and written to no more
   * @throws LlvmException if the system does not allow that
   */
  void fill(byte[] bytes, long codeBytes) {
    MemorySegment.copy(
        MemorySegment.ofArray(bytes),
        0,
        MemorySegment.ofAddress(address).reinterpret(byteSize),
        0,
        byteSize);
    Functions host = Functions.OF_HOST;
    if ((int) NativeCall.call(host.protect, address, codeBytes, READ | EXECUTE, 0, 0, 0) != 0) {
      throw new LlvmException("the system does not allow code that is made in memory");
    }
    if (host.clearCache != 0) {
      NativeCall.call(host.clearCache, address, address + codeBytes, 0, 0, 0, 0);
    }
  }

  void free() {
    NativeCall.call(Functions.OF_HOST.unmap, address, byteSize, 0, 0, 0, 0);
  }
}
