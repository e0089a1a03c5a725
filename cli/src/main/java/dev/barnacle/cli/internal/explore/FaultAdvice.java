package dev.barnacle.cli.internal.explore;

import dev.barnacle.engine.fault.ExplorationKind;
import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.explore.KernelFault;
import dev.barnacle.ir.Location;
import java.util.List;

/**
 * Why something is a fault, and what helps.
 *
 * @param why the rule that is broken; empty where the message says it
 * @param help what to do; empty where that is not known
 */
record FaultAdvice(String why, String help) {
  private static final FaultAdvice NONE = new FaultAdvice("", "");

  private static final String REPAIR = " (--repair looks for the smallest edit)";

  private static final String OWN = "let each work-item have an element of its own";

  /** Returns what is known of a fault. */
  static FaultAdvice of(KernelFault fault) {
    return switch (fault.kind()) {
      case FindingKind.DATA_RACE -> race(fault.accesses());
      case FindingKind.MISSING_FENCE ->
          new FaultAdvice(
              "without one, even what a work-item writes to an image itself is not sure to be seen",
              "Put atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel,"
                  + " memory_scope_work_item) between them.");
      case FindingKind.BARRIER_DIVERGENCE ->
          new FaultAdvice(
              "all work-items of a work-group must execute the same barriers (OpenCL architecture,"
                  + " 3.2.2)",
              "Let all work-items of the work-group come to the barrier: outside of branches and"
                  + " loops that only some run, and none returns before it.");
      case FindingKind.UNINITIALIZED_READ ->
          new FaultAdvice(
              "local memory has no value when a work-group begins, private memory none before it is"
                  + " written",
              "Write it first; what another work-item of the group has written is there behind a"
                  + " barrier.");
      case FindingKind.OUT_OF_BOUNDS, FindingKind.NULL_DEREFERENCE ->
          new FaultAdvice(
              "", "Compare the index with the size before, or make the object larger (--arg).");
      case ExplorationKind.HANG ->
          new FaultAdvice(
              "who waits is not sure that another comes so far, under this progress model",
              "Let a work-item wait only for those that have begun or are in its work-group, or say"
                  + " what the device promises (--progress).");
      case FindingKind.DIVISION_BY_ZERO -> new FaultAdvice("", "Look at the divisor before.");
      default -> NONE;
    };
  }

  private static FaultAdvice race(List<KernelFault.Access> accesses) {
    if (accesses.size() < 2) {
      return NONE;
    }
    KernelFault.Access a = accesses.getFirst();
    KernelFault.Access b = accesses.get(1);
    boolean group = a.groupId().equals(b.groupId());
    long atomics = accesses.stream().filter(x -> x.access().equals("atomic")).count();
    if (atomics == 2 && a.bytes() != b.bytes()) {
      return new FaultAdvice(
          "the atomic operations overlap, but one is of "
              + a.bytes()
              + " bytes and one of "
              + b.bytes()
              + ": they are not of one atomic object",
          "Access each atomic object by its own type only.");
    }
    if (atomics == 2) {
      return new FaultAdvice(
          "the memory scope of one does not include the other's work-item",
          "Give both "
              + (group ? "memory_scope_work_group" : "memory_scope_device")
              + REPAIR
              + ".");
    }
    if (isTwoSteps(a, b)) {
      return new FaultAdvice(
          "an element is read and written back in two steps, and nothing keeps another work-item"
              + " from coming in between",
          "Make it one atomic operation, "
              + OWN
              + ", or order them by a release and an acquire"
              + REPAIR
              + ".");
    }
    if (atomics == 1) {
      return new FaultAdvice(
          "one of them is no atomic operation, and nothing orders the two",
          "Make both atomic, or order them by a release and an acquire" + REPAIR + ".");
    }
    return group
        ? new FaultAdvice(
            "no barrier and no release that an acquire reads from orders the two accesses",
            "Put a barrier with the flag of that memory between them, where all work-items of the"
                + " work-group come by, or "
                + OWN
                + REPAIR
                + ".")
        : new FaultAdvice(
            "the work-items are in different work-groups, which barriers never order",
            "Let each work-group have its own part of the memory, use atomic operations, or hand"
                + " the data over by a release and an acquire of memory_scope_device"
                + REPAIR
                + ".");
  }

  /**
   * Returns whether both work-items are in a line that reads and writes, as {@code x[0] += 1} does.
   */
  private static boolean isTwoSteps(KernelFault.Access a, KernelFault.Access b) {
    Location first = a.location();
    Location second = b.location();
    return first != null
        && second != null
        && first.file().equals(second.file())
        && first.line() == second.line()
        && !a.access().equals(b.access())
        && !a.access().equals("atomic")
        && !b.access().equals("atomic");
  }
}
