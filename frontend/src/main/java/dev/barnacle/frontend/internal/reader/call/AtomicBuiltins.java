package dev.barnacle.frontend.internal.reader.call;

import dev.barnacle.frontend.internal.reader.call.RuntimeChoice.Meanings;
import dev.barnacle.frontend.internal.reader.context.FunctionContext;
import dev.barnacle.ir.AtomicCompareExchange;
import dev.barnacle.ir.AtomicLoad;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.AtomicStore;
import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Fence;
import dev.barnacle.ir.FenceFlag;
import dev.barnacle.ir.Intrinsic;
import dev.barnacle.ir.IrBuilder;
import dev.barnacle.ir.MemoryOrder;
import dev.barnacle.ir.MemoryScope;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The OpenCL C library's intrinsic functions for atomics, fences and barriers. Orders and scopes
 * have clang's numbers ({@code __ATOMIC_*}, {@code __OPENCL_MEMORY_SCOPE_*}).
 */
final class AtomicBuiltins {
  private static final Meanings<MemoryOrder> ANY_ORDER =
      orders(
          MemoryOrder.RELAXED,
          MemoryOrder.ACQUIRE,
          MemoryOrder.RELEASE,
          MemoryOrder.ACQ_REL,
          MemoryOrder.SEQ_CST);
  private static final Meanings<MemoryOrder> LOAD_ORDER =
      orders(MemoryOrder.RELAXED, MemoryOrder.ACQUIRE, MemoryOrder.SEQ_CST);
  private static final Meanings<MemoryOrder> STORE_ORDER =
      orders(MemoryOrder.RELAXED, MemoryOrder.RELEASE, MemoryOrder.SEQ_CST);
  private static final Meanings<MemoryScope> SCOPE = scopes();
  private static final Meanings<Set<FenceFlag>> FLAGS = flags();

  private final FunctionContext context;
  private final RuntimeChoice choice;

  AtomicBuiltins(FunctionContext context, ExpectReader expectations) {
    this.context = context;
    this.choice = new RuntimeChoice(context, expectations);
  }

  private static Meanings<MemoryOrder> orders(MemoryOrder... allowed) {
    LinkedHashMap<Long, MemoryOrder> meanings = new LinkedHashMap<>();
    for (MemoryOrder order : allowed) {
      meanings.put(number(order), order);
    }
    return new Meanings<>(Intrinsic.Op.EXPECT_ORDER, AtomicBuiltins::describeOrder, meanings);
  }

  private static long number(MemoryOrder order) {
    return switch (order) {
      case RELAXED -> 0;
      case CONSUME -> 1;
      case ACQUIRE -> 2;
      case RELEASE -> 3;
      case ACQ_REL -> 4;
      case SEQ_CST -> 5;
    };
  }

  private static String describeOrder(long number) {
    for (MemoryOrder order : MemoryOrder.values()) {
      if (number(order) == number) {
        return "memory_order_" + order.keyword();
      }
    }
    return "memory order " + number;
  }

  private static Meanings<MemoryScope> scopes() {
    LinkedHashMap<Long, MemoryScope> meanings = new LinkedHashMap<>();
    meanings.put(0L, MemoryScope.WORK_ITEM);
    meanings.put(1L, MemoryScope.WORK_GROUP);
    meanings.put(2L, MemoryScope.DEVICE);
    meanings.put(4L, MemoryScope.SUB_GROUP);
    meanings.put(3L, MemoryScope.ALL_SVM_DEVICES);
    return new Meanings<>(Intrinsic.Op.EXPECT_SCOPE, scope -> "memory scope " + scope, meanings);
  }

  private static Meanings<Set<FenceFlag>> flags() {
    LinkedHashMap<Long, Set<FenceFlag>> meanings = new LinkedHashMap<>();
    for (long bits = 0; bits < 1L << FenceFlag.values().length; bits++) {
      meanings.put(bits, FenceFlag.of(bits));
    }
    return new Meanings<>(
        Intrinsic.Op.EXPECT_FLAGS, flags -> "the memory fence flags " + flags, meanings);
  }

  private IrBuilder builder() {
    return context.builder();
  }

  /**
   * Reads a call.
   *
   * @param name the function's name after {@code __barnacle_}
   * @return its result (or what stands for it where it has none); empty for a function that this
   *     class does not know
   */
  Optional<Value> call(String name, List<Value> arguments, Type result) {
    return switch (name) {
      case "barrier" -> Optional.of(barrier(Barrier.Kind.WORK_GROUP, arguments));
      case "sub_group_barrier" -> Optional.of(barrier(Barrier.Kind.SUB_GROUP, arguments));
      case "fence" -> Optional.of(fence(arguments, false));
      case "implicit_fence" -> Optional.of(fence(arguments, true));
      case "atomic_load" -> Optional.of(load(arguments, result));
      case "atomic_store" -> Optional.of(store(arguments));
      case "atomic_cmpxchg" -> Optional.of(compareExchange(arguments, false));
      case "atomic_cmpxchg_weak" -> Optional.of(compareExchange(arguments, true));
      default ->
          name.startsWith("atomic_")
              ? operation(name.substring("atomic_".length())).map(op -> modify(op, arguments))
              : Optional.empty();
    };
  }

  private static Optional<AtomicRmw.Op> operation(String name) {
    for (AtomicRmw.Op op : AtomicRmw.Op.values()) {
      if (op.name().toLowerCase(Locale.ROOT).equals(name)) {
        return Optional.of(op);
      }
    }
    return Optional.empty();
  }

  private Value barrier(Barrier.Kind kind, List<Value> arguments) {
    return choice.choose(
        arguments.get(0),
        FLAGS,
        flags ->
            choice.choose(
                arguments.get(1), SCOPE, scope -> builder().add(new Barrier(kind, flags, scope))));
  }

  private Value fence(List<Value> arguments, boolean implicit) {
    return choice.choose(
        arguments.get(0),
        FLAGS,
        flags ->
            choice.choose(
                arguments.get(1),
                ANY_ORDER,
                order ->
                    choice.choose(
                        arguments.get(2),
                        SCOPE,
                        scope -> builder().add(new Fence(flags, order, scope, implicit)))));
  }

  private static Value pointer(List<Value> arguments) {
    return FunctionContext.specific(arguments.getFirst());
  }

  private Value load(List<Value> arguments, Type type) {
    return choice.choose(
        arguments.get(1),
        LOAD_ORDER,
        order ->
            choice.choose(
                arguments.get(2),
                SCOPE,
                scope -> builder().add(new AtomicLoad(type, pointer(arguments), order, scope))));
  }

  private Value store(List<Value> arguments) {
    return choice.choose(
        arguments.get(2),
        STORE_ORDER,
        order ->
            choice.choose(
                arguments.get(3),
                SCOPE,
                scope ->
                    builder()
                        .add(new AtomicStore(arguments.get(1), pointer(arguments), order, scope))));
  }

  private Value modify(AtomicRmw.Op op, List<Value> arguments) {
    return choice.choose(
        arguments.get(2),
        ANY_ORDER,
        order ->
            choice.choose(
                arguments.get(3),
                SCOPE,
                scope ->
                    builder()
                        .add(
                            new AtomicRmw(
                                op, pointer(arguments), arguments.get(1), order, scope))));
  }

  private Value compareExchange(List<Value> arguments, boolean weak) {
    return choice.choose(
        arguments.get(3),
        ANY_ORDER,
        success ->
            choice.choose(
                arguments.get(4),
                LOAD_ORDER,
                failure ->
                    choice.choose(
                        arguments.get(5),
                        SCOPE,
                        scope ->
                            builder()
                                .add(
                                    new AtomicCompareExchange(
                                        pointer(arguments),
                                        arguments.get(1),
                                        arguments.get(2),
                                        success,
                                        failure,
                                        scope,
                                        weak)))));
  }
}
