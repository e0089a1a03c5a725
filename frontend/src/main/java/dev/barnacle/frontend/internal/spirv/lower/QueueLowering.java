package dev.barnacle.frontend.internal.spirv.lower;

import dev.barnacle.frontend.internal.spirv.binary.Opcode;
import dev.barnacle.frontend.internal.spirv.binary.SpirvInstruction;
import dev.barnacle.frontend.internal.spirv.dictionary.Operations;
import dev.barnacle.frontend.internal.spirv.mangling.MangledArgument;
import dev.barnacle.frontend.internal.spirv.module.SpirvFunction;
import dev.barnacle.frontend.internal.spirv.module.SpirvType;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Enqueueing on the device (SPIR-V, 3.49.22 "Device-Side Enqueue Instructions"), as clang does it
 * for blocks: a function that is enqueued gets a kernel of its own, and its parameters' memory is
 * copied into a literal, behind a head with the literal's size and alignment.
 */
final class QueueLowering implements Lowering {
  private static final SpirvType INT = new SpirvType.Int(32);
  private static final String GENERIC = "ptr addrspace(4)";

  /** {@code ndrange_t}: the dimensions, the offset, the global size and the local size. */
  private static final String RANGE = "{ i32, [3 x i64], [3 x i64], [3 x i64] }";

  private static final int HEAD = 16;
  private static final int MOST_BYTES = 1 << 16;

  /** The operands of {@code OpEnqueueKernel}; the questions about kernels end with these four. */
  private static final int INVOKE = 6;

  private static final int LOCAL_SIZES = 10;

  private static final Set<String> ENQUEUE = Set.of(Opcode.ENQUEUE_KERNEL, Opcode.BUILD_ND_RANGE);

  private final FunctionCode code;

  QueueLowering(FunctionCode code) {
    this.code = code;
  }

  @Override
  public boolean lower(SpirvInstruction i) {
    if (code.module().hasSmallAddresses() && ENQUEUE.contains(i.name())) {
      throw i.invalid("with Physical32, nothing is enqueued on the device");
    }
    String question = Operations.KERNELS.other(i.name());
    if (question != null) {
      ask(i, question, named(i));
      return true;
    }
    switch (i.name()) {
      case Opcode.ENQUEUE_KERNEL -> enqueue(i);
      case Opcode.ENQUEUE_MARKER -> marker(i);
      case Opcode.GET_KERNEL_LOCAL_SIZE_FOR_SUBGROUP_COUNT -> localSize(i);
      case Opcode.GET_KERNEL_MAX_NUM_SUBGROUPS -> mostSubGroups(i);
      case Opcode.CAPTURE_EVENT_PROFILING_INFO -> profiling(i);
      case Opcode.BUILD_ND_RANGE -> range(i);
      default -> {
        return false;
      }
    }
    return true;
  }

  private String generic(int id, SpirvInstruction i) {
    if (!(code.type(id) instanceof SpirvType.Pointer)) {
      throw i.invalid("%" + id + " is no pointer");
    }
    String typed = code.typed(id);
    return typed.startsWith(GENERIC)
        ? typed
        : GENERIC + " " + code.text().cast("addrspacecast", typed, GENERIC);
  }

  private void marker(SpirvInstruction i) {
    SpirvType event = new SpirvType.Opaque(SpirvType.Opaque.Kind.DEVICE_EVENT);
    code.define(
        code.library(
            "enqueue_marker",
            INT,
            List.of(
                MangledArgument.signed(code.type(i.operand(0))),
                MangledArgument.unsigned(INT),
                new MangledArgument.Pointer(4, true, event, true),
                new MangledArgument.Pointer(4, false, event, true)),
            List.of(
                code.typed(i.operand(0)),
                code.typed(i.operand(1)),
                generic(i.operand(2), i),
                generic(i.operand(3), i))));
  }

  private void profiling(SpirvInstruction i) {
    code.effect(
        code.library(
            "capture_event_profiling_info",
            new SpirvType.VoidType(),
            List.of(
                MangledArgument.signed(code.type(i.operand(0))),
                MangledArgument.signed(INT),
                new MangledArgument.Pointer(1, false, new SpirvType.VoidType(), true)),
            List.of(code.typed(i.operand(0)), code.typed(i.operand(1)), code.typed(i.operand(2)))));
  }

  /** A structure of the dimensions, and three sizes each of the offset, global and local size. */
  private void range(SpirvInstruction i) {
    SpirvType type = code.resultType();
    if (!(type instanceof SpirvType.Struct struct)
        || struct.members().size() != 4
        || !(struct.members().get(1) instanceof SpirvType.Array array)) {
      throw i.invalid("its type is no structure of dimensions and three arrays");
    }
    int dimensions = code.type(i.operand(0)) instanceof SpirvType.Array a ? (int) a.count() : 1;
    String whole =
        code.temporary(
            "insertvalue %s zeroinitializer, i32 %d, 0".formatted(type.llvm(), dimensions));
    int[] order = {2, 0, 1}; // the operands are the global size, the local size, the offset
    String element = array.element().llvm();
    for (int member = 1; member <= 3; member++) {
      int id = i.operand(order[member - 1]);
      for (int k = 0; k < dimensions; k++) {
        String size =
            code.type(id) instanceof SpirvType.Array
                ? code.temporary("extractvalue " + code.typed(id) + ", " + k)
                : code.value(id);
        String operation =
            "insertvalue %s %s, %s %s, %d, %d"
                .formatted(type.llvm(), whole, element, size, member, k);
        boolean last = member == 3 && k == dimensions - 1;
        if (last) {
          code.define(operation);
        } else {
          whole = code.temporary(operation);
        }
      }
    }
  }

  /** Writes the variables that instructions of this family need, at the head of the function. */
  static void makeRoom(FunctionCode code, SpirvInstruction i) {
    if (i.name().equals(Opcode.ENQUEUE_KERNEL)) {
      code.setCurrent(i);
      long bytes = HEAD + size(code, i);
      code.effect("%q" + i.result() + " = alloca [" + bytes + " x i8], align 16");
      int sizes = Math.max(1, i.operands() - LOCAL_SIZES);
      code.effect("%z" + i.result() + " = alloca [" + sizes + " x i64]");
    }
    if (i.name().startsWith("OpGetKernel") && i.name().contains("Subgroup")) {
      code.setCurrent(i);
      code.effect("%n" + i.result() + " = alloca " + RANGE);
    }
    boolean takesRange = i.name().equals(Opcode.ENQUEUE_KERNEL) || i.name().contains("NDrange");
    if (takesRange) {
      code.setCurrent(i);
      int at = i.name().equals(Opcode.ENQUEUE_KERNEL) ? 2 : 0;
      SpirvType type = code.type(i.operand(at));
      if (type instanceof SpirvType.Struct) {
        code.effect("%n" + i.result() + " = alloca " + type.llvm());
      }
    }
  }

  private static long size(FunctionCode code, SpirvInstruction i) {
    long bytes = code.module().constants().integer(i.operand(INVOKE + 2), i);
    if (bytes < 0 || bytes > MOST_BYTES) {
      throw i.invalid("its parameters have " + bytes + " bytes, at most " + MOST_BYTES);
    }
    return bytes;
  }

  private String rangeAddress(SpirvInstruction i, int id) {
    if (code.type(id) instanceof SpirvType.Pointer) {
      return code.typed(id);
    }
    code.effect("store " + code.typed(id) + ", ptr %n" + i.result());
    return "ptr %n" + i.result();
  }

  private void enqueue(SpirvInstruction i) {
    List<String> arguments = new ArrayList<>();
    arguments.add(code.typed(i.operand(0)));
    arguments.add(code.typed(i.operand(1)));
    arguments.add(rangeAddress(i, i.operand(2)));
    arguments.add(code.typed(i.operand(3)));
    arguments.add(generic(i.operand(4), i));
    arguments.add(generic(i.operand(5), i));
    arguments.add(kernel(i, INVOKE));
    arguments.add(literal(i));
    String name = "__enqueue_kernel_basic_events";
    int sizes = i.operands() - LOCAL_SIZES;
    if (sizes > 0) {
      name = "__enqueue_kernel_events_varargs";
      arguments.add("i32 " + sizes);
      arguments.add(localSizes(i, sizes));
    }
    code.define(code.call(name, "i32", arguments));
  }

  /** The head says how large all is, what follows is a copy of the parameters. */
  private String literal(SpirvInstruction i) {
    String literal = "%q" + i.result();
    long bytes = size(code, i);
    code.effect("store i32 " + (HEAD + bytes) + ", ptr " + literal + ", align 4");
    if (bytes > 0) {
      String to = code.temporary("getelementptr i8, ptr " + literal + ", i64 " + HEAD);
      code.effect(
          code.intrinsic(
              "llvm.memcpy.p0.p4.i64",
              "void",
              List.of("ptr " + to, generic(i.operand(INVOKE + 1), i), "i64 " + bytes, "i1 false")));
    }
    return GENERIC + " " + code.temporary("addrspacecast ptr " + literal + " to " + GENERIC);
  }

  private String localSizes(SpirvInstruction i, int sizes) {
    for (int k = 0; k < sizes; k++) {
      int id = i.operand(LOCAL_SIZES + k);
      String size = code.value(id);
      if (!code.type(id).llvm().equals("i64")) {
        size = code.text().cast("zext", code.typed(id), "i64");
      }
      String at = code.temporary("getelementptr i64, ptr %z" + i.result() + ", i64 " + k);
      code.effect("store i64 " + size + ", ptr " + at);
    }
    return "ptr %z" + i.result();
  }

  private void ask(SpirvInstruction i, String name, int invoke) {
    List<String> arguments = new ArrayList<>();
    if (invoke == 1) {
      arguments.add(rangeAddress(i, i.operand(0)));
    }
    arguments.add(kernel(i, invoke));
    arguments.add(generic(i.operand(invoke + 1), i));
    code.define(code.call(name, "i32", arguments));
  }

  /** Asks about work-groups of one dimension that are as large as the kernel's can be. */
  private String ofLargest(SpirvInstruction i, int invoke, String largest, String name) {
    String range = "%n" + i.result();
    code.effect("store " + RANGE + " zeroinitializer, ptr " + range);
    code.effect("store i32 1, ptr " + range);
    String items = code.text().cast("zext", "i32", largest, "i64");
    for (int member = 2; member <= 3; member++) {
      String at = "getelementptr " + RANGE + ", ptr " + range + ", i32 0, i32 " + member;
      code.effect("store i64 " + items + ", ptr " + code.temporary(at));
    }
    return code.temporary(
        code.call(
            name,
            "i32",
            List.of("ptr " + range, kernel(i, invoke), generic(i.operand(invoke + 1), i))));
  }

  private String largest(SpirvInstruction i, int invoke) {
    return code.temporary(
        code.call(
            "__get_kernel_work_group_size_impl",
            "i32",
            List.of(kernel(i, invoke), generic(i.operand(invoke + 1), i))));
  }

  private void mostSubGroups(SpirvInstruction i) {
    String most = ofLargest(i, 0, largest(i, 0), "__get_kernel_sub_group_count_for_ndrange_impl");
    code.result().binary("add", "i32", most, 0);
  }

  /** So many full sub-groups, or 0 where no work-group has as many (SPIR-V, 3.49.22). */
  private void localSize(SpirvInstruction i) {
    String count = code.value(i.operand(0));
    String largest = largest(i, 1);
    String size = ofLargest(i, 1, largest, "__get_kernel_max_sub_group_size_for_ndrange_impl");
    String most = code.text().binary("udiv", "i32", largest, size);
    String fits = code.text().icmp("ule", "i32", count, most);
    String items = code.text().binary("mul", "i32", count, size);
    code.result().select(fits, "i32", items, "0");
  }

  /** Returns the kernel that calls a function with what stands behind the literal's head. */
  private String kernel(SpirvInstruction i, int at) {
    SpirvFunction invoked = code.module().function(i.operand(at), i);
    List<SpirvInstruction> parameters = invoked.parameters();
    List<String> formal = new ArrayList<>(List.of(GENERIC + " %block"));
    List<String> actual = new ArrayList<>();
    String first = GENERIC;
    for (int k = 0; k < parameters.size(); k++) {
      SpirvType type = code.module().types().get(parameters.get(k).type(), i);
      if (!(type instanceof SpirvType.Pointer pointer)
          || (k > 0 && pointer.storage().space() != 3)) {
        throw i.invalid("%" + i.operand(at) + " takes what no function that is enqueued may take");
      }
      if (k > 0) {
        formal.add(type.llvm() + " %p" + k);
      } else {
        first = type.llvm();
      }
      actual.add(type.llvm() + (k == 0 ? " %first" : " %p" + k));
    }
    if (parameters.isEmpty()) {
      throw i.invalid("%" + i.operand(at) + " takes no parameters");
    }
    String name = "\"__v" + invoked.id() + "_block_invoke_kernel\"";
    boolean same = first.equals(GENERIC);
    code.functions()
        .define(
            name,
            List.of(
                "define internal spir_kernel void @"
                    + name
                    + "("
                    + String.join(", ", formal)
                    + ") {",
                (same ? "  %first" : "  %generic")
                    + " = getelementptr i8, "
                    + GENERIC
                    + " %block, i64 "
                    + HEAD,
                same ? "" : "  %first = addrspacecast " + GENERIC + " %generic to " + first,
                "  call spir_func void @"
                    + ModuleLowering.functionSymbol(code.module(), invoked)
                    + "("
                    + String.join(", ", actual)
                    + ")",
                "  ret void",
                "}"));
    return GENERIC + " addrspacecast (ptr @" + name + " to " + GENERIC + ")";
  }

  /** Returns the operand that is the function an instruction enqueues or asks about; else -1. */
  static int named(SpirvInstruction i) {
    return switch (i.name()) {
      case Opcode.ENQUEUE_KERNEL -> INVOKE;
      case Opcode.GET_KERNEL_LOCAL_SIZE_FOR_SUBGROUP_COUNT -> 1;
      case Opcode.GET_KERNEL_MAX_NUM_SUBGROUPS -> 0;
      default ->
          Operations.KERNELS.other(i.name()) == null ? -1 : i.name().contains("NDrange") ? 1 : 0;
    };
  }
}
