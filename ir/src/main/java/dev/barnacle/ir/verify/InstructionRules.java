package dev.barnacle.ir.verify;

import dev.barnacle.ir.AddressSpaceTest;
import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.AsyncCopy;
import dev.barnacle.ir.AsyncFence;
import dev.barnacle.ir.AtomicCompareExchange;
import dev.barnacle.ir.AtomicLoad;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.AtomicStore;
import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Branch;
import dev.barnacle.ir.Call;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.ConditionalBranch;
import dev.barnacle.ir.CycleCounter;
import dev.barnacle.ir.ExtractElement;
import dev.barnacle.ir.Fence;
import dev.barnacle.ir.GroupOperation;
import dev.barnacle.ir.InsertElement;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Intrinsic;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.MemoryCopy;
import dev.barnacle.ir.MemoryFill;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.PipeOperation;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.Printf;
import dev.barnacle.ir.QueueOperation;
import dev.barnacle.ir.Return;
import dev.barnacle.ir.Select;
import dev.barnacle.ir.Shuffle;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Switch;
import dev.barnacle.ir.Terminator;
import dev.barnacle.ir.Trap;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Unary;
import dev.barnacle.ir.Unreachable;
import dev.barnacle.ir.WaitEvents;
import dev.barnacle.ir.WorkItemQuery;
import dev.barnacle.ir.Yield;

/** Checks an instruction by itself: its operands, types and attributes. */
final class InstructionRules {
  private InstructionRules() {}

  /** Takes the broken invariants of an instruction. */
  @FunctionalInterface
  interface Report {
    void broken(Invariant invariant, String detail);

    /** Reports {@code invariant} unless {@code condition} holds. */
    default void require(boolean condition, Invariant invariant, String detail) {
      if (!condition) {
        broken(invariant, detail);
      }
    }

    /** Checks the type of an operand. */
    default void type(Type actual, Type wanted, String what) {
      require(
          actual.equals(wanted), Invariant.OPERAND_TYPE, what + ": " + actual + ", not " + wanted);
    }
  }

  static void check(Instruction instruction, Report report) {
    int wanted = operandCount(instruction);
    int actual = instruction.operands().size();
    if (wanted >= 0 && wanted != actual) {
      report.broken(Invariant.OPERAND_COUNT, actual + " operands, not " + wanted);
      return;
    }
    switch (instruction) {
      case Binary b -> ValueRules.check(b, report);
      case Unary u -> ValueRules.check(u, report);
      case Compare c -> ValueRules.check(c, report);
      case Cast c -> CastRules.check(c, report);
      case Select s -> ValueRules.check(s, report);
      case Intrinsic i -> ValueRules.check(i, report);
      case ExtractElement e -> ValueRules.check(e, report);
      case InsertElement i -> ValueRules.check(i, report);
      case Shuffle s -> ValueRules.check(s, report);
      case Alloca a -> MemoryRules.check(a, report);
      case PointerAdd p -> MemoryRules.check(p, report);
      case Load l -> MemoryRules.check(l, report);
      case Store s -> MemoryRules.check(s, report);
      case MemoryCopy m -> MemoryRules.check(m, report);
      case MemoryFill m -> MemoryRules.check(m, report);
      case AtomicLoad a -> AtomicRules.check(a, report);
      case AtomicStore a -> AtomicRules.check(a, report);
      case AtomicRmw a -> AtomicRules.check(a, report);
      case AtomicCompareExchange a -> AtomicRules.check(a, report);
      case Fence f -> AtomicRules.check(f, report);
      case Barrier _, Yield _, Trap _, CycleCounter _ -> {}
      case WorkItemQuery q -> GroupRules.check(q, report);
      case GroupOperation g -> GroupRules.check(g, report);
      case AsyncCopy a -> GroupRules.check(a, report);
      case AsyncFence f -> GroupRules.check(f, report);
      case WaitEvents w -> GroupRules.check(w, report);
      case PipeOperation p -> GroupRules.check(p, report);
      case AddressSpaceTest t -> MemoryRules.check(t, report);
      case Printf p -> ControlRules.check(p, report);
      case QueueOperation q -> QueueRules.check(q, report);
      case Call c -> ControlRules.check(c, report);
      case Phi p -> ControlRules.check(p, report);
      case Terminator t -> ControlRules.check(t, report);
    }
  }

  /** Returns how many operands the kind of instruction has; -1 where that is checked elsewhere. */
  private static int operandCount(Instruction instruction) {
    return switch (instruction) {
      case Alloca _, Fence _, Barrier _, Yield _, Branch _, Unreachable _ -> 0;
      case Trap _, CycleCounter _ -> 0;
      case Unary _, Cast _, Load _, AtomicLoad _, AddressSpaceTest _ -> 1;
      case AsyncFence _ -> 1;
      case ConditionalBranch _, Switch _ -> 1;
      case Binary _, Compare _, ExtractElement _, Shuffle _, PointerAdd _ -> 2;
      case Store _, AtomicStore _, AtomicRmw _, WaitEvents _ -> 2;
      case Select _, InsertElement _, MemoryCopy _, MemoryFill _, AtomicCompareExchange _ -> 3;
      case AsyncCopy _ -> 6;
      case Intrinsic i -> i.op().arity();
      case QueueOperation q -> q.op().arity();
      case PipeOperation p -> p.op().arity();
      case WorkItemQuery _, GroupOperation _, Printf _, Call _, Phi _, Return _ -> -1;
    };
  }
}
