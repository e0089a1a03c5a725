package dev.barnacle.frontend.internal.reader.call;

import dev.barnacle.frontend.internal.reader.context.FunctionContext;
import dev.barnacle.frontend.internal.reader.type.UnsupportedException;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.NullConstant;
import dev.barnacle.ir.PointerType;
import dev.barnacle.ir.QueueOperation;
import dev.barnacle.ir.QueueOperation.Op;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Value;
import dev.barnacle.llvm.view.LlvmConstant;
import dev.barnacle.llvm.view.LlvmFunction;
import dev.barnacle.llvm.view.LlvmInstruction;
import dev.barnacle.llvm.view.LlvmValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads what clang makes of {@code enqueue_kernel} and the questions about blocks: calls that have
 * the block's kernel and its literal among their arguments; and the other operations on queues of
 * the device, which the library asks for.
 */
final class QueueReader {
  private static final Value NULL = new NullConstant(new PointerType(AddressSpace.PRIVATE));
  private static final Map<String, Op> OPERATIONS = new HashMap<>();

  static {
    for (Op op : Op.values()) {
      if (!op.isOfKernel()) {
        OPERATIONS.put(op.name().toLowerCase(Locale.ROOT), op);
      }
    }
  }

  private final FunctionContext context;

  QueueReader(FunctionContext context) {
    this.context = context;
  }

  /** Reads an operation that names no kernel; empty where there is none of that name. */
  static Optional<Value> operation(FunctionContext context, String name, List<Value> arguments) {
    Op op = OPERATIONS.get(name);
    return op == null
        ? Optional.empty()
        : Optional.of(context.builder().add(new QueueOperation(op, null, specific(arguments))));
  }

  private static List<Value> specific(List<Value> arguments) {
    return arguments.stream().map(FunctionContext::specific).toList();
  }

  /** Reads a call that clang made of an operation on a block; empty for any other. */
  Optional<Value> call(String name, LlvmInstruction call) {
    List<LlvmValue> a = call.arguments();
    return switch (name) {
      case "__enqueue_kernel_basic" -> enqueue(a, null, 3, null);
      case "__enqueue_kernel_varargs" -> enqueue(a, null, 3, a.get(6));
      case "__enqueue_kernel_basic_events" -> enqueue(a, a.subList(3, 6), 6, null);
      case "__enqueue_kernel_events_varargs" -> enqueue(a, a.subList(3, 6), 6, a.get(9));
      case "__get_kernel_work_group_size_impl" -> query(Op.WORK_GROUP_SIZE, a, 0);
      case "__get_kernel_preferred_work_group_size_multiple_impl" ->
          query(Op.PREFERRED_WORK_GROUP_SIZE_MULTIPLE, a, 0);
      case "__get_kernel_sub_group_count_for_ndrange_impl" -> query(Op.SUB_GROUP_COUNT, a, 1);
      case "__get_kernel_max_sub_group_size_for_ndrange_impl" -> query(Op.MAX_SUB_GROUP_SIZE, a, 1);
      default -> Optional.empty();
    };
  }

  private Optional<Value> enqueue(
      List<LlvmValue> a, @Nullable List<LlvmValue> events, int block, @Nullable LlvmValue sizes) {
    List<Value> operands = new ArrayList<>();
    operands.add(context.value(a.get(0)));
    operands.add(context.value(a.get(1)));
    operands.add(context.value(a.get(2)));
    if (events == null) {
      operands.addAll(List.of(new IntConstant(Types.I32, 0), NULL, NULL));
    } else {
      events.forEach(e -> operands.add(context.value(e)));
    }
    operands.add(context.value(a.get(block + 1)));
    operands.add(sizes == null ? NULL : context.value(sizes));
    Function kernel = kernel(a.get(block));
    return Optional.of(
        context.builder().add(new QueueOperation(Op.ENQUEUE_KERNEL, kernel, specific(operands))));
  }

  private Optional<Value> query(Op op, List<LlvmValue> a, int block) {
    List<Value> operands = block == 0 ? List.of() : List.of(context.value(a.getFirst()));
    return Optional.of(
        context.builder().add(new QueueOperation(op, kernel(a.get(block)), specific(operands))));
  }

  /** The kernel that clang made of the block; OpenCL C lets a block be known where it is used. */
  private Function kernel(LlvmValue value) {
    if (value instanceof LlvmFunction function) {
      return context.module().functions().read(function);
    }
    if (value instanceof LlvmConstant constant && constant.kind() == LlvmConstant.Kind.EXPRESSION) {
      return kernel(constant.operand(0));
    }
    throw UnsupportedException.of("a block that is not known where it is enqueued");
  }
}
