package dev.barnacle.watch.internal.code.emit;

import static java.lang.constant.ConstantDescs.CD_double;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import dev.barnacle.engine.EngineException;
import dev.barnacle.engine.PrintfFormat;
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
import dev.barnacle.ir.Call;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.CycleCounter;
import dev.barnacle.ir.ExtractElement;
import dev.barnacle.ir.Fence;
import dev.barnacle.ir.FloatType;
import dev.barnacle.ir.GroupOperation;
import dev.barnacle.ir.InsertElement;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.Intrinsic;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.MemoryCopy;
import dev.barnacle.ir.MemoryFill;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.PipeOperation;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.Printf;
import dev.barnacle.ir.QueueOperation;
import dev.barnacle.ir.Select;
import dev.barnacle.ir.Shuffle;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Terminator;
import dev.barnacle.ir.Trap;
import dev.barnacle.ir.Unary;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.VectorType;
import dev.barnacle.ir.WaitEvents;
import dev.barnacle.ir.WorkItemQuery;
import dev.barnacle.ir.Yield;
import dev.barnacle.watch.internal.code.analysis.Ordering;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;

/** Writes the instructions between control flow. */
final class BlockCode {
  private final Emitter emitter;
  private final CodeBuilder code;
  private final KernelClass owner;
  private final ArithmeticCode arithmetic;
  private final CastCode casts;
  private final IntrinsicCode intrinsics;
  private final ShuffleCode shuffles;
  private final MemoryCode memory;
  private final QueryCode queries;
  private final PipeCode pipes;

  BlockCode(Emitter emitter, KernelClass owner) {
    this.emitter = emitter;
    this.code = emitter.code();
    this.owner = owner;
    this.arithmetic = new ArithmeticCode(emitter);
    this.casts = new CastCode(emitter, arithmetic);
    this.intrinsics = new IntrinsicCode(emitter, arithmetic);
    this.shuffles = new ShuffleCode(emitter);
    this.memory = new MemoryCode(emitter);
    this.queries = new QueryCode(emitter);
    this.pipes = new PipeCode(emitter);
  }

  ArithmeticCode arithmetic() {
    return arithmetic;
  }

  /** Writes an instruction that is neither phi, cut nor terminator. */
  void instruction(Instruction instruction) {
    emitter.at(instruction);
    switch (instruction) {
      case Binary i -> arithmetic.binary(i);
      case Unary i -> arithmetic.unary(i);
      case Compare i -> arithmetic.compare(i);
      case Select i -> arithmetic.select(i);
      case Cast i -> casts.cast(i);
      case Intrinsic i -> intrinsics.intrinsic(i);
      case ExtractElement i -> shuffles.extract(i);
      case InsertElement i -> shuffles.insert(i);
      case Shuffle i -> shuffles.shuffle(i);
      case PointerAdd i -> memory.pointerAdd(i);
      case Load i -> memory.load(i);
      case Store i -> memory.store(i);
      case MemoryCopy i -> memory.copy(i);
      case MemoryFill i -> memory.fill(i);
      case AtomicLoad i -> memory.atomicLoad(i);
      case AtomicStore i -> memory.atomicStore(i);
      case AtomicRmw i -> memory.atomicRmw(i);
      case AtomicCompareExchange i -> exchange(i);
      case Fence i -> memory.fence(i);
      case AsyncCopy i -> memory.asyncCopy(i);
      case AsyncFence i -> memory.asyncFence(i);
      case WaitEvents i -> memory.waitEvents(i);
      case AddressSpaceTest i -> memory.test(i);
      case WorkItemQuery i -> queries.query(i);
      case PipeOperation i -> pipes.operation(i);
      case Printf i -> printf(i);
      case QueueOperation i -> queueOperation(i);
      case Trap i -> trap(i);
      case CycleCounter i -> {
        code.invokestatic(ClassDesc.of("java.lang.System"), "nanoTime", JvmTypes.method(CD_long));
        emitter.pop(i, 0);
      }
      case Call i -> call(i);
      case Alloca _, Phi _ -> {}
      case Barrier _, Yield _, GroupOperation _, Terminator _ ->
          throw EngineException.unsupported(
              instruction.location(), instruction.mnemonic() + " in a function");
    }
  }

  private void exchange(AtomicCompareExchange i) {
    if (Ordering.isStronger(i.failureOrder(), i.order())) {
      intrinsics.tell("failureOrder", i, i.order().keyword(), i.failureOrder().keyword());
    }
    memory.atomicExchange(i);
  }

  private void call(Call i) {
    ImageCalls.check(emitter, i);
    FunctionPlan plan = owner.planOf(i.callee());
    if (plan.keepsParameters()) {
      for (Parameter parameter : i.callee().parameters()) {
        owner.functionState().save(emitter, i.operand(parameter.index()), parameter);
      }
      emitter.pushWorkItem();
    } else {
      emitter.pushWorkItem();
      for (Value operand : i.operands()) {
        for (int lane = 0; lane < operand.type().lanes(); lane++) {
          emitter.push(operand, lane);
        }
      }
    }
    owner.methodOf(i.callee()).call(code);
    if (!i.hasResult()) {
      return;
    }
    for (int lane = 0; lane < i.type().lanes(); lane++) {
      if (i.type() instanceof VectorType) {
        FunctionCode.results(code, i.type());
        code.loadConstant(lane);
        code.arrayLoad(JvmTypes.kind(i.type()));
      }
      emitter.pop(i, lane);
    }
  }

  private void trap(Trap i) {
    emitter.pushWorkItem();
    code.loadConstant(emitter.layout().places().of(i));
    code.invokevirtual(JvmTypes.WORK_ITEM, "trap", JvmTypes.method(CD_void, CD_int));
  }

  private void printf(Printf i) {
    PrintfFormat.mistake(i.format(), i.operands().stream().map(Value::type).toList())
        .ifPresent(mistake -> intrinsics.tell("printf", i, mistake));
    for (Value operand : i.operands()) {
      if (operand.type() instanceof VectorType) {
        vectorArgument(operand);
      } else {
        emitter.pushWorkItem();
        argument(operand, 0);
      }
    }
    emitter.pushWorkItem();
    code.loadConstant(emitter.layout().places().of(i));
    code.invokevirtual(JvmTypes.WORK_ITEM, "print", JvmTypes.method(CD_int, CD_int));
    emitter.pop(i, 0);
  }

  private void queueOperation(QueueOperation i) {
    for (Value operand : i.operands()) {
      emitter.pushWorkItem();
      emitter.push(operand);
      if (JvmTypes.kind(operand.type()) != TypeKind.LONG) {
        code.i2l();
      }
      code.invokevirtual(JvmTypes.WORK_ITEM, "queueOperand", JvmTypes.method(CD_void, CD_long));
    }
    emitter.pushWorkItem();
    code.loadConstant(emitter.layout().places().of(i));
    code.invokevirtual(JvmTypes.WORK_ITEM, "queue", JvmTypes.method(CD_long, CD_int));
    if (!i.hasResult()) {
      code.pop2();
      return;
    }
    if (JvmTypes.kind(i.type()) != TypeKind.LONG) {
      code.l2i();
    }
    emitter.pop(i, 0);
  }

  private void vectorArgument(Value operand) {
    emitter.pushWorkItem();
    code.invokevirtual(JvmTypes.WORK_ITEM, "beginVector", JvmTypes.method(CD_void));
    for (int lane = 0; lane < operand.type().lanes(); lane++) {
      emitter.pushWorkItem();
      argument(operand, lane);
    }
    emitter.pushWorkItem();
    code.invokevirtual(JvmTypes.WORK_ITEM, "endVector", JvmTypes.method(CD_void));
  }

  private void argument(Value operand, int lane) {
    emitter.push(operand, lane);
    switch (operand.type().scalar()) {
      case FloatType f -> {
        if (f.bits() != 64) {
          code.f2d();
        }
        code.invokevirtual(JvmTypes.WORK_ITEM, "argument", JvmTypes.method(CD_void, CD_double));
      }
      case IntType type -> {
        if (type.bits() != 64) {
          code.i2l();
        }
        code.loadConstant(type.bits());
        code.invokevirtual(
            JvmTypes.WORK_ITEM, "argument", JvmTypes.method(CD_void, CD_long, CD_int));
      }
      default ->
          code.invokevirtual(
              JvmTypes.WORK_ITEM, "pointerArgument", JvmTypes.method(CD_void, CD_long));
    }
  }
}
