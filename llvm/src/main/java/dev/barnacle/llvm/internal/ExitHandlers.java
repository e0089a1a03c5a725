package dev.barnacle.llvm.internal;

import dev.barnacle.llvm.error.LlvmException;
import dev.barnacle.llvm.host.NativeCall;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.bytedeco.javacpp.Loader;

/**
 * Lets LLVM run until the process has ended. A process may end while a thread of Barnacle's
 * compiles: then the C library's {@code exit} calls the destructors of LLVM's static variables, its
 * list of passes among them, and that thread would meet memory that has been freed, crash, and take
 * the program's exit status with it. So
 *
 * <ul>
 *   <li>what LLVM makes as it first needs it gets no destructor: its {@code __cxa_atexit} remembers
 *       none;
 *   <li>while it is loaded, the end of the process waits;
 *   <li>the destructors of what was made as LLVM was loaded are called, but free nothing: as the
 *       process ends, and before they are called, its {@code free} and {@code operator delete}
 *       become functions that do nothing. Destructors of C++'s containers change nothing else.
 * </ul>
 *
 * <p>Only slots of LLVM's own procedure linkage table are changed (System V ABI), so this concerns
 * no other library.
 */
public final class ExitHandlers {
  private static final String REGISTERS = "__cxa_atexit";

  /** {@code free}, and {@code operator delete} in its forms. */
  private static final Set<String> FREES =
      Set.of(
          "free",
          "_ZdlPv",
          "_ZdlPvm",
          "_ZdaPv",
          "_ZdaPvm",
          "_ZdlPvSt11align_val_t",
          "_ZdlPvmSt11align_val_t",
          "_ZdaPvSt11align_val_t");

  /** Takes no notice of arguments and changes nothing. */
  private static final String DOES_NOTHING = "getpid";

  private static final int RTLD_LAZY = 1;
  private static final int RTLD_NOLOAD = 4;
  private static final int PROT_READ_WRITE = 3;

  /** Bytes of a symbol and of a relocation with addend, of 64-bit ELF. */
  private static final int ENTRY_BYTES = 24;

  private static final int MOST_SECONDS = 10;

  /** Longer names are none of ours. */
  private static final int LONGEST = 32;

  private static final int END = 0;
  private static final int PLT_BYTES = 2;
  private static final int STRINGS = 5;
  private static final int SYMBOLS = 6;
  private static final int PLT_RELOCATIONS = 23;

  /** Large enough for every library. */
  private static final MemorySegment MEMORY =
      MemorySegment.ofAddress(0).reinterpret(Long.MAX_VALUE);

  /** The address at which the library is loaded, which is added to the addresses of its file. */
  private final long base;

  private long strings;
  private long symbols;
  private long relocations;
  private long relocationBytes;

  /**
   * @param map the {@code struct link_map} that {@code dlopen} returns (glibc, musl): the base, the
   *     name, the dynamic section
   */
  private ExitHandlers(long map) {
    this.base = long64(map);
    for (long tag = long64(map + 2 * Long.BYTES); long64(tag) != END; tag += 2 * Long.BYTES) {
      long value = long64(tag + Long.BYTES);
      switch ((int) long64(tag)) {
        case PLT_BYTES -> relocationBytes = value;
        case STRINGS -> strings = address(value);
        case SYMBOLS -> symbols = address(value);
        case PLT_RELOCATIONS -> relocations = address(value);
        default -> {} // of no concern
      }
    }
  }

  /** Returns an address that glibc has relocated in place, and musl has not. */
  private long address(long value) {
    return Long.compareUnsigned(value, base) < 0 ? base + value : value;
  }

  private static long long64(long address) {
    return MEMORY.get(ValueLayout.JAVA_LONG, address);
  }

  /** Loads LLVM, which the end of the process then waits for. */
  public static void whileLoading(Runnable load) {
    if (NativeCall.isRegistered()) {
      NativeCall.loading(1);
      try {
        load.run();
      } finally {
        NativeCall.loading(-1);
      }
      return;
    }
    CountDownLatch loaded = new CountDownLatch(1);
    atEnd("barnacle-await-llvm", () -> await(loaded));
    try {
      load.run();
    } finally {
      loaded.countDown();
    }
  }

  private static void atEnd(String name, Runnable action) {
    try {
      Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().name(name).unstarted(action));
    } catch (IllegalStateException e) {
      throw new LlvmException("LLVM is not loaded while the process ends", e);
    }
  }

  private static void await(CountDownLatch loaded) {
    try {
      boolean _ = loaded.await(MOST_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      return; // nobody does that
    }
  }

  /**
   * Keeps LLVM, which has been loaded and not been used yet, from being taken apart. Does nothing
   * on other systems than Linux, nor for libraries that were linked without a procedure linkage
   * table.
   */
  public static void keepLlvm() {
    if (!ToolFolder.platform().startsWith("linux")) {
      return;
    }
    long nothing = NativeCall.find(DOES_NOTHING);
    libraries().map(ExitHandlers::slots).forEach(slots -> keep(slots, nothing));
  }

  /** Returns LLVM's libraries; of what is unpacked already JavaCPP knows its own part alone. */
  private static Stream<String> libraries() {
    if (NativeJars.unpacked().isPresent()) {
      try {
        return Stream.of(ToolFolder.libraryToLoad().getPath());
      } catch (IOException e) {
        throw new LlvmException("LLVM cannot be found", e);
      }
    }
    return Loader.getLoadedLibraries().entrySet().stream()
        .filter(library -> library.getKey().startsWith("LLVM@"))
        .map(Map.Entry::getValue);
  }

  private static void keep(Map<String, Long> slots, long nothing) {
    Long register = slots.get(REGISTERS);
    if (register != null) {
      MEMORY.set(ValueLayout.JAVA_LONG, register, nothing);
    }
    slots.keySet().retainAll(FREES);
    long[] frees = slots.values().stream().mapToLong(Long::longValue).toArray();
    if (NativeCall.isRegistered()) {
      NativeCall.writeAtExit(frees, nothing);
    } else {
      atEnd("barnacle-keep-llvm", () -> write(frees, nothing));
    }
  }

  private static void write(long[] slots, long function) {
    for (long slot : slots) {
      MEMORY.set(ValueLayout.JAVA_LONG, slot, function);
    }
  }

  /**
   * Returns where a library keeps the addresses of the functions that concern us, made writable.
   */
  private static Map<String, Long> slots(String library) {
    try (Arena arena = Arena.ofConfined()) {
      long name = arena.allocateFrom(library).address();
      long open = NativeCall.find("dlopen");
      long map = NativeCall.call(open, name, RTLD_LAZY | RTLD_NOLOAD, 0, 0, 0, 0);
      return map == 0 ? new HashMap<>() : new ExitHandlers(map).slots();
    }
  }

  private Map<String, Long> slots() {
    Map<String, Long> found = new HashMap<>();
    for (long at = relocations; at < relocations + relocationBytes; at += ENTRY_BYTES) {
      long symbol = symbols + (long64(at + Long.BYTES) >>> Integer.SIZE) * ENTRY_BYTES;
      String name = text(strings + MEMORY.get(ValueLayout.JAVA_INT, symbol));
      long slot = base + long64(at);
      if ((name.equals(REGISTERS) || FREES.contains(name)) && isWritable(slot)) {
        found.put(name, slot);
      }
    }
    return found;
  }

  private static String text(long address) {
    int end = 0;
    while (end < LONGEST && MEMORY.get(ValueLayout.JAVA_BYTE, address + end) != 0) {
      end++;
    }
    byte[] bytes = MEMORY.asSlice(address, end).toArray(ValueLayout.JAVA_BYTE);
    return new String(bytes, StandardCharsets.US_ASCII);
  }

  /** Makes a slot writable: it is not where all of them are filled as the library is loaded. */
  private static boolean isWritable(long slot) {
    long pageBytes = NativeCall.call(NativeCall.find("getpagesize"), 0, 0, 0, 0, 0, 0);
    long protect = NativeCall.find("mprotect");
    long page = slot & -pageBytes;
    return (int) NativeCall.call(protect, page, pageBytes, PROT_READ_WRITE, 0, 0, 0) == 0;
  }
}
