package dev.barnacle.frontend.internal.spirv.module;

import dev.barnacle.frontend.internal.spirv.binary.Opcode;
import dev.barnacle.frontend.internal.spirv.binary.SpirvInstruction;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Gathers the instructions between {@code OpFunction} and {@code OpFunctionEnd}. */
final class FunctionCutter {
  private final List<SpirvFunction> functions = new ArrayList<>();
  private final List<SpirvInstruction> parameters = new ArrayList<>();
  private final List<SpirvInstruction> body = new ArrayList<>();
  private @Nullable SpirvInstruction open;
  private @Nullable SpirvInstruction line;

  /** Takes an instruction if it belongs to a function; returns whether it does. */
  boolean add(SpirvInstruction instruction) {
    switch (instruction.name()) {
      case Opcode.FUNCTION -> {
        if (open != null) {
          throw instruction.invalid("the function before has no OpFunctionEnd");
        }
        open = instruction;
      }
      case Opcode.FUNCTION_END -> end(instruction);
      case Opcode.FUNCTION_PARAMETER -> {
        if (open == null || !body.isEmpty()) {
          throw instruction.invalid("it does not stand at the head of a function");
        }
        parameters.add(instruction);
      }
      default -> {
        if (open == null) {
          setLine(instruction);
          return false;
        }
        body.add(instruction);
      }
    }
    return true;
  }

  private void setLine(SpirvInstruction instruction) {
    switch (instruction.name()) {
      case Opcode.LINE -> line = instruction;
      case Opcode.NO_LINE -> line = null;
      default -> {
        // It says nothing of lines.
      }
    }
  }

  private void end(SpirvInstruction instruction) {
    if (open == null) {
      throw instruction.invalid("there is no OpFunction before it");
    }
    boolean only = body.stream().allMatch(i -> i.name().endsWith("Line"));
    functions.add(new SpirvFunction(open, line, parameters, only ? List.of() : body));
    open = null;
    line = null;
    parameters.clear();
    body.clear();
  }

  void finish() {
    if (open != null) {
      throw open.invalid("it has no OpFunctionEnd");
    }
  }

  List<SpirvFunction> functions() {
    return functions;
  }
}
