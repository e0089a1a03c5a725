package dev.barnacle.frontend.internal.spirv.lower;

import dev.barnacle.frontend.internal.spirv.binary.SpirvInstruction;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** LLVM assembly, line by line, with the instruction that each line is made of. */
public final class LlvmOutput {
  private final StringBuilder text = new StringBuilder();
  private final StringBuilder plain = new StringBuilder();
  private final List<@Nullable SpirvInstruction> origins = new ArrayList<>();
  private @Nullable SpirvInstruction origin;

  LlvmOutput() {}

  /** Says of which instruction the following lines are made. */
  void setOrigin(@Nullable SpirvInstruction instruction) {
    origin = instruction;
  }

  void line(String line) {
    line(line, "", "");
  }

  /**
   * Adds a line.
   *
   * @param debug what stands between its two parts for metadata
   */
  void line(String first, String debug, String second) {
    text.append(first).append(debug).append(second).append('\n');
    plain.append(first).append(second).append('\n');
    origins.add(origin);
  }

  /** Adds a line of metadata. */
  void metadata(String line) {
    text.append(line).append('\n');
  }

  /** Returns the text. */
  public String text() {
    return text.toString();
  }

  /** Returns the text without metadata, which has the same lines. */
  public String plain() {
    return plain.toString();
  }

  /** Returns the instruction that a line (from 1) is made of; null where it is of none. */
  public @Nullable SpirvInstruction origin(int line) {
    return line < 1 || line > origins.size() ? null : origins.get(line - 1);
  }
}
