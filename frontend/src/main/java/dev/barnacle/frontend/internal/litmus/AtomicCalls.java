package dev.barnacle.frontend.internal.litmus;

import dev.barnacle.frontend.internal.litmus.ThreadLowering.Typed;
import dev.barnacle.ir.AtomicLoad;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.AtomicStore;
import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.IrBuilder;
import dev.barnacle.ir.MemoryOrder;
import dev.barnacle.ir.MemoryScope;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Value;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Lowers the calls that litmus tests make: C11's atomics and OpenCL C's (OpenCL C specification,
 * "Atomic Functions"), fences and barriers. Where order or scope are left out they are
 * memory_order_seq_cst and memory_scope_device; a barrier's scope is memory_scope_work_group.
 */
final class AtomicCalls {
  private static final Map<String, AtomicRmw.Op> FETCH =
      Map.of(
          "add", AtomicRmw.Op.ADD,
          "sub", AtomicRmw.Op.SUB,
          "and", AtomicRmw.Op.AND,
          "or", AtomicRmw.Op.OR,
          "xor", AtomicRmw.Op.XOR,
          "min", AtomicRmw.Op.MIN,
          "max", AtomicRmw.Op.MAX);

  /** The orders that a read cannot have. */
  static final Set<MemoryOrder> NOT_FOR_READS = Set.of(MemoryOrder.RELEASE, MemoryOrder.ACQ_REL);

  private static final Set<MemoryOrder> NOT_FOR_WRITES =
      Set.of(MemoryOrder.CONSUME, MemoryOrder.ACQUIRE, MemoryOrder.ACQ_REL);

  private final ExpressionLowering expressions;
  private final Operators operators;
  private final ThreadLowering thread;
  private final IrBuilder builder;
  private final ExchangeCalls exchanges;
  private final FenceCalls fences;

  AtomicCalls(ExpressionLowering expressions, Operators operators, ThreadLowering thread) {
    this.expressions = expressions;
    this.operators = operators;
    this.thread = thread;
    this.builder = thread.builder;
    this.exchanges = new ExchangeCalls(expressions, operators, thread);
    this.fences = new FenceCalls(expressions, thread);
  }

  Typed lower(LitmusParser.CallExpressionContext call) {
    String name = call.NAME().getText();
    CallArguments arguments = new CallArguments(call);
    boolean explicit = name.endsWith("_explicit");
    String base = explicit ? name.substring(0, name.length() - "_explicit".length()) : name;
    return switch (base) {
      case "atomic_load" -> load(arguments, explicit);
      case "atomic_store" -> store(arguments, explicit);
      case "atomic_init" -> init(arguments);
      case "atomic_exchange" -> rmw(arguments, AtomicRmw.Op.XCHG, explicit);
      case "atomic_compare_exchange_strong", "SCAS" ->
          exchanges.exchange(arguments, explicit, false);
      case "atomic_compare_exchange_weak", "WCAS" -> exchanges.exchange(arguments, explicit, true);
      case "atomic_flag_test_and_set" -> testAndSet(arguments, explicit);
      case "atomic_flag_clear" -> clear(arguments, explicit);
      case "atomic_thread_fence" -> nothing(() -> fences.threadFence(arguments));
      case "fence" ->
          nothing(
              arguments.left() == 1
                  ? () -> fences.threadFence(arguments)
                  : () -> fences.workItemFence(arguments));
      case "lock", "mtx_lock" -> nothing(() -> exchanges.lock(arguments));
      case "unlock", "mtx_unlock" -> unlock(arguments);
      case "atomic_work_item_fence" -> nothing(() -> fences.workItemFence(arguments));
      case "mem_fence", "read_mem_fence", "write_mem_fence" ->
          nothing(() -> fences.oldFence(arguments));
      case "barrier", "work_group_barrier" ->
          nothing(() -> fences.barrier(arguments, Barrier.Kind.WORK_GROUP));
      case "sub_group_barrier" -> nothing(() -> fences.barrier(arguments, Barrier.Kind.SUB_GROUP));
      case "atomic_inc", "atom_inc" -> step(arguments, AtomicRmw.Op.ADD);
      case "atomic_dec", "atom_dec" -> step(arguments, AtomicRmw.Op.SUB);
      case "atomic_xchg", "atom_xchg" -> old(arguments, AtomicRmw.Op.XCHG);
      case "atomic_cmpxchg", "atom_cmpxchg" -> exchanges.old(arguments);
      default -> other(call, base, arguments, explicit);
    };
  }

  private Typed other(
      LitmusParser.CallExpressionContext call,
      String base,
      CallArguments arguments,
      boolean explicit) {
    for (Map.Entry<String, AtomicRmw.Op> fetch : FETCH.entrySet()) {
      if (base.equals("atomic_fetch_" + fetch.getKey())) {
        return rmw(arguments, fetch.getValue(), explicit);
      }
      if (base.equals("atomic_" + fetch.getKey()) || base.equals("atom_" + fetch.getKey())) {
        return old(arguments, fetch.getValue());
      }
    }
    throw LitmusErrors.at(
        call, "function '" + call.NAME().getText() + "' is not supported in litmus tests");
  }

  /** The type of a value of what a pointer points to. */
  static CType to(Typed pointer) {
    return Objects.requireNonNull(pointer.type().pointee()).unqualified();
  }

  private Typed load(CallArguments arguments, boolean explicit) {
    Typed pointer = expressions.pointer(arguments.take("a pointer"));
    MemoryOrder order = order(arguments, explicit, NOT_FOR_READS, "a load", "C11 7.17.7.2");
    MemoryScope scope = arguments.scope(MemoryScope.DEVICE);
    CType to = to(pointer);
    thread.at(arguments.call());
    return new Typed(
        expressions.access(new AtomicLoad(to.ir(), pointer.value(), order, scope)), to);
  }

  private Typed[] pointerAndValue(CallArguments arguments) {
    int a = expressions.mark();
    Typed pointer = expressions.pointer(arguments.take("a pointer"));
    int b = expressions.mark();
    LitmusParser.ExpressionContext at = arguments.take("a value");
    Typed value = operators.convert(expressions.value(at), to(pointer), at);
    expressions.unsequence(a, b);
    thread.at(arguments.call());
    return new Typed[] {pointer, value};
  }

  private static Typed nothing(Runnable lowering) {
    lowering.run();
    return nothing();
  }

  private static Typed nothing() {
    return new Typed(IntConstant.FALSE, CType.VOID);
  }

  private Typed store(CallArguments arguments, boolean explicit) {
    Typed[] both = pointerAndValue(arguments);
    MemoryOrder order = order(arguments, explicit, NOT_FOR_WRITES, "a store", "C11 7.17.7.1");
    MemoryScope scope = arguments.scope(MemoryScope.DEVICE);
    expressions.access(new AtomicStore(both[1].value(), both[0].value(), order, scope));
    return nothing();
  }

  private Typed init(CallArguments arguments) {
    Typed[] both = pointerAndValue(arguments);
    arguments.scope(MemoryScope.DEVICE);
    expressions.access(
        new Store(both[1].value(), both[0].value(), both[1].type().byteSize(), false));
    return nothing();
  }

  private Typed rmw(CallArguments arguments, AtomicRmw.Op op, boolean explicit) {
    Typed[] both = pointerAndValue(arguments);
    MemoryOrder order = order(arguments, explicit, Set.of(), "", "");
    MemoryScope scope = arguments.scope(MemoryScope.DEVICE);
    return rmw(both[0], op, both[1], order, scope);
  }

  private Typed rmw(
      Typed pointer, AtomicRmw.Op op, Typed value, MemoryOrder order, MemoryScope scope) {
    AtomicRmw.Op signed = op;
    if (!value.type().signed() && op == AtomicRmw.Op.MIN) {
      signed = AtomicRmw.Op.UMIN;
    } else if (!value.type().signed() && op == AtomicRmw.Op.MAX) {
      signed = AtomicRmw.Op.UMAX;
    }
    return new Typed(
        expressions.access(new AtomicRmw(signed, pointer.value(), value.value(), order, scope)),
        value.type());
  }

  /** OpenCL 1.x: relaxed, device scope. */
  private Typed old(CallArguments arguments, AtomicRmw.Op op) {
    Typed[] both = pointerAndValue(arguments);
    arguments.scope(MemoryScope.DEVICE);
    return rmw(both[0], op, both[1], MemoryOrder.RELAXED, MemoryScope.DEVICE);
  }

  private Typed step(CallArguments arguments, AtomicRmw.Op op) {
    Typed pointer = expressions.pointer(arguments.take("a pointer"));
    arguments.scope(MemoryScope.DEVICE);
    CType to = to(pointer);
    Typed one = new Typed(new IntConstant(to.bitsType(), 1), to);
    return rmw(pointer, op, one, MemoryOrder.RELAXED, MemoryScope.DEVICE);
  }

  private Typed testAndSet(CallArguments arguments, boolean explicit) {
    Typed pointer = expressions.pointer(arguments.take("a pointer"));
    MemoryOrder order = order(arguments, explicit, Set.of(), "", "");
    MemoryScope scope = arguments.scope(MemoryScope.DEVICE);
    CType to = to(pointer);
    Typed one = new Typed(new IntConstant(to.bitsType(), 1), to);
    Typed old = rmw(pointer, AtomicRmw.Op.XCHG, one, order, scope);
    Value set =
        builder.compare(Compare.Predicate.NE, old.value(), new IntConstant(to.bitsType(), 0));
    return operators.ofTruth(set);
  }

  private Typed clear(CallArguments arguments, boolean explicit) {
    Typed pointer = expressions.pointer(arguments.take("a pointer"));
    MemoryOrder order = order(arguments, explicit, NOT_FOR_WRITES, "a clear", "C11 7.17.8.2");
    MemoryScope scope = arguments.scope(MemoryScope.DEVICE);
    expressions.access(
        new AtomicStore(new IntConstant(to(pointer).bitsType(), 0), pointer.value(), order, scope));
    return nothing();
  }

  private MemoryOrder order(
      CallArguments arguments,
      boolean explicit,
      Set<MemoryOrder> not,
      String operation,
      String section) {
    MemoryOrder order = arguments.order(explicit, not, operation, section);
    if (order == MemoryOrder.CONSUME && thread.openCl) {
      throw LitmusErrors.at(arguments.call(), "OpenCL has no memory_order_consume");
    }
    return order;
  }

  private Typed unlock(CallArguments arguments) {
    Typed pointer = expressions.pointer(arguments.take("a pointer to a mutex"));
    arguments.end();
    expressions.access(
        new AtomicStore(
            new IntConstant(to(pointer).bitsType(), 0),
            pointer.value(),
            MemoryOrder.RELEASE,
            MemoryScope.DEVICE));
    return nothing();
  }
}
