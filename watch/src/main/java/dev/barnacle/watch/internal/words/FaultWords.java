package dev.barnacle.watch.internal.words;

import dev.barnacle.engine.NdRange;
import dev.barnacle.watch.internal.run.fault.AccessFault;
import dev.barnacle.watch.internal.run.fault.CallFault;
import dev.barnacle.watch.internal.run.fault.Faults;
import dev.barnacle.watch.internal.run.fault.GroupFault;
import dev.barnacle.watch.internal.run.fault.LaunchFault;
import dev.barnacle.watch.internal.run.fault.PipeFault;
import dev.barnacle.watch.internal.run.fault.RaceFault;
import dev.barnacle.watch.internal.run.fault.TexelFault;
import dev.barnacle.watch.internal.run.kernel.KernelCode;

/** Puts the faults of a launch into words, when it has been run. */
public final class FaultWords {
  private final AccessWords accesses;
  private final GroupWords groups;
  private final RaceWords races;
  private final LaunchWords launch;
  private final StaleWords stale;

  /**
   * Makes them for one launch.
   *
   * @param arguments the words that the kernel was given
   * @param text what the kernel's text says of races
   */
  public FaultWords(KernelCode code, NdRange range, long[] arguments, ProgramText text) {
    this.accesses = new AccessWords(code, range, arguments);
    this.groups = new GroupWords(code);
    this.stale = new StaleWords(code);
    this.races = new RaceWords(code, range, text, stale);
    this.launch = new LaunchWords(code);
  }

  /** Returns what is said of a fault. */
  FaultDescription of(Faults.Entry entry) {
    return switch (entry.fault()) {
      case AccessFault fault -> accesses.of(fault);
      case TexelFault fault -> AccessWords.of(fault);
      case CallFault fault -> CallWords.of(fault);
      case GroupFault fault -> groups.of(fault);
      case LaunchFault fault -> launch.of(fault);
      case PipeFault fault -> CallWords.of(fault);
      case RaceFault fault -> races.of(fault, entry);
    };
  }

  /** Returns what is special in the execution that has come to a fault; empty for nothing. */
  String note(Faults.Entry entry) {
    return stale.note(entry);
  }
}
