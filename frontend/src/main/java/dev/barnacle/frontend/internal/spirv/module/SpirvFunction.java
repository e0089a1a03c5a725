package dev.barnacle.frontend.internal.spirv.module;

import dev.barnacle.frontend.internal.spirv.binary.SpirvInstruction;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A function.
 *
 * @param declaration its {@code OpFunction}
 * @param line the {@code OpLine} that holds for it; null for none
 * @param parameters its {@code OpFunctionParameter}s
 * @param body the instructions of its blocks, debug lines included; empty where it is imported
 */
public record SpirvFunction(
    SpirvInstruction declaration,
    @Nullable SpirvInstruction line,
    List<SpirvInstruction> parameters,
    List<SpirvInstruction> body) {
  /** Makes copies of the lists. */
  public SpirvFunction {
    parameters = List.copyOf(parameters);
    body = List.copyOf(body);
  }

  /** Returns its id. */
  public int id() {
    return declaration.result();
  }
}
