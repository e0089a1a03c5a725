package dev.barnacle.engine.fault;

/** Kinds that {@code check} finds, and of which {@code explore} finds some too. */
public enum FindingKind implements FaultKind {
  /**
   * Two conflicting accesses that no happens-before orders (OpenCL architecture, "Memory Ordering
   * Rules").
   */
  DATA_RACE("data race", "data races"),
  /**
   * Conflicting accesses of two commands, or of a command and the host, that no event, queue or
   * wait orders (OpenCL architecture, "Host-side and Device-side Commands").
   */
  COMMAND_RACE("race between commands", "races between commands"),
  /** Work-items of a group that don't execute the same barriers (3.2.2). */
  BARRIER_DIVERGENCE("barrier divergence", "barrier divergences"),
  /**
   * A read of a texel that the work-item has written itself, without a fence of image memory in
   * between (OpenCL architecture, "Memory Ordering: Fence").
   */
  MISSING_FENCE("missing fence", "missing fences"),
  /** An access outside of the object that the pointer was made from. */
  OUT_OF_BOUNDS("out of bounds access", "out of bounds accesses"),
  /** An access to memory that has been released. */
  USE_AFTER_FREE("use after free", "uses after free"),
  /** A read of memory that nothing has been written to. */
  UNINITIALIZED_READ("uninitialized read", "uninitialized reads"),
  /** An access at an address that is no multiple of the type's alignment. */
  MISALIGNED("misaligned access", "misaligned accesses"),
  /** An access through a null pointer, or one that was made from an integer. */
  NULL_DEREFERENCE("null dereference", "null dereferences"),
  /** A read of a buffer that is write-only for kernels ({@code CL_MEM_WRITE_ONLY}). */
  READ_OF_WRITE_ONLY("read of write-only memory", "reads of write-only memory"),
  /**
   * An access, through a pointer that is no argument, of memory that the kernel has not been said
   * to access ({@code clSetKernelExecInfo}).
   */
  UNDECLARED_ACCESS("undeclared access", "undeclared accesses"),
  /**
   * A write to constant memory, or to a buffer that is read-only for kernels ({@code
   * CL_MEM_READ_ONLY}).
   */
  WRITE_TO_CONSTANT("write to read-only memory", "writes to read-only memory"),
  /**
   * A built-in function that is given what it does not allow, an operator that is given what it
   * defines nothing for, or arguments of a kernel that exclude each other.
   */
  INVALID_ARGUMENT("invalid argument", "invalid arguments"),
  /**
   * A reservation id of a pipe that is none, is committed already or is another pipe's, or a packet
   * that the reservation does not have (OpenCL C, "Pipe Functions", "Restrictions").
   */
  INVALID_RESERVATION("invalid reservation", "invalid reservations"),
  /** A reservation of packets of a pipe that the kernel never commits. */
  UNCOMMITTED_RESERVATION("uncommitted reservation", "uncommitted reservations"),
  /** An integer division or remainder by zero. */
  DIVISION_BY_ZERO("division by zero", "divisions by zero"),
  /** A work-item that comes to a trap of the program ({@code __builtin_trap}). */
  TRAP("trap", "traps"),
  /** A loop in which a work-item waits for what no other one does. */
  NO_PROGRESS("loop without progress", "loops without progress"),
  /** A kernel that runs longer than it may. */
  TIMEOUT("timeout", "timeouts");

  private final String singular;
  private final String plural;

  FindingKind(String singular, String plural) {
    this.singular = singular;
    this.plural = plural;
  }

  /** Returns so many of them in words, such as {@code 2 data races}. */
  public String words(long count) {
    return count + " " + (count == 1 ? singular : plural);
  }

  @Override
  public String title() {
    return singular;
  }

  @Override
  public String keyword() {
    return FaultKind.keyword(this);
  }
}
