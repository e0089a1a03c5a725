package dev.barnacle.simd.internal.guard;

import dev.barnacle.llvm.machine.Machine;
import dev.barnacle.simd.internal.abi.ArenaLayout;

/**
 * The LLVM functions around kernels that leave their memory: {@code enter}, which runs a kernel,
 * {@code on_fault}, the handler of the signals of faults, which {@code install} takes, and {@code
 * tell}, for who has a handler. Those that Java calls have the type of kernels, so that Java need
 * not make another kind of call.
 *
 * <p>A fault on a thread that runs a kernel is the kernel's; calls of Java from kernels go through
 * {@code call_printf} and {@code call_queue}, which say that the thread is elsewhere. About any
 * other fault the JVM is asked first, as its own compiled code faults on purpose. Where reports of
 * crashes are wanted, the JVM gets all faults; it aborts when it has written one. A kernel may have
 * written over all of its thread's stack, at whose upper end the C library has what it knows of the
 * thread: then the handler faults itself, again and again, and what is to be said is said by system
 * calls of its own. One thread says it, and the others wait for that, but not for long: the word
 * that says which one may be damaged too. {@link FaultGuard} has the layout of the memory.
 */
final class FaultText {
  private FaultText() {}

  /** The words for a fault of another thread than the one that runs a kernel. */
  private static final String PERHAPS = "the program is stopped while a kernel runs; perhaps: ";

  /** Returns the text for this processor. */
  static String of() {
    return DECLARATIONS
        + Machine.host().systemCalls()
        + (INSTALL + ENTER + PRINTF + QUEUE + FIND + ON_FAULT + TELL + DAMAGED + PASS)
            .replace("ACTION_BYTES", Long.toString(FaultGuard.ACTION_BYTES))
            .replace("ACTIONS", Long.toString(FaultGuard.ACTIONS))
            .replace("JAVA_printf", Long.toString(FaultGuard.PRINTF))
            .replace("JAVA_queue", Long.toString(FaultGuard.QUEUE))
            .replace("DEPTH", Long.toString(FaultGuard.DEPTH))
            .replace("PERHAPS_BYTES", Integer.toString(PERHAPS.length()))
            .replace("PERHAPS_TEXT", PERHAPS)
            .replace("PAUSES", Integer.toString(FaultGuard.MOST_PAUSES))
            .replace("PAUSE", Long.toString(FaultGuard.PAUSE))
            .replace("MOST", Integer.toString(FaultGuard.MOST_FAULTS))
            .replace("SAID", Long.toString(FaultGuard.SAID))
            .replace("REPORT", Long.toString(FaultGuard.REPORT))
            .replace("STATUS", Long.toString(FaultGuard.STATUS))
            .replace("ERR_BYTES", Long.toString(FaultGuard.ERR_BYTES))
            .replace("ERR", Long.toString(FaultGuard.ERR))
            .replace("OUT_BYTES", Long.toString(FaultGuard.OUT_BYTES))
            .replace("OUT", Long.toString(FaultGuard.OUT))
            .replace("ARENA_SLOT", Long.toString(ArenaLayout.SLOT))
            .replace("SLOT_KERNEL", Long.toString(FaultGuard.SLOT_KERNEL))
            .replace("SLOT_SIGNAL", Long.toString(FaultGuard.SLOT_SIGNAL))
            .replace("SLOT_THREAD", Long.toString(FaultGuard.SLOT_THREAD))
            .replace("SLOT_ACTIVE", Long.toString(FaultGuard.SLOT_ACTIVE))
            .replace("SLOT_WORDS_BYTES", Long.toString(FaultGuard.SLOT_WORDS_BYTES))
            .replace("SLOT_WORDS", Long.toString(FaultGuard.SLOT_WORDS))
            .replace("SLOT_JUMP", Long.toString(FaultGuard.SLOT_JUMP));
  }

  private static final String DECLARATIONS =
      """
      @barnacle.faults = external global i8
      declare i64 @pthread_self()
      declare i32 @_setjmp(ptr) returns_twice
      declare void @longjmp(ptr, i32) noreturn
      declare i32 @raise(i32)
      declare i32 @sigaction(i32, ptr, ptr)
      declare i32 @JVM_handle_linux_signal(i32, ptr, ptr, i32)
      """;

  /** Takes the signals; the action is built where that of signal 1 would be. */
  private static final String INSTALL =
      """
      define internal void @take(i32 %signal) {
        %actions = getelementptr i8, ptr @barnacle.faults, i64 ACTIONS
        %action = getelementptr i8, ptr %actions, i64 ACTION_BYTES
        store ptr @on_fault, ptr %action
        %flags = getelementptr i8, ptr %action, i64 136
        store i32 1476395012, ptr %flags
        %number = zext i32 %signal to i64
        %offset = mul i64 %number, ACTION_BYTES
        %old = getelementptr i8, ptr %actions, i64 %offset
        %r = call i32 @sigaction(i32 %signal, ptr %action, ptr %old)
        ret void
      }
      define void @install(ptr %0, ptr %1, ptr %2, i64 %aborts, i64 %3) {
        call void @take(i32 11)
        call void @take(i32 7)
        call void @take(i32 8)
        call void @take(i32 4)
        call void @take(i32 5)
        %abort = icmp ne i64 %aborts, 0
        br i1 %abort, label %more, label %done
      more:
        call void @take(i32 6)
        br label %done
      done:
        ret void
      }
      """;

  /** Runs a kernel; leaves the signal that ended it in the slot. */
  private static final String ENTER =
      """
      define void @enter(ptr %arguments, ptr %info, ptr %arena, i64 %begin, i64 %end) {
        %slot.at = getelementptr i8, ptr %arena, i64 ARENA_SLOT
        %slot = load volatile ptr, ptr %slot.at
        %kernel.at = getelementptr i8, ptr %slot, i64 SLOT_KERNEL
        %kernel = load volatile ptr, ptr %kernel.at
        %jump = getelementptr i8, ptr %slot, i64 SLOT_JUMP
        %active = getelementptr i8, ptr %slot, i64 SLOT_ACTIVE
        %thread = getelementptr i8, ptr %slot, i64 SLOT_THREAD
        %self = call i64 @pthread_self()
        store volatile i64 %self, ptr %thread
        %signal = call i32 @_setjmp(ptr %jump) returns_twice
        %first = icmp eq i32 %signal, 0
        br i1 %first, label %run, label %out
      run:
        store volatile i32 1, ptr %active
        call void %kernel(ptr %arguments, ptr %info, ptr %arena, i64 %begin, i64 %end)
        store volatile i32 0, ptr %active
        ret void
      out:
        store volatile i32 0, ptr %active
        %number = zext i32 %signal to i64
        %signal.at = getelementptr i8, ptr %slot, i64 SLOT_SIGNAL
        store volatile i64 %number, ptr %signal.at
        ret void
      }
      """;

  private static final String PRINTF =
      """
      define i32 @call_printf(i64 %number, ptr %block) {
        %java.at = getelementptr i8, ptr @barnacle.faults, i64 JAVA_printf
        %java = load volatile ptr, ptr %java.at
        %slot = call ptr @find()
        %none = icmp eq ptr %slot, null
        br i1 %none, label %plain, label %kernel
      plain:
        %p = call i32 %java(i64 %number, ptr %block)
        ret i32 %p
      kernel:
        %active = getelementptr i8, ptr %slot, i64 SLOT_ACTIVE
        store volatile i32 0, ptr %active
        %r = call i32 %java(i64 %number, ptr %block)
        store volatile i32 1, ptr %active
        ret i32 %r
      }
      """;

  private static final String QUEUE = PRINTF.replace("printf", "queue");

  /** Returns the slot of this thread if it runs a kernel, else null. */
  private static final String FIND =
      """
      define internal ptr @find() {
        %self = call i64 @pthread_self()
        br label %look
      look:
        %at = phi ptr [ @barnacle.faults, %0 ], [ %slot, %next ]
        %slot = load atomic ptr, ptr %at acquire, align 8
        %none = icmp eq ptr %slot, null
        br i1 %none, label %done, label %next
      next:
        %thread = getelementptr i8, ptr %slot, i64 SLOT_THREAD
        %active = getelementptr i8, ptr %slot, i64 SLOT_ACTIVE
        %its = load volatile i64, ptr %thread
        %runs = load volatile i32, ptr %active
        %same = icmp eq i64 %its, %self
        %running = icmp ne i32 %runs, 0
        %found = and i1 %same, %running
        br i1 %found, label %done, label %look
      done:
        ret ptr %slot
      }
      """;

  private static final String ON_FAULT =
      """
      define void @on_fault(i32 %signal, ptr %info, ptr %context) {
        %depth.at = getelementptr i8, ptr @barnacle.faults, i64 DEPTH
        %depth = atomicrmw add ptr %depth.at, i32 1 monotonic
        %deep = icmp ugt i32 %depth, MOST
        %abort = icmp eq i32 %signal, 6
        %end = or i1 %deep, %abort
        br i1 %end, label %damaged, label %look
      look:
        %slot = call ptr @find()
        %elsewhere = icmp eq ptr %slot, null
        br i1 %elsewhere, label %ask, label %kernel
      kernel:
        %report.at = getelementptr i8, ptr @barnacle.faults, i64 REPORT
        %report = load volatile i64, ptr %report.at
        %reported = icmp ne i64 %report, 0
        br i1 %reported, label %hand, label %leave
      leave:
        %k = atomicrmw sub ptr %depth.at, i32 1 monotonic
        %jump = getelementptr i8, ptr %slot, i64 SLOT_JUMP
        call void @longjmp(ptr %jump, i32 %signal) noreturn
        unreachable
      ask:
        %answer = call i32 @JVM_handle_linux_signal(i32 %signal, ptr %info, ptr %context, i32 0)
        %handled = icmp ne i32 %answer, 0
        br i1 %handled, label %done, label %unknown
      unknown:
        %asked.at = getelementptr i8, ptr @barnacle.faults, i64 REPORT
        %asked = load volatile i64, ptr %asked.at
        %wanted = icmp ne i64 %asked, 0
        br i1 %wanted, label %hand, label %damaged
      damaged:
        call void @damaged()
        br label %hand
      hand:
        call void @pass(i32 %signal, ptr %info, ptr %context)
        br label %done
      done:
        %d = atomicrmw sub ptr %depth.at, i32 1 monotonic
        ret void
      }
      """;

  /**
   * Says which kernel this thread runs, if it runs one, and returns whether it does; with a number
   * other than 0, which kernel another thread runs.
   */
  private static final String TELL =
      """
      define internal void @say(ptr %slot) {
        %words.at = getelementptr i8, ptr %slot, i64 SLOT_WORDS
        %bytes.at = getelementptr i8, ptr %slot, i64 SLOT_WORDS_BYTES
        %words = load volatile ptr, ptr %words.at
        %bytes = load volatile i64, ptr %bytes.at
        call void @write(i32 2, ptr %words, i64 %bytes)
        ret void
      }
      define i32 @tell(i32 %others) {
        %other = icmp ne i32 %others, 0
        br i1 %other, label %any, label %own
      any:
        call void @tell_any()
        ret i32 0
      own:
        %slot = call ptr @find()
        %none = icmp eq ptr %slot, null
        br i1 %none, label %done, label %found
      found:
        call void @say(ptr %slot)
        ret i32 1
      done:
        ret i32 0
      }
      @perhaps = internal constant [PERHAPS_BYTES x i8] c"PERHAPS_TEXT"
      define internal void @tell_any() {
        br label %look
      look:
        %at = phi ptr [ @barnacle.faults, %0 ], [ %slot, %next ]
        %slot = load atomic ptr, ptr %at acquire, align 8
        %none = icmp eq ptr %slot, null
        br i1 %none, label %done, label %next
      next:
        %active = getelementptr i8, ptr %slot, i64 SLOT_ACTIVE
        %runs = load volatile i32, ptr %active
        %running = icmp ne i32 %runs, 0
        br i1 %running, label %found, label %look
      found:
        call void @write(i32 2, ptr @perhaps, i64 PERHAPS_BYTES)
        call void @say(ptr %slot)
        br label %done
      done:
        ret void
      }
      """;

  /** Says what is to be said where the process is damaged, and ends it, if that is wanted. */
  private static final String DAMAGED =
      """
      define internal void @damaged() {
        %err.at = getelementptr i8, ptr @barnacle.faults, i64 ERR
        %errs.at = getelementptr i8, ptr @barnacle.faults, i64 ERR_BYTES
        %out.at = getelementptr i8, ptr @barnacle.faults, i64 OUT
        %outs.at = getelementptr i8, ptr @barnacle.faults, i64 OUT_BYTES
        %status.at = getelementptr i8, ptr @barnacle.faults, i64 STATUS
        %errs = load volatile i64, ptr %errs.at
        %silent = icmp eq i64 %errs, 0
        br i1 %silent, label %back, label %say
      say:
        %said.at = getelementptr i8, ptr @barnacle.faults, i64 SAID
        %said = atomicrmw xchg ptr %said.at, i32 1 seq_cst
        %first = icmp eq i32 %said, 0
        br i1 %first, label %write, label %wait
      wait:
        %waited = phi i32 [ 0, %say ], [ %more, %wait ]
        %pause = getelementptr i8, ptr @barnacle.faults, i64 PAUSE
        call void @sleep(ptr %pause)
        %more = add i32 %waited, 1
        %enough = icmp eq i32 %more, PAUSES
        br i1 %enough, label %write, label %wait
      write:
        %err = load volatile ptr, ptr %err.at
        call void @write(i32 2, ptr %err, i64 %errs)
        %out = load volatile ptr, ptr %out.at
        %outs = load volatile i64, ptr %outs.at
        call void @write(i32 1, ptr %out, i64 %outs)
        %status = load volatile i32, ptr %status.at
        call void @exit(i32 %status) noreturn
        unreachable
      back:
        ret void
      }
      """;

  /**
   * Hands a signal on to who had it before: a handler, or the system. A fault then happens again; a
   * signal that somebody sent (si_code, at 8, is not positive) would not.
   */
  private static final String PASS =
      """
      define internal void @pass(i32 %signal, ptr %info, ptr %context) {
        %number = zext i32 %signal to i64
        %offset = mul i64 %number, ACTION_BYTES
        %actions = getelementptr i8, ptr @barnacle.faults, i64 ACTIONS
        %old = getelementptr i8, ptr %actions, i64 %offset
        %handler = load volatile ptr, ptr %old
        %value = ptrtoint ptr %handler to i64
        %is.function = icmp ugt i64 %value, 1
        br i1 %is.function, label %hand, label %default
      hand:
        call void %handler(i32 %signal, ptr %info, ptr %context)
        ret void
      default:
        %none = getelementptr i8, ptr @barnacle.faults, i64 ACTIONS
        %r = call i32 @sigaction(i32 %signal, ptr %none, ptr null)
        %code.at = getelementptr i8, ptr %info, i64 8
        %code = load i32, ptr %code.at
        %sent = icmp sle i32 %code, 0
        br i1 %sent, label %again, label %done
      again:
        %a = call i32 @raise(i32 %signal)
        br label %done
      done:
        ret void
      }
      """;
}
