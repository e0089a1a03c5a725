package dev.barnacle.explore.internal.kernel.code;

import dev.barnacle.explore.ExploreException;
import dev.barnacle.ir.AtomicLoad;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.MemoryOrder;
import dev.barnacle.ir.MemoryScope;
import dev.barnacle.ir.PipeOperation;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Value;

/** Decodes an operation on a pipe into those on the words of its {@link PipeState}. */
final class PipeCode {
  /** Takes what is put before an operation. */
  interface Decoding {
    /** Decodes an instruction of no function; others may use its result. */
    Op add(Instruction i) throws ExploreException;

    /** Decodes the operation itself, as an operation of a kind. */
    Op decode(Op.Kind kind) throws ExploreException;

    /** Adds an operation that has no place yet. */
    void add(Op op);

    /** Returns a new register. */
    int register();
  }

  private final PipeOperation source;
  private final Decoding decoding;

  private PipeCode(PipeOperation source, Decoding decoding) {
    this.source = source;
    this.decoding = decoding;
  }

  /** Decodes an operation; the last of what it comes to is returned, the others are added. */
  static Op of(PipeOperation source, Decoding decoding) throws ExploreException {
    PipeCode code = new PipeCode(source, decoding);
    return switch (source.op()) {
      case RESERVE_READ, RESERVE_WRITE -> code.reserve();
      case COMMIT_READ, COMMIT_WRITE -> code.commit();
      case NUM_PACKETS -> code.count();
      case PACKET_READ, PACKET_WRITE, MAX_PACKETS -> decoding.decode(Op.Kind.PIPE);
    };
  }

  /** A read-modify-write that adds to the packets that are reserved, if there are enough. */
  private Op reserve() throws ExploreException {
    int end = at(PipeState.own(source.op())).result;
    Op bound = decoding.decode(Op.Kind.PIPE);
    bound.b = load(PipeState.other(source.op())).result;
    bound.operands = new int[] {bound.a, bound.b};
    bound.result = decoding.register();
    decoding.add(bound);
    Op op = decoding.decode(Op.Kind.ATOMIC_RMW);
    op.a = end;
    op.c = bound.result;
    op.operands = new int[] {op.a, op.b, op.c};
    return op;
  }

  /** A read-modify-write that adds a reservation's packets to those that are committed. */
  private Op commit() throws ExploreException {
    Op packets = decoding.decode(Op.Kind.PIPE);
    packets.result = decoding.register();
    decoding.add(packets);
    PointerAdd counter = counter(PipeState.own(source.op()));
    decoding.add(decoding.add(counter));
    Op op =
        decoding.add(
            new AtomicRmw(
                AtomicRmw.Op.ADD,
                counter,
                new IntConstant(Types.I64, 0),
                MemoryOrder.RELAXED,
                MemoryScope.DEVICE));
    op.b = packets.result;
    op.operands = new int[] {op.a, op.b};
    return op;
  }

  private Op count() throws ExploreException {
    int committed = load(PipeState.own(source.op())).result;
    int reserved = load(PipeState.other(source.op())).result;
    Op op = decoding.decode(Op.Kind.PIPE);
    op.b = committed;
    op.c = reserved;
    op.operands = new int[] {op.a, op.b, op.c};
    return op;
  }

  private PointerAdd counter(int offset) {
    return new PointerAdd(pipe(), new IntConstant(Types.I64, offset), true);
  }

  private Value pipe() {
    return source.operand(0);
  }

  private Op at(int offset) throws ExploreException {
    Op op = decoding.add(counter(offset));
    decoding.add(op);
    return op;
  }

  private Op load(int offset) throws ExploreException {
    PointerAdd counter = counter(offset);
    decoding.add(decoding.add(counter));
    Op op =
        decoding.add(new AtomicLoad(Types.I64, counter, MemoryOrder.RELAXED, MemoryScope.DEVICE));
    decoding.add(op);
    return op;
  }
}
