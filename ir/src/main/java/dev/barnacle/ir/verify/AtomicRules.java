package dev.barnacle.ir.verify;

import dev.barnacle.ir.AtomicCompareExchange;
import dev.barnacle.ir.AtomicLoad;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.AtomicStore;
import dev.barnacle.ir.Fence;
import dev.barnacle.ir.MemoryOrder;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.verify.InstructionRules.Report;

/** The rules of atomic operations and fences (OpenCL C, 6.15.12 "Atomic Functions"). */
final class AtomicRules {
  private AtomicRules() {}

  static void check(AtomicLoad a, Report report) {
    access(a.pointer(), a.type(), report);
    report.require(readOrder(a.order()), Invariant.LOAD_ORDER, "order " + a.order().keyword());
  }

  static void check(AtomicStore a, Report report) {
    access(a.pointer(), a.value().type(), report);
    MemoryRules.written(a.pointer(), report);
    boolean good = a.order() != MemoryOrder.ACQUIRE && a.order() != MemoryOrder.ACQ_REL;
    report.require(good, Invariant.STORE_ORDER, "order " + a.order().keyword());
  }

  static void check(AtomicRmw a, Report report) {
    Type type = a.value().type();
    access(a.pointer(), type, report);
    MemoryRules.written(a.pointer(), report);
    boolean good =
        switch (a.op()) {
          case XCHG -> true;
          case ADD, SUB, AND, OR, XOR, MIN, MAX, UMIN, UMAX -> type.isInteger();
          case FADD, FSUB, FMIN, FMAX -> type.isFloat();
        };
    report.require(good, Invariant.ATOMIC_TYPE, a.op().keyword() + " of " + type);
    report.require(a.type().equals(type), Invariant.RESULT_TYPE, a.type() + ", not " + type);
  }

  static void check(AtomicCompareExchange a, Report report) {
    Type type = a.expected().type();
    access(a.pointer(), type, report);
    MemoryRules.written(a.pointer(), report);
    report.type(a.desired().type(), type, "desired value");
    report.require(a.type().equals(type), Invariant.RESULT_TYPE, a.type() + ", not " + type);
    report.require(
        readOrder(a.failureOrder()),
        Invariant.FAILURE_ORDER,
        "failure order " + a.failureOrder().keyword());
  }

  static void check(Fence f, Report report) {
    report.require(!f.flags().isEmpty(), Invariant.FENCE_FLAGS, "it names none");
  }

  private static void access(Value pointer, Type type, Report report) {
    MemoryRules.address(pointer, report);
    report.require(TypeRules.atomic(type), Invariant.ATOMIC_TYPE, "access of type " + type);
  }

  private static boolean readOrder(MemoryOrder order) {
    return order != MemoryOrder.RELEASE && order != MemoryOrder.ACQ_REL;
  }
}
