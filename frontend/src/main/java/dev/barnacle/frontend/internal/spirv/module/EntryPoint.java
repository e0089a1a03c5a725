package dev.barnacle.frontend.internal.spirv.module;

import dev.barnacle.frontend.internal.spirv.binary.SpirvInstruction;
import java.util.List;

/**
 * A kernel.
 *
 * @param function the id of its function
 * @param name by which the host asks for it
 * @param modes its execution modes
 */
public record EntryPoint(int function, String name, List<SpirvInstruction> modes) {
  /** Makes a copy of the list. */
  public EntryPoint {
    modes = List.copyOf(modes);
  }
}
