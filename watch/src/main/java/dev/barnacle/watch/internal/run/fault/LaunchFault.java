package dev.barnacle.watch.internal.run.fault;

import dev.barnacle.engine.fault.FindingKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A fault that concerns a launch as a whole, or ends it. */
public sealed interface LaunchFault extends Fault {
  /** The launch takes longer than it may, with a work-item in a loop. */
  record TimeoutInLoop(Access access) implements LaunchFault {
    @Override
    public FindingKind kind() {
      return FindingKind.TIMEOUT;
    }

    @Override
    public List<Access> accesses() {
      return List.of(access);
    }
  }

  /** The launch takes longer than it may, between work-groups. */
  record Timeout(long begun, long groups) implements LaunchFault {
    @Override
    public FindingKind kind() {
      return FindingKind.TIMEOUT;
    }

    @Override
    public List<Access> accesses() {
      return List.of();
    }
  }

  /** A work-item has come to a trap. */
  record Trap(Access access) implements LaunchFault {
    @Override
    public FindingKind kind() {
      return FindingKind.TRAP;
    }

    @Override
    public List<Access> accesses() {
      return List.of(access);
    }
  }

  /** Why work-items don't come to their ends. */
  enum Loop {
    /** So many iterations. */
    JUMPS,
    /** So many barriers in a loop. */
    BARRIERS,
    /** A loop that has no way out. */
    NO_EXIT,
    /** A loop that waits for what nobody does. */
    WAIT
  }

  /**
   * A loop that does not end.
   *
   * @param access a work-item that is in it; null where none is
   */
  record Endless(Loop why, @Nullable Access access) implements LaunchFault {
    @Override
    public FindingKind kind() {
      return FindingKind.NO_PROGRESS;
    }

    @Override
    public List<Access> accesses() {
      return access == null ? List.of() : List.of(access);
    }
  }

  /**
   * One image is given as two arguments.
   *
   * @param read the name of the {@code read_only} one
   * @param written the name of the {@code write_only} one
   */
  record SharedImage(String read, String written) implements LaunchFault {
    @Override
    public FindingKind kind() {
      return FindingKind.INVALID_ARGUMENT;
    }

    @Override
    public List<Access> accesses() {
      return List.of();
    }
  }

  /**
   * One pipe is given as two arguments.
   *
   * @param read the name of the {@code read_only} one
   * @param written the name of the {@code write_only} one
   */
  record SharedPipe(String read, String written) implements LaunchFault {
    @Override
    public FindingKind kind() {
      return FindingKind.INVALID_ARGUMENT;
    }

    @Override
    public List<Access> accesses() {
      return List.of();
    }
  }
}
