package dev.barnacle.ir.verify;

import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.AddressSpaceTest;
import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.MemoryCopy;
import dev.barnacle.ir.MemoryFill;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.PointerType;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.verify.InstructionRules.Report;

/** The rules of non-atomic memory accesses and of addresses. */
final class MemoryRules {
  private MemoryRules() {}

  static void check(Alloca a, Report report) {
    report.require(a.byteSize() >= 0, Invariant.ALLOCA_SIZE, "size " + a.byteSize());
    alignment(a.alignment(), report);
  }

  static void check(PointerAdd p, Report report) {
    Type type = p.operand(0).type();
    report.require(type.isPointer(), Invariant.OPERAND_TYPE, "address: " + type + ", no pointer");
    report.type(p.operand(1).type(), Types.I64.withLanes(type.lanes()), "offset");
    report.require(p.type().equals(type), Invariant.RESULT_TYPE, p.type() + ", not " + type);
  }

  static void check(Load l, Report report) {
    address(l.pointer(), report);
    report.require(TypeRules.inMemory(l.type()), Invariant.MEMORY_TYPE, "it reads " + l.type());
    alignment(l.alignment(), report);
  }

  static void check(Store s, Report report) {
    address(s.pointer(), report);
    written(s.pointer(), report);
    Type type = s.value().type();
    report.require(TypeRules.inMemory(type), Invariant.MEMORY_TYPE, "it writes " + type);
    alignment(s.alignment(), report);
    int next = 0;
    for (int component : s.components()) {
      boolean rises = component >= next && type.lanes() > Math.max(1, component);
      report.require(rises, Invariant.STORE_COMPONENTS, component + " of " + type);
      next = component + 1;
    }
  }

  static void check(MemoryCopy m, Report report) {
    address(m.operand(0), report);
    address(m.operand(1), report);
    written(m.operand(0), report);
    report.type(m.operand(2).type(), Types.I64, "size");
    alignment(m.targetAlignment(), report);
    alignment(m.sourceAlignment(), report);
  }

  static void check(MemoryFill m, Report report) {
    address(m.operand(0), report);
    written(m.operand(0), report);
    report.type(m.operand(1).type(), Types.I8, "value");
    report.type(m.operand(2).type(), Types.I64, "size");
    alignment(m.alignment(), report);
  }

  static void check(AddressSpaceTest t, Report report) {
    boolean good =
        t.operand(0).type().equals(new PointerType(AddressSpace.GENERIC))
            && t.space() != AddressSpace.GENERIC
            && t.space() != AddressSpace.CONSTANT;
    report.require(
        good,
        Invariant.SPACE_TEST,
        "it asks a " + t.operand(0).type() + " for " + t.space().keyword());
  }

  static void address(Value pointer, Report report) {
    report.require(
        pointer.type() instanceof PointerType,
        Invariant.OPERAND_TYPE,
        "address: " + pointer.type() + ", no pointer");
  }

  static void written(Value pointer, Report report) {
    boolean constant =
        pointer.type() instanceof PointerType p && p.space() == AddressSpace.CONSTANT;
    report.require(!constant, Invariant.WRITE_TO_CONSTANT, "it writes to constant memory");
  }

  private static void alignment(long alignment, Report report) {
    report.require(TypeRules.powerOfTwo(alignment), Invariant.ALIGNMENT, "alignment " + alignment);
  }
}
