package dev.barnacle.watch.internal.run.fault;

import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.watch.internal.race.access.RaceAccess;
import java.util.List;

/**
 * A fault as it was met first: facts. They are put into words after the run. A new check is a fact
 * here, and its words are there.
 */
public sealed interface Fault
    permits AccessFault, CallFault, GroupFault, LaunchFault, PipeFault, RaceFault, TexelFault {
  /** Returns what is wrong. */
  FindingKind kind();

  /** Returns who did it and where. */
  List<Access> accesses();

  /** Returns whether all who had part are of one work-group. */
  default boolean isOfOneGroup() {
    return accesses().stream().map(Access::group).distinct().count() <= 1;
  }

  /**
   * The origin of an access.
   *
   * @param place the instruction's number, or -1
   * @param access "read", "write", "atomic" or what the work-item did
   * @param group linear number of the work-group
   * @param item local linear id; -1 for none in particular, the size of the group for an
   *     asynchronous copy
   */
  record Access(int place, String access, long group, int item) {
    /** The side of a race. */
    public static Access of(RaceAccess access) {
      return new Access(
          access.place(),
          switch (access.kind()) {
            case READ -> "read";
            case WRITE -> "write";
            default -> "atomic";
          },
          access.group(),
          access.item());
    }
  }
}
