package dev.barnacle.icd.internal.handle;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.CommandType;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.icd.internal.abi.Arguments;
import dev.barnacle.icd.internal.abi.Callbacks;
import dev.barnacle.icd.internal.abi.Entry;
import dev.barnacle.icd.internal.abi.Native;
import dev.barnacle.icd.internal.entry.WaitForEvents;
import dev.barnacle.icd.internal.process.DriverLog;
import java.lang.foreign.Arena;
import org.jspecify.annotations.Nullable;

/**
 * The notices of errors in a context to a program: {@code pfn_notify} of {@code clCreateContext}
 * (OpenCL API, 4.4). They are of calls on what belongs to the context and of commands that fail.
 * With {@code BARNACLE_DEBUG} the same is on standard error.
 *
 * @param function its address; 0 if the program does not want to be told
 * @param userData what it is given
 */
public record Notices(long function, long userData) {
  /** True if the thread is in such a function: its own errors are not told again. */
  private static final ThreadLocal<Boolean> TELLING = ThreadLocal.withInitial(() -> false);

  /**
   * Checks the arguments of a call that makes a context.
   *
   * @throws ClException {@code CL_INVALID_VALUE} for user data without a function
   */
  public static Notices of(long function, long userData) {
    if (function == 0 && userData != 0) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "user data without a callback");
    }
    return new Notices(function, userData);
  }

  /** Tells the program of an error in a call of an entry point. */
  public static void failed(Entry entry, long arguments, Throwable error) {
    try {
      ContextHandle context = context(entry, arguments);
      if (context != null) {
        context.notices().tell(entry.name(), error);
      }
    } catch (Throwable e) { // the call is to return its error all the same
      DriverLog.debug(entry.name() + ": pfn_notify", e);
    }
  }

  /** Tells the program of a command that ends with an error, before its event does. */
  public void failed(CommandType type, ClException error) {
    String command = "CL_COMMAND_" + type;
    if (DriverLog.ON) {
      DriverLog.debug(command + " ends with " + error.code().value(), error);
    }
    try {
      tell(command, error);
    } catch (Throwable e) {
      DriverLog.debug(command + ": pfn_notify", e);
    }
  }

  /** Tells the program. It may do so from many threads at once. */
  public void tell(String where, Throwable error) {
    if (function == 0 || TELLING.get()) {
      return;
    }
    String what =
        switch (error) {
          case ClException e -> String.valueOf(e.getMessage());
          case OutOfMemoryError _ -> "Java's heap is full (CL_OUT_OF_HOST_MEMORY)";
          default -> error + " (CL_OUT_OF_RESOURCES)";
        };
    TELLING.set(true);
    try (Arena arena = Arena.ofConfined()) {
      long text = arena.allocateFrom(where + ": " + what).address();
      Callbacks.callError(function, text, userData);
    } finally {
      TELLING.remove();
    }
  }

  /** Returns the context of the first argument that has one; null if none has. */
  private static @Nullable ContextHandle context(Entry entry, long arguments) {
    for (int i = 0; i < entry.arity(); i++) {
      if (entry.signature().charAt(i) == 'p') {
        ContextHandle found = context(HandleTable.find(Arguments.p(arguments, i)));
        if (found != null) {
          return found;
        }
      }
    }
    WaitForEvents wait = new WaitForEvents(arguments);
    boolean waits = entry.name().equals("clWaitForEvents") && wait.numEvents() > 0;
    long list = waits ? wait.eventList() : 0;
    return list == 0 ? null : context(HandleTable.find(Native.getLong(list)));
  }

  private static @Nullable ContextHandle context(@Nullable Handle handle) {
    return switch (handle) {
      case ContextHandle context -> context;
      case CommandQueueHandle queue -> queue.context();
      case MemoryHandle memory -> memory.context();
      case SamplerHandle sampler -> sampler.context();
      case ProgramHandle program -> program.context();
      case KernelHandle kernel -> kernel.context();
      case EventHandle event -> event.context();
      case null, default -> null;
    };
  }
}
