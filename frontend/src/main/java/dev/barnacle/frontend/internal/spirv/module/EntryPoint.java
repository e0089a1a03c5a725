package dev.barnacle.frontend.internal.spirv.module;

import dev.barnacle.frontend.internal.spirv.binary.SpirvInstruction;
import java.util.List;

/**
 * A kernel, or what runs before or behind them (SPIR-V, 3.6 "Execution Mode").
 *
 * @param function the id of its function
 * @param name by which the host asks for it
 * @param modes its execution modes
 */
public record EntryPoint(int function, String name, List<SpirvInstruction> modes) {
  private static final int INITIALIZER = 33;
  private static final int FINALIZER = 34;

  /** Makes a copy of the list. */
  public EntryPoint {
    modes = List.copyOf(modes);
  }

  /** Returns whether it runs before the kernels, when the program is built. */
  public boolean isInitializer() {
    return has(INITIALIZER);
  }

  /** Returns whether it runs behind the kernels, when the program is released. */
  public boolean isFinalizer() {
    return has(FINALIZER);
  }

  private boolean has(int mode) {
    return modes.stream().anyMatch(m -> m.operand(1) == mode);
  }
}
