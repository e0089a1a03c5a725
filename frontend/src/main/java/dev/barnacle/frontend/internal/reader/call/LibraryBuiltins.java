package dev.barnacle.frontend.internal.reader.call;

import dev.barnacle.frontend.internal.reader.context.FunctionContext;
import dev.barnacle.frontend.internal.reader.type.ConstantReader;
import dev.barnacle.frontend.internal.reader.type.UnsupportedException;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.AddressSpaceTest;
import dev.barnacle.ir.AsyncCopy;
import dev.barnacle.ir.AsyncFence;
import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.FenceFlag;
import dev.barnacle.ir.GroupOperation;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.Intrinsic;
import dev.barnacle.ir.IrBuilder;
import dev.barnacle.ir.NullConstant;
import dev.barnacle.ir.PointerType;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.WaitEvents;
import dev.barnacle.ir.WorkItemQuery;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The intrinsic functions on which the OpenCL C library is built: those whose names start with
 * {@value #PREFIX}. {@link AtomicBuiltins} has those of the memory model.
 */
public final class LibraryBuiltins {
  public static final String PREFIX = "__barnacle_";

  private static final Map<String, WorkItemQuery.Kind> QUERIES = new HashMap<>();
  private static final Map<String, Intrinsic.Op> MATH = new HashMap<>();

  static {
    for (WorkItemQuery.Kind kind : WorkItemQuery.Kind.values()) {
      QUERIES.put("get_" + kind.name().toLowerCase(Locale.ROOT), kind);
    }
    for (Intrinsic.Op op : Intrinsic.Op.values()) {
      if (op.isFloat() && !op.isExpectation()) {
        MATH.put("math_" + op.name().toLowerCase(Locale.ROOT), op);
      }
    }
  }

  private final FunctionContext context;
  private final AtomicBuiltins atomics;
  private final ExpectReader expectations;
  private final PipeReader pipes;

  LibraryBuiltins(FunctionContext context, PipeReader pipes) {
    this.context = context;
    this.pipes = pipes;
    this.expectations = new ExpectReader(context);
    this.atomics = new AtomicBuiltins(context, expectations);
  }

  private IrBuilder builder() {
    return context.builder();
  }

  /**
   * Reads a call.
   *
   * @param name the function's name after {@value #PREFIX}
   * @return its result (or what stands for it where it has none); empty for a function that does
   *     not exist
   */
  Optional<Value> call(String name, List<Value> arguments, Type result) {
    WorkItemQuery.Kind query = QUERIES.get(name);
    if (query != null) {
      return Optional.of(
          builder()
              .add(
                  query.dimensional()
                      ? new WorkItemQuery(query, arguments.getFirst())
                      : new WorkItemQuery(query)));
    }
    Intrinsic.Op math = MATH.get(name);
    if (math != null) {
      return Optional.of(builder().add(new Intrinsic(math, arguments, Set.of())));
    }
    return switch (name) {
      case "async_copy" -> Optional.of(asyncCopy(arguments));
      case "async_fence" ->
          Optional.of(builder().add(new AsyncFence(fenceFlags(arguments.getFirst()))));
      case "wait_group_events" ->
          Optional.of(
              builder()
                  .add(
                      new WaitEvents(
                          arguments.get(0), FunctionContext.specific(arguments.get(1)))));
      case "image", "sampler", "read_end", "write_end", "reservation_of", "reserve_id" ->
          Optional.of(arguments.getFirst());
      case "null_queue", "null_event" -> Optional.of(new NullConstant(result));
      case "copy_packet" -> Optional.of(pipes.copy(arguments));
      case "is_global" -> Optional.of(spaceTest(arguments, AddressSpace.GLOBAL, result));
      case "is_local" -> Optional.of(spaceTest(arguments, AddressSpace.LOCAL, result));
      case "is_private" -> Optional.of(spaceTest(arguments, AddressSpace.PRIVATE, result));
      default ->
          group(name, arguments)
              .or(() -> QueueReader.operation(context, name, arguments))
              .or(() -> expectations.call(name, arguments))
              .or(() -> atomics.call(name, arguments, result));
    };
  }

  private Value fenceFlags(Value flags) {
    int known = FenceFlag.bits(EnumSet.of(FenceFlag.LOCAL, FenceFlag.GLOBAL));
    return expectations.expect(
        Intrinsic.Op.EXPECT_FLAGS, List.of(flags, new IntConstant(Types.I32, known)));
  }

  private Value asyncCopy(List<Value> arguments) {
    if (!(arguments.get(2) instanceof IntConstant elementBytes)) {
      throw UnsupportedException.of("an asynchronous copy of elements of unknown size");
    }
    return builder()
        .add(
            new AsyncCopy(
                arguments.get(0),
                arguments.get(1),
                arguments.get(3),
                arguments.get(4),
                arguments.get(5),
                arguments.get(6),
                elementBytes.value()));
  }

  private Value spaceTest(List<Value> arguments, AddressSpace space, Type result) {
    Value pointer = FunctionContext.specific(arguments.getFirst());
    if (pointer != arguments.getFirst()) {
      boolean same = pointer.type().equals(new PointerType(space));
      return ConstantReader.integer(result, same ? 1 : 0);
    }
    Value test = builder().add(new AddressSpaceTest(pointer, space));
    return test.type().equals(result) ? test : builder().cast(Cast.Op.ZEXT, test, result);
  }

  private Optional<Value> group(String name, List<Value> arguments) {
    for (Barrier.Kind kind : Barrier.Kind.values()) {
      String prefix = kind.name().toLowerCase(Locale.ROOT) + "_";
      if (name.startsWith(prefix)) {
        return collective(kind, name.substring(prefix.length()), arguments);
      }
    }
    return Optional.empty();
  }

  private Optional<Value> collective(Barrier.Kind kind, String name, List<Value> arguments) {
    for (GroupOperation.Op op : GroupOperation.Op.values()) {
      String opName = op.keyword();
      if (!op.combines() && name.equals(opName)) {
        return Optional.of(
            builder().add(new GroupOperation(kind, op, GroupOperation.Combine.NONE, arguments)));
      }
      if (op.combines() && name.startsWith(opName + "_")) {
        requireConstantSize(op, arguments);
        return combine(name.substring(opName.length() + 1))
            .map(how -> builder().add(new GroupOperation(kind, op, how, arguments)));
      }
    }
    return Optional.empty();
  }

  private static void requireConstantSize(GroupOperation.Op op, List<Value> arguments) {
    if (op == GroupOperation.Op.CLUSTERED_REDUCE && !(arguments.get(1) instanceof IntConstant)) {
      throw UnsupportedException.of("a cluster of sub_group_clustered_reduce of unknown size");
    }
  }

  private static Optional<GroupOperation.Combine> combine(String name) {
    for (GroupOperation.Combine combine : GroupOperation.Combine.values()) {
      if (combine.keyword().equals(name)) {
        return Optional.of(combine);
      }
    }
    return Optional.empty();
  }
}
