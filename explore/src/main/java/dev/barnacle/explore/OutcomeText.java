package dev.barnacle.explore;

/** An outcome in words, for the messages of tests. */
final class OutcomeText {
  private OutcomeText() {}

  /** Returns the faults with their places, and why not everything was looked at. */
  static String of(KernelOutcome outcome) {
    StringBuilder text = new StringBuilder();
    for (KernelFault fault : outcome.faults()) {
      text.append(text.isEmpty() ? "" : System.lineSeparator()).append(of(fault));
    }
    if (!outcome.complete()) {
      text.append(text.isEmpty() ? "" : System.lineSeparator())
          .append("not all executions were looked at: ")
          .append(String.join("; ", outcome.limits()));
    }
    return text.isEmpty() ? outcome.executions() + " executions, no fault" : text.toString();
  }

  private static String of(KernelFault fault) {
    StringBuilder text = new StringBuilder(fault.kind().keyword() + ": " + fault.message());
    for (KernelFault.Access access : fault.accesses()) {
      text.append(System.lineSeparator()).append("  ");
      if (access.location() != null) {
        text.append(access.location()).append(": ");
      }
      text.append(access.operation().isEmpty() ? access.access() : access.operation())
          .append(" by global id ")
          .append(access.globalId())
          .append(" of work-group ")
          .append(access.groupId());
    }
    return text.toString();
  }
}
