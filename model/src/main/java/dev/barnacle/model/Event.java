package dev.barnacle.model;

/**
 * An event: its label (kind, location, order, scope and region; Wickerson and Batty, "Taming the
 * complexities of the C11 and OpenCL memory models", technical appendix, section C) and the thread,
 * work-group and device that it comes from.
 *
 * @param thread the thread's number, or -1 for an initialisation event
 * @param subGroup a number that is the same for all events of one sub-group; -1 for initialisation
 * @param workGroup a number that is the same for all events of one work-group (two devices never
 *     share one); -1 for initialisation
 * @param device the device's number; -1 for initialisation
 * @param kind what the event does
 * @param atomic whether it is an atomic operation or a fence (the complement of {@code na})
 * @param order its memory order
 * @param scope its memory scope
 * @param location the location it accesses, or -1 for fences
 * @param nonAtomicLocation whether that location is a non-atomic one ({@code naL})
 * @param global whether its region includes global memory ({@code G})
 * @param local whether its region includes local memory ({@code L})
 * @param barrier the dynamic barrier instance of an entry or exit fence, else -1
 * @param instance a number that events of one instruction's execution share
 */
public record Event(
    int thread,
    int subGroup,
    int workGroup,
    int device,
    Kind kind,
    boolean atomic,
    MemoryOrder order,
    MemoryScope scope,
    int location,
    boolean nonAtomicLocation,
    boolean global,
    boolean local,
    int barrier,
    int instance) {

  /** The kinds of events. */
  public enum Kind {
    /** The write that gives a location its initial value ({@code I}). */
    INIT,
    /** A read ({@code R}). */
    READ,
    /** A write ({@code W}). */
    WRITE,
    /** A read-modify-write: one event in both R and W. */
    RMW,
    /** A fence ({@code F}). */
    FENCE,
    /** The entry fence of a barrier ({@code entryF}). */
    ENTRY_FENCE,
    /** The exit fence of a barrier ({@code exitF}). */
    EXIT_FENCE
  }

  /** Returns whether it reads: R contains the RMW events. */
  public boolean isRead() {
    return kind == Kind.READ || kind == Kind.RMW;
  }

  /** Returns whether it writes: W contains the RMW events and the initialisation. */
  public boolean isWrite() {
    return kind == Kind.WRITE || kind == Kind.RMW || kind == Kind.INIT;
  }

  /** Returns whether it is a fence, entry and exit fences included. */
  public boolean isFence() {
    return kind == Kind.FENCE || kind == Kind.ENTRY_FENCE || kind == Kind.EXIT_FENCE;
  }

  /** Returns whether it initialises a location. */
  public boolean isInit() {
    return kind == Kind.INIT;
  }
}
