package dev.barnacle.frontend.internal.spirv.write;

import dev.barnacle.frontend.internal.reader.global.ObjectLists;
import dev.barnacle.frontend.internal.spirv.binary.Opcode;
import dev.barnacle.frontend.internal.spirv.mangling.BuiltinName;
import dev.barnacle.llvm.view.LlvmFunction;
import dev.barnacle.llvm.view.LlvmInstruction;
import dev.barnacle.llvm.view.LlvmType;
import dev.barnacle.llvm.view.LlvmValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Writes calls: of the program's functions, of LLVM's, and of built-in ones. What SPIR-V has no
 * instruction for is left to be found by its name.
 */
final class CallWriter {
  private final Body body;
  private final IntrinsicWriter intrinsics;
  private final List<BuiltinCall.Family> families;

  CallWriter(Body body, InstructionWriter instructions, MemoryWriter memory) {
    this.body = body;
    this.intrinsics = new IntrinsicWriter(body, instructions, memory);
    this.families =
        List.of(
            new WorkItemFunctions(),
            new StandardFunctions(instructions),
            new RelationalFunctions(),
            new ConversionFunctions(),
            new AtomicFunctions(),
            new SynchronizationFunctions(),
            new GroupFunctions(),
            new BuiltinFunctions(),
            new ImageFunctions(),
            new QueueFunctions(),
            new BitFunctions());
  }

  /** Writes a call; returns the id of its result, 0 for none. */
  int write(LlvmInstruction call) {
    if (call.isAssembly()) {
      if (call.isEmptyAssembly()) {
        return 0;
      }
      throw new WriteException("assembly has no form in SPIR-V");
    }
    LlvmFunction callee =
        call.calledFunction()
            .orElseThrow(
                () -> new WriteException("a call through a pointer has no form in SPIR-V"));
    if (callee.isIntrinsic()) {
      return intrinsics.write(call, callee.name());
    }
    if (!callee.isDeclaration()) {
      return call(call, callee, true);
    }
    if (ObjectLists.registers(call) && call.operand(0) instanceof LlvmFunction destructor) {
      ConstantWriter constants = body.constants();
      body.effect(Opcode.STORE, body.module().flag(destructor), constants.integer(8, 1));
      return constants.integer(32, 0);
    }
    Optional<BuiltinName> name = BuiltinName.of(callee.name());
    if (name.isPresent()) {
      BuiltinCall builtin =
          new BuiltinCall(body, call, name.get().name(), name.get().types(), call.arguments());
      for (BuiltinCall.Family family : families) {
        int id = family.write(builtin);
        if (id != BuiltinCall.Family.OTHER) {
          return id;
        }
      }
    }
    if (callee.functionType().isVariadic()) {
      throw new WriteException("a call of " + callee.name() + " has no form in SPIR-V");
    }
    return call(call, callee, false);
  }

  private int call(LlvmInstruction call, LlvmFunction callee, boolean own) {
    Surroundings module = body.module();
    boolean first = !module.isKnown(callee);
    int id = module.function(callee);
    if (!own && first) {
      module.importing(callee.name());
    }
    List<WrittenType> types = FunctionWriter.parameters(module, callee);
    List<Integer> words = new ArrayList<>(List.of(id));
    List<LlvmValue> arguments = call.arguments();
    for (int k = 0; k < arguments.size(); k++) {
      words.add(body.value(arguments.get(k), types.get(k)));
    }
    int result =
        body.emit(
            Opcode.FUNCTION_CALL,
            module.resultOf(callee),
            words.stream().mapToInt(Integer::intValue).toArray());
    return call.type().kind() == LlvmType.Kind.VOID ? 0 : result;
  }
}
