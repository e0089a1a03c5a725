package dev.barnacle.frontend.internal.litmus;

import dev.barnacle.frontend.internal.litmus.ThreadLowering.Typed;
import dev.barnacle.ir.AtomicCompareExchange;
import dev.barnacle.ir.AtomicLoad;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.IrBuilder;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.MemoryOrder;
import dev.barnacle.ir.MemoryScope;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.UndefConstant;
import dev.barnacle.ir.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Lowers compare-and-exchange (C11 7.17.7.4). A published OpenCL test has memory_order_release for
 * failure: in that dialect it is accepted, and orders no more than memory_order_relaxed does.
 */
final class ExchangeCalls {
  private final ExpressionLowering expressions;
  private final Operators operators;
  private final ThreadLowering thread;
  private final IrBuilder builder;

  ExchangeCalls(ExpressionLowering expressions, Operators operators, ThreadLowering thread) {
    this.expressions = expressions;
    this.operators = operators;
    this.thread = thread;
    this.builder = thread.builder;
  }

  /** OpenCL 1.x: gives the old value; relaxed, device scope. */
  Typed old(CallArguments arguments) {
    Typed pointer = expressions.pointer(arguments.take("a pointer"));
    CType to = AtomicCalls.to(pointer);
    LitmusParser.ExpressionContext a = arguments.take("an expected value");
    Typed expected = operators.convert(expressions.value(a), to, a);
    LitmusParser.ExpressionContext b = arguments.take("a desired value");
    Typed desired = operators.convert(expressions.value(b), to, b);
    arguments.scope(MemoryScope.DEVICE);
    return new Typed(
        expressions.access(
            new AtomicCompareExchange(
                pointer.value(),
                expected.value(),
                desired.value(),
                MemoryOrder.RELAXED,
                MemoryOrder.RELAXED,
                MemoryScope.DEVICE,
                false)),
        to);
  }

  /**
   * Compare-and-exchange: reads the expected value, exchanges, and on failure writes the old value
   * where the expected one stood (C11 7.17.7.4). A weak one may also fail for no reason.
   */
  Typed exchange(CallArguments arguments, boolean named, boolean weak) {
    int a = expressions.mark();
    Typed pointer = expressions.pointer(arguments.take("a pointer"));
    int b = expressions.mark();
    Typed place = expressions.pointer(arguments.take("a pointer to the expected value"));
    expressions.unsequence(a, b);
    int c = expressions.mark();
    LitmusParser.ExpressionContext at = arguments.take("a desired value");
    CType to = AtomicCalls.to(pointer);
    Typed desired = operators.convert(expressions.value(at), to, at);
    expressions.unsequence(a, c);
    boolean explicit = named || arguments.orderFollows();
    MemoryOrder success = arguments.order(explicit);
    MemoryOrder failure = failureOrder(arguments, explicit, success);
    MemoryScope scope = arguments.scope(MemoryScope.DEVICE);
    thread.at(arguments.call());
    Typed expected =
        new Typed(expressions.access(new Load(to.ir(), place.value(), to.byteSize(), false)), to);
    Ends ends = weak ? spurious(pointer, place, failure, scope) : new Ends();
    Value old =
        expressions.access(
            new AtomicCompareExchange(
                pointer.value(),
                expected.value(),
                desired.value(),
                success,
                failure,
                scope,
                false));
    Value equal = builder.compare(Compare.Predicate.EQ, old, expected.value());
    Block failed = thread.function.newBlock("failed");
    Block end = thread.function.newBlock("end");
    ends.add(builder.block(), IntConstant.TRUE);
    builder.branch(equal, end, failed);
    builder.setBlock(failed);
    expressions.access(new Store(old, place.value(), to.byteSize(), false));
    ends.add(builder.block(), IntConstant.FALSE);
    builder.branch(end);
    return ends.join(end);
  }

  private MemoryOrder failureOrder(CallArguments arguments, boolean explicit, MemoryOrder success) {
    if (!explicit) {
      return MemoryOrder.SEQ_CST;
    }
    if (arguments.orderFollows()) {
      return arguments.order(
          true,
          thread.openCl ? Set.of(MemoryOrder.ACQ_REL) : AtomicCalls.NOT_FOR_READS,
          "the failure of a compare-exchange",
          "C11 7.17.7.4");
    }
    return switch (success) {
      case RELEASE -> MemoryOrder.RELAXED;
      case ACQ_REL -> MemoryOrder.ACQUIRE;
      default -> success;
    };
  }

  /** The blocks from which a join is reached, and with what. */
  private final class Ends {
    private final List<Block> blocks = new ArrayList<>();
    private final List<Value> values = new ArrayList<>();
    private @Nullable Block pendingEnd;

    void add(Block block, Value value) {
      blocks.add(block);
      values.add(value);
    }

    Typed join(Block end) {
      if (pendingEnd != null) {
        builder.setBlock(pendingEnd);
        builder.branch(end);
      }
      builder.setBlock(end);
      Phi phi = builder.phi(Types.I1);
      for (int i = 0; i < blocks.size(); i++) {
        phi.addIncoming(values.get(i), blocks.get(i));
      }
      return operators.ofTruth(phi);
    }
  }

  /** The spurious failure of a weak exchange: a read with the failure order. */
  private Ends spurious(Typed pointer, Typed place, MemoryOrder failure, MemoryScope scope) {
    Ends ends = new Ends();
    Block spurious = thread.function.newBlock("spurious");
    Block real = thread.function.newBlock("exchange");
    builder.branch(new UndefConstant(Types.I1), spurious, real);
    builder.setBlock(spurious);
    CType to = AtomicCalls.to(pointer);
    Value old = expressions.access(new AtomicLoad(to.ir(), pointer.value(), failure, scope));
    expressions.access(new Store(old, place.value(), to.byteSize(), false));
    ends.add(builder.block(), IntConstant.FALSE);
    ends.pendingEnd = builder.block();
    builder.setBlock(real);
    return ends;
  }

  /**
   * Locks a mutex: waits until it is free and takes it. It is an exchange that acquires; unlocking
   * is a store that releases (C11 5.1.2.4 paragraphs 5 and 6, 7.26.4).
   */
  void lock(CallArguments arguments) {
    Typed pointer = expressions.pointer(arguments.take("a pointer to a mutex"));
    arguments.end();
    CType to = AtomicCalls.to(pointer);
    Block head = thread.function.newBlock("lock");
    Block end = thread.function.newBlock("locked");
    builder.branch(head);
    builder.setBlock(head);
    Value old =
        expressions.access(
            new AtomicCompareExchange(
                pointer.value(),
                new IntConstant(to.bitsType(), 0),
                new IntConstant(to.bitsType(), 1),
                MemoryOrder.ACQUIRE,
                MemoryOrder.RELAXED,
                MemoryScope.DEVICE,
                false));
    builder.branch(
        builder.compare(Compare.Predicate.EQ, old, new IntConstant(to.bitsType(), 0)), end, head);
    builder.setBlock(end);
  }
}
