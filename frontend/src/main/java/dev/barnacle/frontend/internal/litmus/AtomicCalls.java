package dev.barnacle.frontend.internal.litmus;

import dev.barnacle.frontend.internal.litmus.ThreadLowering.Typed;
import dev.barnacle.ir.AtomicCompareExchange;
import dev.barnacle.ir.AtomicLoad;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.AtomicStore;
import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.Fence;
import dev.barnacle.ir.FenceFlag;
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
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

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

  private final ExpressionLowering expressions;
  private final ThreadLowering thread;
  private final IrBuilder builder;

  AtomicCalls(ExpressionLowering expressions, ThreadLowering thread) {
    this.expressions = expressions;
    this.thread = thread;
    this.builder = thread.builder;
  }

  /** The arguments of a call, taken one after the other. */
  private static final class Arguments {
    private final LitmusParser.CallExpressionContext call;
    private final List<LitmusParser.ExpressionContext> list;
    private int next;

    Arguments(LitmusParser.CallExpressionContext call) {
      this.call = call;
      this.list = call.expression();
    }

    LitmusParser.ExpressionContext take(String what) {
      if (next == list.size()) {
        throw LitmusErrors.at(call, name() + " needs " + what);
      }
      return list.get(next++);
    }

    boolean more() {
      return next < list.size();
    }

    String name() {
      return call.NAME().getText();
    }

    MemoryOrder order(boolean given) {
      return given ? memoryOrder(take("a memory order")) : MemoryOrder.SEQ_CST;
    }

    MemoryScope scope(MemoryScope otherwise) {
      MemoryScope scope = more() ? memoryScope(take("a memory scope")) : otherwise;
      if (more()) {
        throw LitmusErrors.at(list.get(next), name() + " has too many arguments");
      }
      return scope;
    }
  }

  Typed lower(LitmusParser.CallExpressionContext call) {
    String name = call.NAME().getText();
    Arguments arguments = new Arguments(call);
    boolean explicit = name.endsWith("_explicit");
    String base = explicit ? name.substring(0, name.length() - "_explicit".length()) : name;
    return switch (base) {
      case "atomic_load" -> load(arguments, explicit);
      case "atomic_store" -> store(arguments, explicit);
      case "atomic_init" -> init(arguments);
      case "atomic_exchange" -> rmw(arguments, AtomicRmw.Op.XCHG, explicit);
      case "atomic_compare_exchange_strong", "SCAS" -> exchange(arguments, explicit, false);
      case "atomic_compare_exchange_weak", "WCAS" -> exchange(arguments, explicit, true);
      case "atomic_flag_test_and_set" -> testAndSet(arguments, explicit);
      case "atomic_flag_clear" -> clear(arguments, explicit);
      case "atomic_thread_fence" -> threadFence(arguments);
      case "atomic_work_item_fence" -> workItemFence(arguments);
      case "mem_fence", "read_mem_fence", "write_mem_fence" -> oldFence(arguments);
      case "barrier", "work_group_barrier" -> barrier(arguments, Barrier.Kind.WORK_GROUP);
      case "sub_group_barrier" -> barrier(arguments, Barrier.Kind.SUB_GROUP);
      case "atomic_inc", "atom_inc" -> step(arguments, AtomicRmw.Op.ADD);
      case "atomic_dec", "atom_dec" -> step(arguments, AtomicRmw.Op.SUB);
      case "atomic_xchg", "atom_xchg" -> old(arguments, AtomicRmw.Op.XCHG);
      case "atomic_cmpxchg", "atom_cmpxchg" -> oldExchange(arguments);
      default -> other(call, base, arguments, explicit);
    };
  }

  private Typed other(
      LitmusParser.CallExpressionContext call, String base, Arguments arguments, boolean explicit) {
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

  private static CType to(Typed pointer) {
    CType to = Objects.requireNonNull(pointer.type().pointee());
    return new CType(to.bits(), to.signed(), false, null, to.pointee());
  }

  private Typed load(Arguments arguments, boolean explicit) {
    Typed pointer = expressions.pointer(arguments.take("a pointer"));
    MemoryOrder order = arguments.order(explicit);
    MemoryScope scope = arguments.scope(MemoryScope.DEVICE);
    CType to = to(pointer);
    thread.at(arguments.call);
    return new Typed(
        expressions.access(new AtomicLoad(to.ir(), pointer.value(), order, scope)), to);
  }

  private Typed[] pointerAndValue(Arguments arguments) {
    int a = expressions.mark();
    Typed pointer = expressions.pointer(arguments.take("a pointer"));
    int b = expressions.mark();
    LitmusParser.ExpressionContext at = arguments.take("a value");
    Typed value = expressions.convert(expressions.value(at), to(pointer), at);
    expressions.unsequence(a, b);
    thread.at(arguments.call);
    return new Typed[] {pointer, value};
  }

  private static Typed nothing() {
    return new Typed(IntConstant.FALSE, CType.VOID);
  }

  private Typed store(Arguments arguments, boolean explicit) {
    Typed[] both = pointerAndValue(arguments);
    MemoryOrder order = arguments.order(explicit);
    MemoryScope scope = arguments.scope(MemoryScope.DEVICE);
    expressions.access(new AtomicStore(both[1].value(), both[0].value(), order, scope));
    return nothing();
  }

  private Typed init(Arguments arguments) {
    Typed[] both = pointerAndValue(arguments);
    arguments.scope(MemoryScope.DEVICE);
    expressions.access(
        new Store(both[1].value(), both[0].value(), both[1].type().byteSize(), false));
    return nothing();
  }

  private Typed rmw(Arguments arguments, AtomicRmw.Op op, boolean explicit) {
    Typed[] both = pointerAndValue(arguments);
    MemoryOrder order = arguments.order(explicit);
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
  private Typed old(Arguments arguments, AtomicRmw.Op op) {
    Typed[] both = pointerAndValue(arguments);
    arguments.scope(MemoryScope.DEVICE);
    return rmw(both[0], op, both[1], MemoryOrder.RELAXED, MemoryScope.DEVICE);
  }

  private Typed step(Arguments arguments, AtomicRmw.Op op) {
    Typed pointer = expressions.pointer(arguments.take("a pointer"));
    arguments.scope(MemoryScope.DEVICE);
    CType to = to(pointer);
    Typed one = new Typed(new IntConstant(to.bitsType(), 1), to);
    return rmw(pointer, op, one, MemoryOrder.RELAXED, MemoryScope.DEVICE);
  }

  private Typed oldExchange(Arguments arguments) {
    Typed pointer = expressions.pointer(arguments.take("a pointer"));
    CType to = to(pointer);
    LitmusParser.ExpressionContext a = arguments.take("an expected value");
    Typed expected = expressions.convert(expressions.value(a), to, a);
    LitmusParser.ExpressionContext b = arguments.take("a desired value");
    Typed desired = expressions.convert(expressions.value(b), to, b);
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

  private Typed testAndSet(Arguments arguments, boolean explicit) {
    Typed pointer = expressions.pointer(arguments.take("a pointer"));
    MemoryOrder order = arguments.order(explicit);
    MemoryScope scope = arguments.scope(MemoryScope.DEVICE);
    CType to = to(pointer);
    Typed one = new Typed(new IntConstant(to.bitsType(), 1), to);
    Typed old = rmw(pointer, AtomicRmw.Op.XCHG, one, order, scope);
    Value set =
        builder.compare(Compare.Predicate.NE, old.value(), new IntConstant(to.bitsType(), 0));
    return expressions.ofTruth(set);
  }

  private Typed clear(Arguments arguments, boolean explicit) {
    Typed pointer = expressions.pointer(arguments.take("a pointer"));
    MemoryOrder order = arguments.order(explicit);
    MemoryScope scope = arguments.scope(MemoryScope.DEVICE);
    expressions.access(
        new AtomicStore(new IntConstant(to(pointer).bitsType(), 0), pointer.value(), order, scope));
    return nothing();
  }

  /**
   * Compare-and-exchange: reads the expected value, exchanges, and on failure writes the old value
   * where the expected one stood (C11 7.17.7.4). A weak one may also fail for no reason.
   */
  private Typed exchange(Arguments arguments, boolean explicit, boolean weak) {
    int a = expressions.mark();
    Typed pointer = expressions.pointer(arguments.take("a pointer"));
    int b = expressions.mark();
    Typed place = expressions.pointer(arguments.take("a pointer to the expected value"));
    expressions.unsequence(a, b);
    int c = expressions.mark();
    LitmusParser.ExpressionContext at = arguments.take("a desired value");
    CType to = to(pointer);
    Typed desired = expressions.convert(expressions.value(at), to, at);
    expressions.unsequence(a, c);
    MemoryOrder success = arguments.order(explicit);
    MemoryOrder failure = failureOrder(arguments, explicit, success);
    MemoryScope scope = arguments.scope(MemoryScope.DEVICE);
    thread.at(arguments.call);
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

  private MemoryOrder failureOrder(Arguments arguments, boolean explicit, MemoryOrder success) {
    if (!explicit) {
      return MemoryOrder.SEQ_CST;
    }
    if (arguments.more()
        && arguments.call.expression().get(arguments.next).getText().startsWith("memory_order")) {
      return arguments.order(true);
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
      return expressions.ofTruth(phi);
    }
  }

  /** The spurious failure of a weak exchange: a read with the failure order. */
  private Ends spurious(Typed pointer, Typed place, MemoryOrder failure, MemoryScope scope) {
    Ends ends = new Ends();
    Block spurious = thread.function.newBlock("spurious");
    Block real = thread.function.newBlock("exchange");
    builder.branch(new UndefConstant(Types.I1), spurious, real);
    builder.setBlock(spurious);
    CType to = to(pointer);
    Value old = expressions.access(new AtomicLoad(to.ir(), pointer.value(), failure, scope));
    expressions.access(new Store(old, place.value(), to.byteSize(), false));
    ends.add(builder.block(), IntConstant.FALSE);
    ends.pendingEnd = builder.block();
    builder.setBlock(real);
    return ends;
  }

  private Typed threadFence(Arguments arguments) {
    MemoryOrder order = arguments.order(true);
    MemoryScope scope = arguments.scope(MemoryScope.ALL_SVM_DEVICES);
    expressions.access(new Fence(Set.of(FenceFlag.GLOBAL, FenceFlag.LOCAL), order, scope));
    return nothing();
  }

  private Typed workItemFence(Arguments arguments) {
    Set<FenceFlag> flags = flags(arguments.take("fence flags"));
    MemoryOrder order = arguments.order(true);
    MemoryScope scope = arguments.scope(MemoryScope.DEVICE);
    expressions.access(new Fence(flags, order, scope));
    return nothing();
  }

  /** OpenCL 1.x: orders the work-item's accesses for its work-group. */
  private Typed oldFence(Arguments arguments) {
    MemoryOrder order =
        switch (arguments.name()) {
          case "read_mem_fence" -> MemoryOrder.ACQUIRE;
          case "write_mem_fence" -> MemoryOrder.RELEASE;
          default -> MemoryOrder.ACQ_REL;
        };
    Set<FenceFlag> flags = flags(arguments.take("fence flags"));
    MemoryScope scope = arguments.scope(MemoryScope.WORK_GROUP);
    expressions.access(new Fence(flags, order, scope));
    return nothing();
  }

  private Typed barrier(Arguments arguments, Barrier.Kind kind) {
    Set<FenceFlag> flags = flags(arguments.take("fence flags"));
    MemoryScope scope =
        arguments.scope(
            kind == Barrier.Kind.WORK_GROUP ? MemoryScope.WORK_GROUP : MemoryScope.SUB_GROUP);
    Barrier barrier = new Barrier(kind, flags, scope);
    thread.barriers.put(barrier, thread.barrierName());
    expressions.access(barrier);
    return nothing();
  }

  private static Set<FenceFlag> flags(LitmusParser.ExpressionContext expression) {
    long bits = 0;
    for (String word : expression.getText().replace("(", "").replace(")", "").split("\\|", -1)) {
      bits |=
          switch (word) {
            case "0" -> 0;
            case "CLK_LOCAL_MEM_FENCE" -> FenceFlag.LOCAL.bit();
            case "CLK_GLOBAL_MEM_FENCE" -> FenceFlag.GLOBAL.bit();
            case "CLK_IMAGE_MEM_FENCE" -> FenceFlag.IMAGE.bit();
            default ->
                throw LitmusErrors.at(
                    expression, "expected CLK_…_MEM_FENCE flags, found '" + word + "'");
          };
    }
    return FenceFlag.of(bits);
  }

  private static MemoryOrder memoryOrder(LitmusParser.ExpressionContext expression) {
    return switch (expression.getText()) {
      case "memory_order_relaxed" -> MemoryOrder.RELAXED;
      case "memory_order_acquire" -> MemoryOrder.ACQUIRE;
      case "memory_order_release" -> MemoryOrder.RELEASE;
      case "memory_order_acq_rel" -> MemoryOrder.ACQ_REL;
      case "memory_order_seq_cst" -> MemoryOrder.SEQ_CST;
      case "memory_order_consume" ->
          throw LitmusErrors.at(
              expression, "memory_order_consume is not supported: the models leave it out");
      default ->
          throw LitmusErrors.at(
              expression, "expected a memory order, found '" + expression.getText() + "'");
    };
  }

  private static MemoryScope memoryScope(LitmusParser.ExpressionContext expression) {
    return switch (expression.getText()) {
      case "memory_scope_work_item" -> MemoryScope.WORK_ITEM;
      case "memory_scope_sub_group" -> MemoryScope.SUB_GROUP;
      case "memory_scope_work_group" -> MemoryScope.WORK_GROUP;
      case "memory_scope_device" -> MemoryScope.DEVICE;
      case "memory_scope_all_svm_devices", "memory_scope_all_devices" ->
          MemoryScope.ALL_SVM_DEVICES;
      default ->
          throw LitmusErrors.at(
              expression, "expected a memory scope, found '" + expression.getText() + "'");
    };
  }
}
