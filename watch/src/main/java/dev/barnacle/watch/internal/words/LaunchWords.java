package dev.barnacle.watch.internal.words;

import dev.barnacle.watch.internal.run.fault.LaunchFault;
import dev.barnacle.watch.internal.run.kernel.KernelCode;

/** Puts into words why a launch ends early, or what is wrong with it as a whole. */
final class LaunchWords {
  private final KernelCode code;

  LaunchWords(KernelCode code) {
    this.code = code;
  }

  FaultDescription of(LaunchFault fault) {
    return switch (fault) {
      case LaunchFault.TimeoutInLoop f -> timeout("a work-item is in this loop");
      case LaunchFault.Timeout f ->
          timeout(f.begun() + " of " + f.groups() + " work-groups have begun");
      case LaunchFault.Trap f ->
          new FaultDescription(
              "a work-item comes to __builtin_trap, which ends the launch",
              "the program says that this is never to happen",
              "");
      case LaunchFault.Endless f -> endless(f.why());
      case LaunchFault.SharedImage f -> image(f);
      case LaunchFault.SharedPipe f -> pipe(f);
    };
  }

  private static FaultDescription timeout(String where) {
    return new FaultDescription("the kernel runs longer than it may; " + where, "", "");
  }

  private static FaultDescription endless(LaunchFault.Loop why) {
    String seems = "the loop seems to have no end with these arguments";
    return switch (why) {
      case JUMPS ->
          new FaultDescription(
              "a work-item has run this loop more than 200 million times", seems, "");
      case BARRIERS ->
          new FaultDescription("a work-group has come to 4 million barriers in a loop", seems, "");
      case NO_EXIT ->
          new FaultDescription(
              "a work-item runs a loop that has no way out", "nothing in the loop leaves it", "");
      case WAIT ->
          new FaultDescription(
              "a work-item waits in a loop for what no other work-item does",
              "every work-item that has not finished waits, in a loop or at a barrier",
              "");
    };
  }

  private FaultDescription image(LaunchFault.SharedImage fault) {
    return new FaultDescription(
        "one image is given as both '"
            + fault.read()
            + "' (read_only) and '"
            + fault.written()
            + "' (write_only) of kernel '"
            + code.function().name()
            + "'",
        "a kernel may read what it has not written, even where each work-item reads only the texel"
            + " that it writes",
        "Write to an image of its own, or make both one read_write argument, with"
            + " atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, …) before a texel is read that was"
            + " written.");
  }

  private FaultDescription pipe(LaunchFault.SharedPipe fault) {
    return new FaultDescription(
        "one pipe is given as both '"
            + fault.read()
            + "' (read_only) and '"
            + fault.written()
            + "' (write_only) of kernel '"
            + code.function().name()
            + "'",
        "a kernel cannot read from and write to the same pipe (OpenCL C, 6.15.17)",
        "Write to a pipe of its own, or let one kernel write and another one behind it read.");
  }
}
