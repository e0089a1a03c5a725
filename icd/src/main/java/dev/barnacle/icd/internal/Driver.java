package dev.barnacle.icd.internal;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.Platform;
import dev.barnacle.icd.internal.abi.Arguments;
import dev.barnacle.icd.internal.abi.DispatchTable;
import dev.barnacle.icd.internal.abi.Entry;
import dev.barnacle.icd.internal.abi.Native;
import dev.barnacle.icd.internal.call.KernelCommands;
import dev.barnacle.icd.internal.call.PartialResult;
import dev.barnacle.icd.internal.handle.AdoptedObjects;
import dev.barnacle.icd.internal.handle.DeviceHandle;
import dev.barnacle.icd.internal.handle.HandleTable;
import dev.barnacle.icd.internal.handle.Handles;
import dev.barnacle.icd.internal.handle.Notices;
import dev.barnacle.icd.internal.process.CrashWords;
import dev.barnacle.icd.internal.process.DriverLog;
import dev.barnacle.icd.internal.process.KernelOutput;
import dev.barnacle.icd.internal.process.Processes;
import dev.barnacle.icd.internal.record.EventRecord;
import dev.barnacle.icd.internal.record.KernelPlans;
import dev.barnacle.icd.internal.record.Records;
import dev.barnacle.llvm.clang.Clang;
import dev.barnacle.llvm.host.NativeCall;
import dev.barnacle.simd.NativeThreads;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * The Java side of the driver, which the shim starts. All calls of all entry points come in by
 * {@link #call}, through one upcall stub: to link a stub for each would take longer than most
 * programs run.
 */
final class Driver {
  private static final Entry[] ENTRIES = Entries.ALL.toArray(Entry[]::new);
  private static final Entry.Convention[] CONVENTIONS =
      Entries.ALL.stream().map(Entry::convention).toArray(Entry.Convention[]::new);

  /** The shim's requests besides entry points, see {@code launch.c}. */
  private static final int TELL_PLAN = -1;

  private static final int HAND_OVER = -2;

  /** The request to wait for a kernel's first launch. */
  private static final int PLAN_SOON = -4;

  private static final int LET_GO = -5;

  private static final int EVENT_ENDED = -6;
  private static final int SERVE_JAVA = -7;

  private Driver() {}

  /**
   * Starts it; the shim calls this once.
   *
   * @param dispatch the address of the dispatch table
   * @param handles the address of zeroed memory for handles
   * @param handleBytes its size
   * @param registers how many arguments come in registers
   * @param stackAt at which word from the first register's the others begin
   * @param print the address of {@code void print(const char *, size_t)}, for what kernels print
   * @param run the address of {@link Processes}' function, or 0 in a JVM that was there
   * @param shim what the shim has for Java: see {@link Records#use} and {@link NativeThreads#use};
   *     and where the bytes of a thread's stack go
   * @param infoAt see there
   * @param answers what {@link AnswerFile#write} is told, or 0
   * @param tell where the address of what tells of kernels that fault goes, or 0 in such a JVM
   * @return the address of {@code long call(int entry, long *arguments)}; 0 if the shim calls
   *     {@link #call} by JNI
   */
  @SuppressWarnings("unused") // the shim's
  static long start(
      long dispatch,
      long handles,
      long handleBytes,
      long registers,
      long stackAt,
      long print,
      long run,
      long tell,
      long shim,
      long infoAt,
      long answers)
      throws ReflectiveOperationException {
    if (run != 0) {
      Clang.runBy(new Processes(run));
    }
    if (tell != 0 && !DeviceHandle.isWatched()) {
      Platform.tellOfFaults(new CrashWords(), address -> Native.putLong(tell, address));
    }
    useThreads(shim);
    Arguments.layout((int) registers, (int) stackAt);
    HandleTable.place(dispatch, handles, handleBytes);
    AdoptedObjects.find();
    DispatchTable.place(dispatch, Entries.ALL);
    KernelOutput.to(print);
    if (!DeviceHandle.isWatched() && System.getenv("BARNACLE_REPORT") == null) {
      Records.use(shim, infoAt);
    }
    if (answers != 0) {
      AnswerFile.write(answers);
    }
    return NativeCall.isRegistered() ? 0 : upcall();
  }

  /** Has engines use the shim's threads; a training has none. */
  private static void useThreads(long shim) {
    long functions = Native.getLong(shim + 16);
    if (functions != 0) {
      NativeThreads.use(functions, Native.getLong(shim + 24));
      Native.putLong(Native.getLong(shim + 32), NativeThreads.stackBytes());
    }
  }

  /** Links a way from C to Java, in a JVM that was there: Java spins classes for it. */
  private static long upcall() throws ReflectiveOperationException {
    MethodHandle call =
        MethodHandles.lookup()
            .findStatic(
                Driver.class, "call", MethodType.methodType(long.class, int.class, long.class));
    return Linker.nativeLinker()
        .upcallStub(
            call,
            FunctionDescriptor.of(
                ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG),
            Arena.global())
        .address();
  }

  /**
   * Carries out a call of an entry point.
   *
   * @param index its place in {@link Entries#ALL}
   * @param arguments see {@link Arguments}
   * @return what it returns
   */
  static long call(int index, long arguments) {
    if (index < 0) {
      return inside(index, arguments);
    }
    int code = ErrorCode.CL_OUT_OF_RESOURCES.value();
    long handle = 0;
    try {
      Entry.Call target = ENTRIES[index].call();
      if (target != null) {
        long result = target.call(arguments);
        if (CONVENTIONS[index] == Entry.Convention.HANDLE) {
          Native.putIntIfWanted(Arguments.p(arguments, ENTRIES[index].errorPosition()), 0);
        }
        return result;
      }
      code = ErrorCode.CL_INVALID_OPERATION.value();
    } catch (ClException e) {
      failed(index, arguments, e);
      code = e.code().value();
      handle = e instanceof PartialResult partial ? partial.handle() : 0;
    } catch (OutOfMemoryError e) {
      failed(index, arguments, e);
      code = ErrorCode.CL_OUT_OF_HOST_MEMORY.value();
    } catch (Throwable e) { // none may reach the C program
      failed(index, arguments, e);
    }
    return switch (CONVENTIONS[index]) {
      case STATUS -> code;
      case HANDLE -> {
        Native.putIntIfWanted(Arguments.p(arguments, ENTRIES[index].errorPosition()), code);
        yield handle;
      }
      case POINTER, NOTHING -> 0;
    };
  }

  /** Does what the shim asks for itself: nothing that may fail with an error of the API. */
  private static long inside(int what, long arguments) {
    try {
      switch (what) {
        case TELL_PLAN -> {
          return KernelPlans.tell(Native.getLong(arguments));
        }
        case HAND_OVER -> KernelCommands.handOver(arguments);
        case PLAN_SOON -> Handles.queue(Native.getLong(arguments)).planSoon();
        case SERVE_JAVA ->
            NativeThreads.serve(
                (int) Native.getLong(arguments), Native.getLong(arguments + Long.BYTES));
        case LET_GO -> HandleTable.letGo(Native.getLong(arguments));
        case EVENT_ENDED ->
            AdoptedObjects.ended(
                Native.getLong(arguments), new EventRecord(Native.getLong(arguments + Long.BYTES)));
        default -> Handles.event(Native.getLong(arguments)); // which adopts it
      }
    } catch (Throwable e) { // none may reach the C program
      DriverLog.debug("launches in the shim", e);
      return ErrorCode.CL_OUT_OF_RESOURCES.value();
    }
    return 0;
  }

  private static void failed(int index, long arguments, Throwable e) {
    if (!DriverLog.ON) {
      // No text is made for nobody.
    } else if (e instanceof ClException) {
      DriverLog.note(ENTRIES[index].name() + ": " + e);
    } else {
      DriverLog.debug(ENTRIES[index].name(), e);
    }
    Notices.failed(ENTRIES[index], arguments, e);
  }
}
