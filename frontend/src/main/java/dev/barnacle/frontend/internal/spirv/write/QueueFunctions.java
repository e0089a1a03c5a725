package dev.barnacle.frontend.internal.spirv.write;

import dev.barnacle.frontend.internal.spirv.binary.Opcode;
import dev.barnacle.frontend.internal.spirv.dictionary.Operations;
import dev.barnacle.llvm.view.LlvmBlock;
import dev.barnacle.llvm.view.LlvmConstant;
import dev.barnacle.llvm.view.LlvmFunction;
import dev.barnacle.llvm.view.LlvmGlobalVariable;
import dev.barnacle.llvm.view.LlvmInstruction;
import dev.barnacle.llvm.view.LlvmOpcode;
import dev.barnacle.llvm.view.LlvmType;
import dev.barnacle.llvm.view.LlvmValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Enqueuing on the device (OpenCL C, 6.15.18). clang makes of a block a function, a kernel that
 * calls it, and a literal, which begins with its size and its alignment and has what the block
 * captures behind these. The kernel is the function that SPIR-V enqueues, the literal its
 * parameters' memory.
 */
final class QueueFunctions implements BuiltinCall.Family {
  private static final String KERNEL_SUFFIX = "_kernel";

  /** Operands of clang's function that enqueues: a queue, flags and an {@code ndrange_t}. */
  private static final int EVENTS = 3;

  private static final int LITERAL_ALIGNMENT = 8;

  @Override
  public int write(BuiltinCall call) {
    String question = Operations.KERNELS.spirv(call.name());
    if (question != null) {
      return question.contains("NDrange")
          ? ask(call, question, List.of(range(call, 0)), 1)
          : ask(call, question, List.of(), 0);
    }
    return switch (call.name()) {
      case "__enqueue_kernel_basic" -> enqueue(call, false, EVENTS, -1);
      case "__enqueue_kernel_varargs" -> enqueue(call, false, EVENTS, EVENTS + 2);
      case "__enqueue_kernel_basic_events" -> enqueue(call, true, 2 * EVENTS, -1);
      case "__enqueue_kernel_events_varargs" -> enqueue(call, true, 2 * EVENTS, 2 * EVENTS + 2);
      case "enqueue_marker" -> marker(call);
      case "capture_event_profiling_info" -> profile(call);
      case "__barnacle_null_reserve_id" -> call.body().constants().nullOf(call.result());
      case "ndrange_1D", "ndrange_2D", "ndrange_3D" -> buildRange(call);
      default -> OTHER;
    };
  }

  private static int profile(BuiltinCall call) {
    WrittenType bytes = call.body().types().integer(8);
    call.body()
        .effect(
            Opcode.CAPTURE_EVENT_PROFILING_INFO,
            call.value(0),
            call.value(1),
            call.pointer(2, bytes));
    return NOTHING;
  }

  private static WrittenType event(BuiltinCall call) {
    return call.body().types().opaque("DeviceEvent", List.of());
  }

  private static int marker(BuiltinCall call) {
    return call.body()
        .emit(
            Opcode.ENQUEUE_MARKER,
            call.result(),
            call.value(0),
            call.value(1),
            call.pointer(2, event(call)),
            call.pointer(3, event(call)));
  }

  /** An {@code ndrange_t} is returned through the address that is the first argument. */
  private static int buildRange(BuiltinCall call) {
    Body body = call.body();
    LlvmType type =
        call.instruction()
            .calledFunction()
            .flatMap(f -> f.parameterAttributeType(0, "sret"))
            .orElseThrow(() -> new WriteException(call.name() + " without an address"));
    body.module().text.capability("DeviceEnqueue");
    int dimensions = call.name().charAt("ndrange_".length()) - '0';
    WrittenType size = body.types().integer(64);
    WrittenType sizes =
        dimensions == 1
            ? size
            : body.types().array(size, dimensions, body.constants().arrayLength(dimensions));
    int none = dimensions == 1 ? body.constants().integer(size, 0) : body.constants().nullOf(sizes);
    List<Integer> given = new ArrayList<>();
    for (int k = 1; k < call.count(); k++) {
      given.add(
          dimensions == 1 ? call.value(k) : body.emit(Opcode.LOAD, sizes, call.pointer(k, sizes)));
    }
    boolean offset = given.size() == 3;
    int global = given.get(offset ? 1 : 0);
    int local = given.size() == 1 ? none : given.getLast();
    WrittenType range = body.module().type(type);
    int built =
        body.emit(Opcode.BUILD_ND_RANGE, range, global, local, offset ? given.getFirst() : none);
    body.effect(Opcode.STORE, call.pointer(0, range), built);
    return NOTHING;
  }

  private static int range(BuiltinCall call, int index) {
    int address = call.value(index);
    return call.body().emit(Opcode.LOAD, call.body().typeOf(address).pointee(), address);
  }

  private static int ask(BuiltinCall call, String op, List<Integer> range, int kernel) {
    List<Integer> words = new ArrayList<>(range);
    invoke(call, kernel, words);
    return call.body()
        .emit(op, call.result(), words.stream().mapToInt(Integer::intValue).toArray());
  }

  private static int enqueue(BuiltinCall call, boolean events, int kernel, int locals) {
    Body body = call.body();
    WrittenType pointer = body.types().pointer(TypeWriter.storage(4), event(call));
    List<Integer> words = new ArrayList<>(List.of(call.value(0), call.value(1), range(call, 2)));
    if (events) {
      words.add(call.value(EVENTS));
      words.add(body.value(call.arguments().get(EVENTS + 1), pointer));
      words.add(body.value(call.arguments().get(EVENTS + 2), pointer));
    } else {
      int none = body.constants().nullOf(pointer);
      words.addAll(List.of(call.integer(0), none, none));
    }
    invoke(call, kernel, words);
    if (locals > 0) {
      localSizes(call, locals, words);
    }
    return body.emit(
        Opcode.ENQUEUE_KERNEL, call.result(), words.stream().mapToInt(Integer::intValue).toArray());
  }

  /** The sizes stand in an array of {@code size_t}; SPIR-V's are of 32 bits. */
  private static void localSizes(BuiltinCall call, int at, List<Integer> words) {
    Body body = call.body();
    WrittenType size = body.types().integer(64);
    int first = call.pointer(at + 1, size);
    int count = call.literal(at, "number of local sizes");
    for (int k = 0; k < count; k++) {
      int address =
          body.emit(
              Opcode.IN_BOUNDS_PTR_ACCESS_CHAIN,
              body.typeOf(first),
              first,
              body.constants().integer(size, k));
      int value = body.emit(Opcode.LOAD, size, address);
      words.add(body.emit(Opcode.U_CONVERT, body.types().integer(32), value));
    }
  }

  /** Adds what is enqueued: the function, the literal, its size and its alignment. */
  private static void invoke(BuiltinCall call, int index, List<Integer> words) {
    Surroundings module = call.body().module();
    module.text.capability("DeviceEnqueue");
    LlvmFunction kernel = function(call.arguments().get(index));
    words.add(module.function(kernel));
    words.add(call.pointer(index + 1, call.body().types().integer(8)));
    words.add(call.integer(literalBytes(kernel, call)));
    words.add(call.integer(LITERAL_ALIGNMENT));
  }

  private static LlvmFunction function(LlvmValue value) {
    return switch (value) {
      case LlvmFunction function -> function;
      case LlvmConstant c when c.kind() == LlvmConstant.Kind.EXPRESSION -> function(c.operand(0));
      default -> throw new WriteException("a block that is not known where it is enqueued");
    };
  }

  /** Returns whether a function is the kernel that clang has made of a block. */
  static boolean isKernelOfBlock(LlvmFunction function) {
    return function.callingConvention() == LlvmFunction.SPIR_KERNEL
        && function.name().contains("_block_invoke")
        && function.name().endsWith(KERNEL_SUFFIX);
  }

  /** Returns the size of the literal that keeps the function of a kernel's block. */
  private static long literalBytes(LlvmFunction kernel, BuiltinCall call) {
    String block = kernel.name().substring(0, kernel.name().length() - KERNEL_SUFFIX.length());
    Surroundings module = call.body().module();
    Optional<LlvmType> literal =
        module.module.globals().stream()
            .filter(g -> g.initializer().filter(v -> keeps(v, block)).isPresent())
            .map(LlvmGlobalVariable::valueType)
            .findFirst();
    return module
        .module
        .dataLayout()
        .allocSize(
            literal
                .or(() -> stored(module.module.functions(), block))
                .orElseThrow(
                    () -> new WriteException("the literal of " + block + " is not known")));
  }

  private static boolean keeps(LlvmValue value, String block) {
    return switch (value) {
      case LlvmFunction f -> f.name().equals(block);
      case LlvmConstant c when c.kind() == LlvmConstant.Kind.EXPRESSION ->
          keeps(c.operand(0), block);
      case LlvmConstant c
          when c.kind() == LlvmConstant.Kind.AGGREGATE && c.type().kind() == LlvmType.Kind.STRUCT ->
          anyMember(c, block);
      default -> false;
    };
  }

  private static boolean anyMember(LlvmConstant literal, String block) {
    for (int k = 0; k < literal.type().members().size(); k++) {
      if (keeps(literal.element(k), block)) {
        return true;
      }
    }
    return false;
  }

  private static Optional<LlvmType> stored(List<LlvmFunction> functions, String block) {
    for (LlvmFunction function : functions) {
      for (LlvmBlock code : function.blocks()) {
        for (LlvmInstruction i : code.instructions()) {
          if (i.opcode() == LlvmOpcode.STORE
              && keeps(i.operand(0), block)
              && i.operand(1) instanceof LlvmInstruction address
              && address.opcode() == LlvmOpcode.GETELEMENTPTR) {
            return Optional.of(address.gepSourceType());
          }
        }
      }
    }
    return Optional.empty();
  }
}
