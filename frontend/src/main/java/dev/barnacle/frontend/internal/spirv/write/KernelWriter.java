package dev.barnacle.frontend.internal.spirv.write;

import dev.barnacle.frontend.internal.reader.global.ObjectLists;
import dev.barnacle.frontend.internal.spirv.binary.Opcode;
import dev.barnacle.llvm.module.LlvmContext;
import dev.barnacle.llvm.view.LlvmConstant;
import dev.barnacle.llvm.view.LlvmFunction;
import dev.barnacle.llvm.view.LlvmMetadata;
import dev.barnacle.llvm.view.LlvmType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Writes what the host may ask of a kernel: its entry point, its execution modes, and its
 * arguments' types. These are in strings {@code kernel_arg_type.KERNEL.TYPE,TYPE,}, as other
 * producers leave them, and the same without names of the program's own ({@code
 * kernel_arg_base_type}).
 */
final class KernelWriter {
  private static final int KERNEL = 6;
  private static final int LOCAL_SIZE = 17;
  private static final int LOCAL_SIZE_HINT = 18;
  private static final int VEC_TYPE_HINT = 30;
  private static final int CONTRACTION_OFF = 31;
  private static final int SUBGROUP_SIZE = 35;

  private final Surroundings module;
  private final LlvmFunction function;
  private final LlvmContext context;

  KernelWriter(Surroundings module, LlvmFunction function) {
    this.module = module;
    this.function = function;
    this.context = module.context();
  }

  /** Returns whether a function is a kernel that the host can launch, and not that of a block. */
  static boolean isKernel(LlvmFunction function, LlvmContext context) {
    return function.callingConvention() == LlvmFunction.SPIR_KERNEL
        && !ObjectLists.constructsObjects(function)
        && !function.metadata(context, "kernel_arg_addr_space").isEmpty();
  }

  /** Writes what stands before the module's types. */
  void write(int id, boolean contracts) {
    String name = function.name();
    module.text.entryPoints.op(
        Opcode.ENTRY_POINT,
        WordBuffer.joined(WordBuffer.withString(name, KERNEL, id), module.interfaceIds()));
    sizes(id, "reqd_work_group_size", LOCAL_SIZE);
    sizes(id, "work_group_size_hint", LOCAL_SIZE_HINT);
    for (LlvmMetadata node : function.metadata(context, "intel_reqd_sub_group_size")) {
      module.text.capability("SubgroupDispatch");
      module.text.modes.op(Opcode.EXECUTION_MODE, id, SUBGROUP_SIZE, numbers(node).getFirst());
    }
    for (LlvmMetadata node : function.metadata(context, "vec_type_hint")) {
      vectorHint(id, node);
    }
    if (!contracts) {
      module.text.modes.op(Opcode.EXECUTION_MODE, id, CONTRACTION_OFF);
    }
    strings("kernel_arg_type");
    strings("kernel_arg_base_type");
    strings("kernel_arg_type_qual");
  }

  private void sizes(int id, String name, int mode) {
    for (LlvmMetadata node : function.metadata(context, name)) {
      List<Integer> sizes = numbers(node);
      module.text.modes.op(
          Opcode.EXECUTION_MODE, id, mode, sizes.get(0), sizes.get(1), sizes.get(2));
    }
  }

  private static List<Integer> numbers(LlvmMetadata node) {
    List<Integer> numbers = new ArrayList<>();
    for (Optional<LlvmMetadata> operand : node.operands()) {
      LlvmConstant constant = operand.flatMap(LlvmMetadata::constant).orElseThrow();
      numbers.add(constant.integerValue().intValue());
    }
    return numbers;
  }

  /** The upper half of the literal is the number of components, the lower the scalar's type. */
  private void vectorHint(int id, LlvmMetadata node) {
    LlvmType type = node.operands().getFirst().flatMap(LlvmMetadata::constant).orElseThrow().type();
    boolean vector = type.kind() == LlvmType.Kind.VECTOR;
    LlvmType scalar = vector ? type.element() : type;
    int number =
        switch (scalar.kind()) {
          case INTEGER -> Integer.numberOfTrailingZeros(scalar.integerBits()) - 3;
          case HALF -> 4;
          case FLOAT -> 5;
          default -> 6;
        };
    int lanes = vector ? (int) type.count() : 0;
    module.text.modes.op(Opcode.EXECUTION_MODE, id, VEC_TYPE_HINT, lanes << 16 | number);
  }

  private void strings(String name) {
    for (LlvmMetadata node : function.metadata(context, name)) {
      StringBuilder all = new StringBuilder(name + "." + function.name() + ".");
      for (Optional<LlvmMetadata> operand : node.operands()) {
        all.append(operand.flatMap(LlvmMetadata::string).orElse("")).append(',');
      }
      int unused = module.text.string(all.toString());
    }
  }
}
