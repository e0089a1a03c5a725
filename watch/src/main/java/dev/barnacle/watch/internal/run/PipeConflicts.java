package dev.barnacle.watch.internal.run;

import dev.barnacle.engine.Argument;
import dev.barnacle.ir.KernelInfo;
import dev.barnacle.ir.Parameter;
import dev.barnacle.watch.internal.run.fault.Faults;
import dev.barnacle.watch.internal.run.fault.LaunchFault;
import dev.barnacle.watch.internal.run.kernel.KernelCode;
import java.util.List;

/**
 * Pipes that a launch gives as both a {@code read_only} and a {@code write_only} argument: a kernel
 * cannot read from and write to the same pipe (OpenCL C, "Pipe Functions").
 */
final class PipeConflicts {
  private PipeConflicts() {}

  /** Tells of all such pipes among the arguments of a launch. */
  static void tell(KernelCode code, List<Argument> arguments, Faults faults) {
    KernelInfo info = code.function().kernel();
    if (info == null) {
      return;
    }
    for (Parameter read : code.function().parameters()) {
      for (Parameter written : code.function().parameters()) {
        if (info.arguments().get(read.index()).access().equals("read_only")
            && info.arguments().get(written.index()).access().equals("write_only")
            && arguments.get(read.index()) instanceof Argument.Pipe one
            && arguments.get(written.index()) instanceof Argument.Pipe other
            && one.memory().memory().equals(other.memory().memory())) {
          faults.addOfArguments(new LaunchFault.SharedPipe(read.name(), written.name()));
        }
      }
    }
  }
}
