package dev.barnacle.engine;

import dev.barnacle.ir.Location;
import org.jspecify.annotations.Nullable;

/** A program or launch that an engine can't run; the message says why in one line, for the user. */
public final class EngineException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Kind kind;
  private final int status;

  /** Why a launch was refused; each stands for an error code of OpenCL. */
  public enum Kind {
    /** {@code CL_INVALID_WORK_GROUP_SIZE}. */
    INVALID_WORK_GROUP_SIZE,
    /** {@code CL_INVALID_KERNEL_ARGS}: the number or kind of the arguments. */
    INVALID_KERNEL_ARGS,
    /** {@code CL_OUT_OF_RESOURCES}: too much local or private memory. */
    OUT_OF_RESOURCES,
    /** {@code CL_BUILD_PROGRAM_FAILURE}: the program has what the engine can't run. */
    UNSUPPORTED_PROGRAM,
    /**
     * Work-items of one group came to different barriers: undefined behaviour that the engine
     * noticed.
     */
    BARRIER_DIVERGENCE,
    /** A work-item came to a trap of the program. */
    TRAP,
    /** Kernels on the device wait for an event that nothing sets any more. */
    ENDLESS_WAIT,
    /**
     * A kernel that was enqueued on the device was not run, for an event that it waits for has the
     * status of an error: {@link #status}.
     */
    CHILD_TERMINATED,
    /** The kernel left its memory, or did what the processor refuses: the system stopped it. */
    KERNEL_FAULT
  }

  /** Makes an exception. */
  public EngineException(Kind kind, String message) {
    this(kind, message, 0);
  }

  private EngineException(Kind kind, String message, int status) {
    super(message);
    this.kind = kind;
    this.status = status;
  }

  /** Makes the exception of a launch whose status is that of a child which was terminated. */
  public static EngineException terminated(int status) {
    return new EngineException(
        Kind.CHILD_TERMINATED,
        "a kernel that was enqueued on the device was terminated: an event that it waits for has"
            + " the status "
            + status,
        status);
  }

  /** Returns the negative execution status of a {@link Kind#CHILD_TERMINATED}; else 0. */
  public int status() {
    return status;
  }

  /**
   * Makes the exception of a program that the engine can't run.
   *
   * @param place where in the source; null where that is not known
   * @param why one line
   */
  public static EngineException unsupported(@Nullable Location place, String why) {
    return new EngineException(Kind.UNSUPPORTED_PROGRAM, prefix(place) + "error: " + why);
  }

  private static String prefix(@Nullable Location place) {
    if (place == null) {
      return "";
    }
    String line = place.line() == 0 ? "" : place.line() + ":";
    String column = place.column() == 0 ? "" : place.column() + ":";
    return place.file() + ":" + line + column + " ";
  }

  /** Returns why. */
  public Kind kind() {
    return kind;
  }
}
