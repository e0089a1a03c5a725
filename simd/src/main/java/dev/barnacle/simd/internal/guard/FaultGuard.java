package dev.barnacle.simd.internal.guard;

import dev.barnacle.engine.NativePlan;
import dev.barnacle.llvm.host.NativeCall;
import dev.barnacle.llvm.host.NativeLibrary;
import dev.barnacle.simd.internal.abi.ArenaLayout;
import dev.barnacle.simd.internal.abi.GuardLayout;
import dev.barnacle.simd.internal.threads.NativePool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.Cleaner;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Takes the signals of faults (SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP), so that a kernel that
 * leaves its memory does not end in the JVM's crash report. The handler is the machine code of
 * {@code guard.c}; it is linked with the first engine, and stays for the rest of the process.
 *
 * <p>It reads what is in one block of memory ({@link GuardLayout}): the list of {@link Slot}s, one
 * a thread that has run kernels; what to say where the process is damaged; who had the signals.
 */
public final class FaultGuard {
  /** Threads of native code that run kernels at the same time; more wait for one of these. */
  private static final int NATIVE_SLOTS = 256;

  /** The time that a faulting thread waits at once for the thread that says the last words. */
  private static final long PAUSE_NANOS = 1_000_000;

  /** The time that the other threads of a launch may go on once a kernel has faulted. */
  private static final long GRACE_MILLIS = 2000;

  private static @Nullable Plan wanted;
  private static LastWords lastWords = new LastWords("", "", 0);
  private static volatile @Nullable FaultGuard installed;

  /**
   * The settings that are wanted, until the guard is there.
   *
   * @param teller who has the signals; null where they are taken
   * @param aborts whether SIGABRT is taken too
   * @param report whether the JVM is to write its crash report
   */
  private record Plan(@Nullable Teller teller, boolean aborts, boolean report) {}

  /**
   * Somebody else who has the signals.
   *
   * @param words what is said of a kernel by its name
   * @param installed is given the address of {@code int tell(int others)}
   */
  private record Teller(UnaryOperator<String> words, LongConsumer installed) {}

  /** The words to say where the process is damaged. */
  private record LastWords(String err, String out, int status) {}

  private final @Nullable Teller teller;
  private final MemorySegment block;
  private final NativePool.Guard code;
  private @Nullable MemorySegment nativeSlots;
  private final ThreadLocal<Slot> slots = ThreadLocal.withInitial(this::slot);

  private FaultGuard(@Nullable Teller teller, MemorySegment block, NativePool.Guard code) {
    this.teller = teller;
    this.block = block;
    this.code = code;
  }

  /**
   * From the first engine on, kernels that fault end their launch with an exception.
   *
   * @param aborts whether SIGABRT is taken as well: the C library raises it where it finds its heap
   *     damaged
   * @param report whether the JVM writes its crash report instead, before the last words are said
   */
  public static synchronized void recover(boolean aborts, boolean report) {
    wanted = new Plan(null, aborts, report);
  }

  /**
   * From the first engine on there is a function that says which kernel a thread runs; it may be
   * called by a handler of signals.
   *
   * @param words what it writes to standard error, by the kernel's name
   * @param installed is given its address, of {@code int tell(int others)}
   */
  public static synchronized void tell(UnaryOperator<String> words, LongConsumer installed) {
    wanted = new Plan(new Teller(words, installed), false, false);
  }

  /**
   * Sets what is written to standard error and standard output where the process is damaged, before
   * it ends with a status; with empty words it ends as it would have done.
   */
  public static synchronized void lastWords(String err, String out, int status) {
    lastWords = new LastWords(err, out, status);
    FaultGuard guard = installed;
    if (guard != null) {
      guard.setLastWords();
    }
  }

  /** Writes the last words and ends the process. */
  private static void end() {
    LastWords last;
    synchronized (FaultGuard.class) {
      last = lastWords;
    }
    if (!last.err().isEmpty()) {
      System.err.print(last.err());
      System.err.flush();
      System.out.print(last.out());
      System.out.flush();
      Runtime.getRuntime().halt(last.status());
    }
  }

  /** Returns the guard; null if none is wanted, or this system has no such signals. */
  public static @Nullable FaultGuard get() {
    return installed;
  }

  /**
   * Returns what emitted code calls for {@code printf}: a fault in there is not the kernel's.
   *
   * @param java is called there
   */
  public long printf(long java) {
    set(block, GuardLayout.PRINTF, java);
    return code.printf();
  }

  /**
   * Returns what emitted code calls for operations on queues: a fault there is not the kernel's.
   *
   * @param java is called there
   */
  public long queue(long java) {
    set(block, GuardLayout.QUEUE, java);
    return code.queue();
  }

  /** Installs the guard, if one is wanted and is not there yet. */
  public static synchronized @Nullable FaultGuard install() {
    Plan plan = wanted;
    if (installed == null && plan != null) {
      wanted = null;
      installed = install(plan);
    }
    return installed;
  }

  private static @Nullable FaultGuard install(Plan plan) {
    long jvms = jvmsHandler();
    if (jvms == 0) {
      return null; // another system, with the JVM's own crash reports
    }
    MemorySegment block = SafeMemory.allocate(GuardLayout.bytes());
    set(block, GuardLayout.PAUSE + Long.BYTES, PAUSE_NANOS);
    set(block, GuardLayout.JVM, jvms);
    set(block, GuardLayout.REPORT, plan.report() ? 1 : 0);
    FaultGuard guard = new FaultGuard(plan.teller(), block, NativePool.guard());
    guard.setLastWords();
    int takes = plan.teller() != null ? 0 : plan.aborts() ? 2 : 1;
    NativeCall.call(guard.code.install(), block.address(), takes, 0, 0, 0, 0);
    if (plan.teller() != null) {
      plan.teller().installed().accept(guard.code.tell());
    }
    return guard;
  }

  private static long jvmsHandler() {
    Path jvm = Path.of(System.getProperty("java.home"), "lib", "server", "libjvm.so");
    return Files.exists(jvm)
        ? NativeLibrary.open(jvm.toString())
            .map(library -> library.find("JVM_handle_linux_signal"))
            .orElse(0L)
        : 0;
  }

  /** Sets the last words. Earlier text stays where it is: the handler may be reading it. */
  private void setLastWords() {
    set(block, GuardLayout.ERR + Long.BYTES, 0);
    set(block, GuardLayout.STATUS, lastWords.status());
    setText(block, GuardLayout.OUT, bytes(lastWords.out()));
    setText(block, GuardLayout.ERR, bytes(lastWords.err()));
  }

  private static void set(MemorySegment memory, long at, long value) {
    memory.set(ValueLayout.JAVA_LONG, at, value);
  }

  /** Sets where a text is, and then, behind that, how long it is. */
  private static void setText(MemorySegment memory, long at, MemorySegment text) {
    set(memory, at, text.address());
    set(memory, at + Long.BYTES, text.byteSize());
  }

  private static MemorySegment bytes(String text) {
    MemorySegment bytes = MemorySegment.ofArray(text.getBytes(StandardCharsets.UTF_8));
    MemorySegment stays = SafeMemory.allocate(bytes.byteSize());
    MemorySegment.copy(bytes, 0, stays, 0, bytes.byteSize());
    return stays;
  }

  /** The handler's knowledge of a thread: whether it runs a kernel, and where to go on after it. */
  private record Slot(MemorySegment memory) {}

  /** Slots stay in the list; those of threads that have ended are used again. */
  private static final class Slots {
    private static final Cleaner CLEANER = Cleaner.create();
    private static final Queue<MemorySegment> FREE = new ConcurrentLinkedQueue<>();

    static @Nullable MemorySegment free() {
      return FREE.poll();
    }

    static Slot reused(Slot slot) {
      MemorySegment memory = slot.memory();
      CLEANER.register(slot, () -> FREE.add(memory));
      return slot;
    }
  }

  private Slot slot() {
    // Where the signals are taken, the process ends soon, and the threads with it.
    MemorySegment free = teller == null ? null : Slots.free();
    MemorySegment memory = free == null ? linkedSlot() : free;
    return teller == null ? new Slot(memory) : Slots.reused(new Slot(memory));
  }

  private synchronized MemorySegment linkedSlot() {
    MemorySegment slot = SafeMemory.allocate(GuardLayout.slotBytes());
    link(slot);
    return slot;
  }

  private void link(MemorySegment slot) {
    set(slot, 0, block.get(ValueLayout.JAVA_LONG, GuardLayout.FIRST));
    set(block, GuardLayout.FIRST, slot.address());
  }

  /** Makes what is said of a kernel, which takes longer than to run it, the first time. */
  public void prepare(KernelWords words) {
    if (teller != null) {
      MemorySegment _ = words.text(teller.words());
    }
  }

  /**
   * Runs work-groups of a kernel. The caller keeps the memory that it is given.
   *
   * @param kernel the address of its code
   * @param words what is said of the kernel
   * @return 0, or the number of the signal that ended it
   */
  public int enter(
      long kernel,
      KernelWords words,
      MemorySegment arguments,
      MemorySegment info,
      MemorySegment arena,
      long begin,
      long end) {
    MemorySegment slot = slots.get().memory();
    if (teller != null) {
      setText(slot, GuardLayout.SLOT_WORDS, words.text(teller.words()));
    }
    set(slot, GuardLayout.SLOT_KERNEL, kernel);
    set(slot, GuardLayout.SLOT_SIGNAL, 0);
    set(arena, ArenaLayout.SLOT, slot.address());
    NativeCall.call(
        code.enter(), arguments.address(), info.address(), arena.address(), begin, end, 0);
    return (int) slot.get(ValueLayout.JAVA_LONG, GuardLayout.SLOT_SIGNAL);
  }

  /**
   * Returns what native code needs to run a kernel under this guard; empty if it can't, as the
   * guard takes the signals itself and its launches end with an exception.
   */
  public Optional<NativePlan.Guard> ofNative(KernelWords words) {
    Teller told = teller;
    if (told == null) {
      return Optional.empty();
    }
    MemorySegment text = words.text(told.words());
    return Optional.of(
        new NativePlan.Guard(
            code.enter(),
            nativeSlots().address(),
            NATIVE_SLOTS,
            GuardLayout.slotBytes(),
            GuardLayout.SLOT_KERNEL,
            GuardLayout.SLOT_WORDS,
            text.address(),
            text.byteSize()));
  }

  private synchronized MemorySegment nativeSlots() {
    MemorySegment known = nativeSlots;
    if (known == null) {
      known = SafeMemory.allocate((long) NATIVE_SLOTS * GuardLayout.slotBytes());
      // Each one's first word links to the one that was made before: all at once, this is a
      // program's first launch.
      int words = GuardLayout.slotBytes() / Long.BYTES;
      long[] links = new long[NATIVE_SLOTS * words];
      links[0] = block.get(ValueLayout.JAVA_LONG, GuardLayout.FIRST);
      for (int i = 1; i < NATIVE_SLOTS; i++) {
        links[i * words] = known.address() + (i - 1L) * GuardLayout.slotBytes();
      }
      MemorySegment.copy(links, 0, known, ValueLayout.JAVA_LONG, 0, links.length);
      set(
          block,
          GuardLayout.FIRST,
          known.address() + (NATIVE_SLOTS - 1L) * GuardLayout.slotBytes());
      nativeSlots = known;
    }
    return known;
  }

  /** The words about a kernel, made once. */
  public static final class KernelWords {
    private final String name;
    private volatile @Nullable MemorySegment text;

    public KernelWords(String name) {
      this.name = name;
    }

    private MemorySegment text(UnaryOperator<String> words) {
      MemorySegment known = text;
      if (known == null) {
        known = bytes(words.apply(name));
        text = known;
      }
      return known;
    }
  }

  /**
   * Ends the process if a launch, one of whose work-groups has ended in a fault, goes on for long:
   * other work-groups may wait for what that one will never write.
   */
  public static void watch(BooleanSupplier over) {
    Thread.ofPlatform()
        .daemon()
        .name("barnacle-fault")
        .start(
            () -> {
              try {
                Thread.sleep(GRACE_MILLIS);
              } catch (InterruptedException e) {
                return;
              }
              if (!over.getAsBoolean()) {
                end();
              }
            });
  }

  /** Returns what a signal says of a kernel. */
  public static String verb(int signal) {
    return switch (signal) {
      case 11 -> "left its memory (SIGSEGV)";
      case 7 -> "left its memory (SIGBUS)";
      case 8 -> "was stopped by its arithmetic (SIGFPE)";
      case 4 -> "was stopped by a trap (SIGILL)";
      case 5 -> "was stopped by a trap (SIGTRAP)";
      default -> "left its memory (signal " + signal + ")";
    };
  }
}
