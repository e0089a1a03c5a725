package dev.barnacle.explore;

import dev.barnacle.explore.RandomProgram.Op;
import dev.barnacle.ir.AtomicCompareExchange;
import dev.barnacle.ir.AtomicLoad;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.AtomicStore;
import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Fence;
import dev.barnacle.ir.FenceFlag;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.IrBuilder;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Value;

/** The operations of random programs, as instructions. */
final class ProgramOperations {
  private ProgramOperations() {}

  static IntConstant number(long value) {
    return new IntConstant(Types.I32, value);
  }

  /**
   * Adds one.
   *
   * @param pointer its location
   * @param last where the value is kept that the thread's last read has returned
   */
  static Instruction add(IrBuilder b, Op op, Value pointer, Value last) {
    Value value = number(op.value());
    return switch (op.kind()) {
      case LOAD -> b.add(new AtomicLoad(Types.I32, pointer, op.order(), op.scope()));
      case STORE -> b.add(new AtomicStore(value, pointer, op.order(), op.scope()));
      case COPY -> b.add(new AtomicStore(b.load(Types.I32, last), pointer, op.order(), op.scope()));
      case PLAIN_LOAD -> b.load(Types.I32, pointer);
      case PLAIN_STORE -> b.store(value, pointer);
      case ADD -> b.add(new AtomicRmw(AtomicRmw.Op.ADD, pointer, value, op.order(), op.scope()));
      case EXCHANGE ->
          b.add(new AtomicRmw(AtomicRmw.Op.XCHG, pointer, value, op.order(), op.scope()));
      case COMPARE_EXCHANGE ->
          b.add(
              new AtomicCompareExchange(
                  pointer,
                  number(op.expected()),
                  value,
                  op.order(),
                  RandomProgram.failure(op.order()),
                  op.scope(),
                  false));
      case FENCE -> b.add(new Fence(FenceFlag.of(op.flags()), op.order(), op.scope()));
      case BARRIER ->
          b.add(new Barrier(Barrier.Kind.WORK_GROUP, FenceFlag.of(op.flags()), op.scope()));
    };
  }
}
