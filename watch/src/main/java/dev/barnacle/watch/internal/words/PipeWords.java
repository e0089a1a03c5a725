package dev.barnacle.watch.internal.words;

import dev.barnacle.watch.internal.run.fault.PipeFault;
import java.util.List;

/** Puts into words what is wrong with the use of a pipe. */
final class PipeWords {
  private static final String RESTRICTIONS = " (OpenCL C, 6.15.17, Restrictions)";

  private PipeWords() {}

  static FaultDescription of(PipeFault fault) {
    List<Long> values = fault.values();
    String end = fault.writes() ? "write" : "read";
    return switch (fault.what()) {
      case NOT_COMMITTED ->
          say(
              fault,
              "a reservation of "
                  + packets(values.getFirst())
                  + " to "
                  + end
                  + " is never committed",
              "the kernel must commit each reservation that it makes"
                  + RESTRICTIONS
                  + "; packets behind it in the pipe can't be reached",
              "Call commit_"
                  + end
                  + "_pipe with the reservation id, or work_group_commit_"
                  + end
                  + "_pipe where the work-group has made it, on every way behind it.");
      case COMMITTED ->
          say(
              fault,
              "a reservation is used that has been committed before",
              "a reservation id is no longer valid once it is committed" + RESTRICTIONS,
              "Commit it once, behind all reads and writes of its packets; what a work-group has"
                  + " reserved all its work-items commit together, by work_group_commit_"
                  + end
                  + "_pipe.");
      case FAILED ->
          say(
              fault,
              "a reservation is used that has failed",
              "there "
                  + (fault.writes() ? "was not enough room in the pipe" : "were not enough packets")
                  + ", so its id is not valid"
                  + RESTRICTIONS,
              "Test is_valid_reserve_id first.");
      case UNKNOWN ->
          say(
              fault,
              "a reservation id is used that no reservation of this kernel has",
              "a reservation id is of the kernel that made it, and of no other" + RESTRICTIONS,
              "Call reserve_" + end + "_pipe for it in this kernel.");
      case OTHER_PIPE ->
          say(
              fault,
              "a reservation id is used that is another pipe's",
              "a reservation is of the pipe that it was made for" + RESTRICTIONS,
              "Use it with that pipe.");
      case OTHER_END ->
          say(
              fault,
              "a reservation to "
                  + (fault.writes() ? "read" : "write")
                  + " is used to "
                  + end
                  + " packets",
              "a pipe is written by reservations of reserve_write_pipe, and read by those of"
                  + " reserve_read_pipe"
                  + RESTRICTIONS,
              "");
      case INDEX ->
          say(
              fault,
              "packet " + values.get(0) + " of a reservation of " + packets(values.get(1)),
              "the index is in the range from 0 to the number of packets less 1" + RESTRICTIONS,
              "Reserve as many packets as are used.");
      case PACKET_SIZE ->
          say(
              fault,
              "packets of "
                  + values.get(0)
                  + " bytes go to or come from a pipe whose packets have "
                  + values.get(1),
              "the type that the kernel declares must be as large as the pipe's packets (OpenCL"
                  + " API, clCreatePipe)",
              "Make the pipe with the size of the declared type.");
    };
  }

  private static String packets(long count) {
    return count + (count == 1 ? " packet" : " packets");
  }

  private static FaultDescription say(PipeFault fault, String detail, String why, String help) {
    return new FaultDescription(
        detail,
        FaultDescription.Target.whole(fault.pipe()),
        fault.pipe().byteSize, // behind its end: no packet is meant
        why,
        help);
  }
}
