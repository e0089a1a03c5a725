package dev.barnacle.simd.internal.abi;

import dev.barnacle.llvm.clang.RecordLayout;

/** The memory of {@code guard.c}, which says what its fields are for. */
public final class GuardLayout {
  /** Faults that are being handled at the same time; more are those of a handler that faults. */
  private static final int MOST_FAULTS = 64;

  /** The number of pauses for which a faulting thread waits for the one that says what is said. */
  private static final int PAUSES = 500;

  private static final int SIGNALS = 32;

  /** {@code struct sigaction} of Linux' C libraries. */
  private static final int ACTION_WORDS = 19;

  /** With room for a {@code jmp_buf}: 200 bytes on x86-64, 312 on AArch64. */
  private static final int JUMP_WORDS = 65;

  private static final RecordLayout GUARD = new RecordLayout("Guard");
  private static final RecordLayout SLOT = new RecordLayout("Guarded");

  /** The list of slots. */
  public static final int FIRST = GUARD.field("Guarded", "*first");

  static {
    GUARD.field("long", "depth");
    GUARD.field("long", "is_said");
  }

  public static final int STATUS = GUARD.field("volatile long", "status");

  /** A text and its length, as {@link #OUT}. */
  public static final int ERR = GUARD.field("const char *volatile", "err");

  static {
    GUARD.field("volatile long", "err_bytes");
  }

  public static final int OUT = GUARD.field("const char *volatile", "out");

  static {
    GUARD.field("volatile long", "out_bytes");
  }

  public static final int REPORT = GUARD.field("volatile long", "is_report_wanted");
  public static final int PRINTF = GUARD.field("int", "(*volatile java_printf)(long, void *)");
  public static final int QUEUE = GUARD.field("int", "(*volatile java_queue)(long, void *)");
  public static final int JVM = GUARD.field("int", "(*volatile jvm)(int, void *, void *, int)");

  /** A {@code struct timespec}. */
  public static final int PAUSE = GUARD.array("pause", 2);

  static {
    GUARD.array("actions", SIGNALS * ACTION_WORDS);
  }

  static {
    SLOT.field("Guarded", "*next");
    SLOT.field("volatile unsigned long", "thread");
    SLOT.field("volatile long", "is_active");
  }

  public static final int SLOT_KERNEL =
      SLOT.field("void", "(*volatile kernel)(void *, void *, char *, long, long)");
  public static final int SLOT_SIGNAL = SLOT.field("volatile long", "signal");

  /** A text and its length. */
  public static final int SLOT_WORDS = SLOT.field("const char *volatile", "words");

  static {
    SLOT.field("volatile long", "word_bytes");
    SLOT.array("jump", JUMP_WORDS);
  }

  private GuardLayout() {}

  /** Returns how many bytes the block has. */
  public static int bytes() {
    return GUARD.bytes();
  }

  /** Returns how many bytes a slot has. */
  public static int slotBytes() {
    return SLOT.bytes();
  }

  /** Returns all that {@code guard.c} is to know of it, as macros. */
  public static String header() {
    return GUARD.header()
        + SLOT.header()
        + define("SIGNALS", SIGNALS)
        + define("PAUSES", PAUSES)
        + define("MOST_FAULTS", MOST_FAULTS)
        + define("ARENA_SLOT", ArenaLayout.SLOT);
  }

  private static String define(String name, long value) {
    return "#define GUARD_" + name + " " + value + "\n";
  }
}
