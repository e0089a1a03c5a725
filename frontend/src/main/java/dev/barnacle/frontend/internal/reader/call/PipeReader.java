package dev.barnacle.frontend.internal.reader.call;

import dev.barnacle.frontend.internal.reader.context.FunctionContext;
import dev.barnacle.frontend.internal.reader.type.UnsupportedException;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.MemoryCopy;
import dev.barnacle.ir.PipeOperation;
import dev.barnacle.ir.PipeOperation.Owner;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.UndefConstant;
import dev.barnacle.ir.Value;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Pipes (OpenCL C, "Pipe Functions"). The OpenCL C library has functions {@code __barnacle_pipe_*}
 * that do it with atomic operations; for programs that are watched they are {@link PipeOperation}s
 * instead, so that it is known what a program does with a pipe.
 */
final class PipeReader {
  /** The prefix of the names of the library's functions. */
  static final String PREFIX = LibraryBuiltins.PREFIX + "pipe_";

  /** By the numbers that pipe.cl gives them. */
  private static final List<Owner> OWNERS =
      List.of(Owner.PACKET, Owner.WORK_ITEM, Owner.SUB_GROUP, Owner.WORK_GROUP);

  private static final Map<String, PipeOperation.Op> OPS = new HashMap<>();

  static {
    for (PipeOperation.Op op : PipeOperation.Op.values()) {
      OPS.put(PREFIX + op.name().toLowerCase(Locale.ROOT), op);
    }
  }

  private final FunctionContext context;

  PipeReader(FunctionContext context) {
    this.context = context;
  }

  /** Returns whether a call of the library's is an operation in this program. */
  boolean isOperation(String baseName) {
    return context.module().isWatched() && OPS.containsKey(baseName);
  }

  /**
   * Reads a call of the library's.
   *
   * @param arguments the pipe, what the operation takes, the size of its packets, and in all but
   *     queries for whom it is done
   */
  Value operation(String baseName, List<Value> arguments) {
    PipeOperation.Op op = OPS.get(baseName);
    if (op == null) {
      throw new IllegalArgumentException(baseName);
    }
    int arity = op.arity();
    long bytes = constant(arguments.get(arity), "packets of unknown size");
    Owner owner =
        arguments.size() == arity + 1
            ? Owner.WORK_ITEM
            : OWNERS.get((int) constant(arguments.get(arity + 1), "a reservation for nobody"));
    return context.builder().add(new PipeOperation(op, owner, bytes, arguments.subList(0, arity)));
  }

  /** Copies a packet: as an integer if it is as small as one. */
  Value copy(List<Value> arguments) {
    Value to = FunctionContext.specific(arguments.get(0));
    Value from = FunctionContext.specific(arguments.get(1));
    long bytes = constant(arguments.get(2), "packets of unknown size");
    long alignment = constant(arguments.get(3), "packets of unknown alignment");
    if (bytes <= Long.BYTES && Long.bitCount(bytes) == 1) {
      IntType type = new IntType((int) bytes * Byte.SIZE);
      Value packet = context.builder().add(new Load(type, from, alignment, false));
      context.builder().add(new Store(packet, to, alignment, false));
    } else {
      Value size = new IntConstant(Types.I64, bytes);
      context.builder().add(new MemoryCopy(to, from, size, alignment, alignment, false));
    }
    return new UndefConstant(Types.I32);
  }

  private static long constant(Value value, String what) {
    if (value instanceof IntConstant constant) {
      return constant.value();
    }
    throw UnsupportedException.of(what);
  }
}
