package dev.barnacle.ir.verify;

import dev.barnacle.ir.Function;
import dev.barnacle.ir.KernelInfo;
import dev.barnacle.ir.OpaqueType;
import dev.barnacle.ir.QueueOperation;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.verify.InstructionRules.Report;

/** The rules of operations on queues of the device. */
final class QueueRules {
  private static final Type QUEUE = new OpaqueType(OpaqueType.Kind.QUEUE);
  private static final Type EVENT = new OpaqueType(OpaqueType.Kind.CLK_EVENT);

  private QueueRules() {}

  static void check(QueueOperation q, Report report) {
    Function kernel = q.kernel();
    report.require(
        (kernel != null) == q.op().isOfKernel(),
        Invariant.QUEUE_KERNEL,
        q.op().keyword() + (kernel == null ? " without a kernel" : " of " + kernel));
    KernelInfo info = kernel == null ? null : kernel.kernel();
    report.require(
        kernel == null || (info != null && info.isBlock()),
        Invariant.QUEUE_KERNEL,
        kernel + " is no block");
    operands(q, report);
  }

  private static void operands(QueueOperation q, Report report) {
    switch (q.op()) {
      case ENQUEUE_KERNEL -> {
        report.type(q.operand(0).type(), QUEUE, "queue");
        report.type(q.operand(1).type(), Types.I32, "flags");
        MemoryRules.address(q.operand(2), report);
        report.type(q.operand(3).type(), Types.I32, "number of events");
        for (int i = 4; i < 8; i++) {
          MemoryRules.address(q.operand(i), report);
        }
      }
      case ENQUEUE_MARKER -> {
        report.type(q.operand(0).type(), QUEUE, "queue");
        report.type(q.operand(1).type(), Types.I32, "number of events");
        MemoryRules.address(q.operand(2), report);
        MemoryRules.address(q.operand(3), report);
      }
      case SET_USER_EVENT_STATUS -> {
        report.type(q.operand(0).type(), EVENT, "event");
        report.type(q.operand(1).type(), Types.I32, "status");
      }
      case RETAIN_EVENT, RELEASE_EVENT, IS_VALID_EVENT ->
          report.type(q.operand(0).type(), EVENT, "event");
      case CAPTURE_PROFILING_INFO -> {
        report.type(q.operand(0).type(), EVENT, "event");
        report.type(q.operand(1).type(), Types.I32, "name");
        MemoryRules.address(q.operand(2), report);
      }
      case SUB_GROUP_COUNT, MAX_SUB_GROUP_SIZE -> MemoryRules.address(q.operand(0), report);
      case DEFAULT_QUEUE,
          CREATE_USER_EVENT,
          WORK_GROUP_SIZE,
          PREFERRED_WORK_GROUP_SIZE_MULTIPLE -> {}
    }
  }
}
