package dev.barnacle.simd.internal.emit;

import dev.barnacle.engine.EngineException;
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
import dev.barnacle.ir.Unary;
import dev.barnacle.ir.Unreachable;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.WaitEvents;
import dev.barnacle.ir.WorkItemQuery;
import dev.barnacle.ir.Yield;
import dev.barnacle.llvm.text.LlvmText;
import dev.barnacle.simd.internal.abi.FaultCode;
import dev.barnacle.simd.internal.text.LlvmTypes;
import java.util.ArrayList;
import java.util.List;

/**
 * Emits one instruction of one work-item as scalar LLVM IR. No instruction makes a new LLVM block,
 * so that the label of a piece stays that of its end.
 */
public final class InstructionEmitter {
  private final EmitScope scope;
  private final ArithmeticEmitter arithmetic;
  private final MemoryEmitter memory;
  private final AtomicEmitter atomics;
  private final QueryEmitter queries;
  private final CallEmitter calls;

  public InstructionEmitter(EmitScope scope) {
    this.scope = scope;
    this.arithmetic = new ArithmeticEmitter(scope);
    this.memory = new MemoryEmitter(scope);
    this.atomics = new AtomicEmitter(scope);
    this.queries = new QueryEmitter(scope);
    this.calls = new CallEmitter(scope);
  }

  public void emit(Instruction instruction) {
    switch (instruction) {
      case Binary i -> arithmetic.binary(i);
      case Unary i -> arithmetic.unary(i);
      case Compare i -> arithmetic.compare(i);
      case Cast i -> arithmetic.cast(i);
      case Select i -> arithmetic.select(i);
      case Intrinsic i -> new IntrinsicEmitter(scope).emit(i);
      case ExtractElement i -> arithmetic.extract(i);
      case InsertElement i -> arithmetic.insert(i);
      case Shuffle i -> arithmetic.shuffle(i);
      case PointerAdd i -> memory.pointerAdd(i);
      case Load i -> memory.load(i);
      case Store i -> memory.store(i);
      case MemoryCopy i -> memory.copy(i);
      case MemoryFill i -> memory.fill(i);
      case AddressSpaceTest i -> memory.test(i);
      case AsyncCopy i -> memory.asyncCopy(i);
      case AtomicLoad i -> atomics.load(i);
      case AtomicStore i -> atomics.store(i);
      case AtomicRmw i -> atomics.rmw(i);
      case AtomicCompareExchange i -> atomics.compareExchange(i);
      case Fence i -> atomics.fence(i);
      case WorkItemQuery i -> queries.emit(i);
      case Call i -> calls.call(i);
      case Printf i -> calls.printf(i);
      case QueueOperation i -> new QueueEmitter(scope).emit(i);
      case Trap _ -> FaultCode.TRAP.emit(scope.out(), scope.module().specialization());
      case CycleCounter i -> queries.cycles(i);
      case Terminator i -> terminator(i);
      case Alloca i -> throw misplaced(i);
      case Phi i -> throw misplaced(i);
      case Barrier i -> ScalarSubGroups.barrier(scope, i);
      case GroupOperation i -> ScalarSubGroups.alone(scope, i);
      case Yield i -> throw misplaced(i);
      case AsyncFence _ -> {} // copies are made at once, by one work-item
      case WaitEvents i -> throw misplaced(i);
      case PipeOperation i -> throw misplaced(i); // only in programs that are watched
    }
  }

  private static IllegalStateException misplaced(Instruction instruction) {
    return new IllegalStateException(instruction.mnemonic() + " is not emitted in place");
  }

  static EngineException unsupported(Instruction instruction, String what) {
    return EngineException.unsupported(
        instruction.location(), what + " is not supported by the simd engine");
  }

  private void terminator(Terminator terminator) {
    LlvmText out = scope.out();
    switch (terminator) {
      case Branch b -> out.br(scope.label(b.target()));
      case ConditionalBranch b ->
          out.br(
              scope.operand(b.condition()),
              scope.label(b.successors().get(0)),
              scope.label(b.successors().get(1)));
      case Switch s -> emitSwitch(s);
      case Return r -> scope.emitReturn(r);
      case Unreachable u -> out.unreachable();
    }
  }

  private void emitSwitch(Switch instruction) {
    Value value = instruction.operand(0);
    String type = LlvmTypes.type(value.type());
    List<String> cases = new ArrayList<>();
    List<Long> values = instruction.cases();
    for (int i = 0; i < values.size(); i++) {
      String label = scope.label(instruction.successors().get(i + 1));
      cases.add(LlvmText.switchCase(type, caseText(value, values.get(i)), label));
    }
    String otherwise = scope.label(instruction.defaultTarget());
    scope.out().switchTo(type, scope.operand(value), otherwise, cases);
  }

  private static String caseText(Value value, long number) {
    if (value.type().byteSize() == 1 && value.type().equals(dev.barnacle.ir.Types.I1)) {
      return number == 0 ? "false" : "true";
    }
    return Long.toString(number);
  }
}
