package dev.barnacle.watch.internal.run.fault;

import dev.barnacle.engine.fault.FindingKind;
import java.util.List;

/** A fault of work-items of a group that do not act together. */
public sealed interface GroupFault extends Fault {
  /**
   * Work-items that wait at one cut.
   *
   * @param site the cut's number
   */
  record Waiting(int site, List<Integer> items) {}

  /**
   * Work-items that wait at different cuts, or for others that have finished.
   *
   * @param waiting those that wait, by cut
   * @param finished those that have finished
   * @param ofSubGroup whether they are of one sub-group, and wait there
   * @param forEvents whether they wait for asynchronous copies
   */
  record Divergence(
      List<Access> accesses,
      List<Waiting> waiting,
      List<Integer> finished,
      boolean ofSubGroup,
      boolean forEvents)
      implements GroupFault {
    @Override
    public FindingKind kind() {
      return FindingKind.BARRIER_DIVERGENCE;
    }
  }

  /**
   * Work-items that have come to one cut in different iterations of loops.
   *
   * @param byIteration those of each
   */
  record OtherIterations(
      List<Access> accesses,
      int site,
      List<List<Integer>> byIteration,
      boolean ofSubGroup,
      boolean forEvents)
      implements GroupFault {
    @Override
    public FindingKind kind() {
      return FindingKind.BARRIER_DIVERGENCE;
    }
  }

  /**
   * An asynchronous copy that not all work-items call for.
   *
   * @param isFence whether it is a fence of copies
   */
  record CopyDivergence(Access access, boolean isFence, List<Integer> with, List<Integer> without)
      implements GroupFault {
    @Override
    public FindingKind kind() {
      return FindingKind.BARRIER_DIVERGENCE;
    }

    @Override
    public List<Access> accesses() {
      return List.of(access);
    }
  }

  /** An asynchronous copy that nobody has waited for at the group's end. */
  record CopyAtEnd(Access access) implements GroupFault {
    @Override
    public FindingKind kind() {
      return FindingKind.DATA_RACE;
    }

    @Override
    public List<Access> accesses() {
      return List.of(access);
    }
  }

  /** Two asynchronous copies that are under way at a time and access the same bytes. */
  record CopyRace(Access earlier, Access later) implements GroupFault {
    @Override
    public FindingKind kind() {
      return FindingKind.DATA_RACE;
    }

    @Override
    public List<Access> accesses() {
      return List.of(earlier, later);
    }
  }
}
