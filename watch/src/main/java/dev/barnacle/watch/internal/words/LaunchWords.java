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
    return FaultDescription.of(
        switch (fault) {
          case LaunchFault.TimeoutInLoop f -> f;
          case LaunchFault.Timeout f -> f;
          case LaunchFault.Trap f -> f;
          case LaunchFault.Endless f -> f;
          case LaunchFault.SharedImage f -> new Detail.SharedImage(f, code.function().name());
          case LaunchFault.SharedPipe f -> new Detail.SharedPipe(f, code.function().name());
        });
  }
}
