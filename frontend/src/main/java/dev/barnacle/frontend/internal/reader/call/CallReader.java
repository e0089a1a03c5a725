package dev.barnacle.frontend.internal.reader.call;

import dev.barnacle.frontend.internal.reader.LlvmReader;
import dev.barnacle.frontend.internal.reader.context.FunctionContext;
import dev.barnacle.frontend.internal.reader.operation.WideReader;
import dev.barnacle.frontend.internal.reader.type.IntegerWidths;
import dev.barnacle.frontend.internal.reader.type.MangledName;
import dev.barnacle.frontend.internal.reader.type.UnsupportedException;
import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Call;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.MemoryCopy;
import dev.barnacle.ir.Printf;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Value;
import dev.barnacle.llvm.view.LlvmFunction;
import dev.barnacle.llvm.view.LlvmInstruction;
import dev.barnacle.llvm.view.LlvmType;
import dev.barnacle.llvm.view.LlvmValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads calls: of the user's functions, of LLVM's and the library's intrinsics, and of printf. */
public final class CallReader {
  private final FunctionContext context;
  private final WideReader wide;
  private final LlvmIntrinsics intrinsics;
  private final LibraryBuiltins builtins;
  private final QueueReader queues;
  private final PipeReader pipes;

  public CallReader(FunctionContext context, WideReader wide) {
    this.context = context;
    this.wide = wide;
    this.intrinsics = new LlvmIntrinsics(context, wide);
    this.pipes = new PipeReader(context);
    this.builtins = new LibraryBuiltins(context, pipes);
    this.queues = new QueueReader(context);
  }

  /** Reads a call; returns the leaves of its result, none where it has none. */
  public List<? extends Value> read(LlvmInstruction call) {
    Optional<LlvmFunction> known = call.calledFunction();
    if (known.isEmpty() && call.isEmptyAssembly()) {
      return emptyAssembly(call);
    }
    if (known.isEmpty()) {
      throw UnsupportedException.of(
          call.isAssembly() ? "inline assembly" : "a call through a pointer");
    }
    LlvmFunction callee = known.get();
    if (callee.isIntrinsic()) {
      return intrinsics.call(call, callee);
    }
    if (callee.isDeclaration()) {
      return results(call, declared(call, callee));
    }
    String name = MangledName.baseName(callee.name());
    if (pipes.isOperation(name)) {
      return results(call, pipes.operation(name, values(call)));
    }
    Value result = defined(call, callee);
    return IntegerWidths.isWide(call.type()) ? wide.words(result) : results(call, result);
  }

  /**
   * Reads assembly that keeps a compiler from moving or knowing something, {@code asm("" :
   * "+r"(x))}.
   */
  private List<Value> emptyAssembly(LlvmInstruction call) {
    if (call.type().kind() == LlvmType.Kind.VOID) {
      return List.of();
    }
    List<LlvmValue> arguments = call.arguments();
    if (arguments.size() == 1 && arguments.getFirst().type().equals(call.type())) {
      return context.parts(arguments.getFirst());
    }
    throw UnsupportedException.of("inline assembly with results");
  }

  private static List<Value> results(LlvmInstruction call, Value result) {
    return call.type().kind() == LlvmType.Kind.VOID ? List.of() : List.of(result);
  }

  private Value declared(LlvmInstruction call, LlvmFunction callee) {
    String name = MangledName.baseName(callee.name());
    if (name.equals("printf")) {
      return printf(call);
    }
    if (name.equals("__translate_sampler_initializer")) {
      return context.value(call.arguments().getFirst());
    }
    Optional<Value> ofBlock = queues.call(name, call);
    if (ofBlock.isPresent()) {
      return ofBlock.get();
    }
    if (name.equals("atexit") && call.arguments().size() == 1) {
      context
          .module()
          .objects()
          .register(call.arguments().getFirst(), context.function().name(), context.builder());
      return new IntConstant(Types.I32, 0);
    }
    if (name.startsWith(LibraryBuiltins.PREFIX)) {
      List<Value> arguments = values(call);
      String builtin = name.substring(LibraryBuiltins.PREFIX.length());
      return builtins
          .call(builtin, arguments, context.type(call.type()))
          .orElseThrow(() -> undefined(callee));
    }
    throw undefined(callee);
  }

  private List<Value> values(LlvmInstruction call) {
    return call.arguments().stream().map(context::value).toList();
  }

  private UnsupportedException undefined(LlvmFunction callee) {
    return new UnsupportedException(
        "undefined function '"
            + MangledName.demangle(callee.name())
            + "', which '"
            + context.function().name()
            + "' calls");
  }

  /** The format must be known, as OpenCL C demands; the other arguments are promoted by clang. */
  private Value printf(LlvmInstruction call) {
    List<LlvmValue> arguments = call.arguments();
    String format = context.module().globals().string(arguments.getFirst());
    if (format == null) {
      throw new UnsupportedException("the format of printf must be a string literal");
    }
    List<Value> values =
        arguments.subList(1, arguments.size()).stream().map(this::printed).toList();
    return context.builder().add(new Printf(format, values));
  }

  /** Of 128 bits the lower 64 are printed, for no conversion takes more: clang warns of that. */
  private Value printed(LlvmValue argument) {
    return IntegerWidths.isWide(argument.type())
        ? wide.value(argument).low()
        : context.value(argument);
  }

  private Value defined(LlvmInstruction call, LlvmFunction callee) {
    List<LlvmValue> sources = call.arguments();
    List<Value> arguments = new ArrayList<>();
    for (int i = 0; i < sources.size(); i++) {
      if (IntegerWidths.isWide(sources.get(i).type())) {
        addWide(arguments, sources.get(i), callee);
        continue;
      }
      Value argument = context.value(sources.get(i));
      LlvmType byValue = call.argumentByValue(i).orElse(null);
      arguments.add(byValue == null ? argument : copy(argument, byValue, call, i));
    }
    Function function = context.module().functions().read(callee);
    if (function.parameters().size() != arguments.size()) {
      throw new UnsupportedException(
          "'" + function.name() + "' is called with a wrong number of arguments");
    }
    return context.builder().add(new Call(function, arguments));
  }

  /** As {@link LlvmReader} declares such a parameter. */
  private void addWide(List<Value> arguments, LlvmValue source, LlvmFunction callee) {
    if (callee.callingConvention() != LlvmFunction.SPIR_KERNEL) {
      arguments.addAll(context.parts(source));
      return;
    }
    long size = WideReader.PAIR.byteSize();
    Alloca copy = context.alloca(size, size);
    context.builder().store(wide.pair(wide.value(source)), copy);
    arguments.add(copy);
  }

  /** The callee may change what it gets by value, so it gets a copy. */
  private Value copy(Value argument, LlvmType type, LlvmInstruction call, int index) {
    long size = context.types().layout().allocSize(type);
    long alignment =
        call.argumentAlignment(index).orElse((long) context.types().layout().alignment(type));
    Alloca copy = context.alloca(Math.max(size, 1), alignment);
    context
        .builder()
        .add(
            new MemoryCopy(
                copy, argument, new IntConstant(Types.I64, size), alignment, alignment, false));
    return copy;
  }
}
