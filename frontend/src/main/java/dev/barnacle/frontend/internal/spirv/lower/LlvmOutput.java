package dev.barnacle.frontend.internal.spirv.lower;

import dev.barnacle.frontend.internal.spirv.binary.SpirvInstruction;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** LLVM assembly, line by line, with the instruction that each line is made of. */
public final class LlvmOutput {
  private final StringBuilder text = new StringBuilder();
  private final List<@Nullable SpirvInstruction> origins = new ArrayList<>();
  private @Nullable SpirvInstruction origin;

  LlvmOutput() {}

  /** Says of which instruction the following lines are made. */
  void setOrigin(@Nullable SpirvInstruction instruction) {
    origin = instruction;
  }

  void line(String line) {
    text.append(line).append('\n');
    origins.add(origin);
  }

  /** Adds a line for an instruction. */
  void instruction(String operation) {
    text.append("  ");
    line(operation);
  }

  /** Returns the text. */
  public String text() {
    return text.toString();
  }

  /** Returns the instruction that a line (from 1) is made of; null where it is of none. */
  public @Nullable SpirvInstruction origin(int line) {
    return line < 1 || line > origins.size() ? null : origins.get(line - 1);
  }

  /**
   * Returns the instruction that the first line with a text is made of; null where it is of none.
   *
   * @param part which may begin with the end of the line before
   */
  public @Nullable SpirvInstruction originOf(String part) {
    int at = text.indexOf(part);
    long before = text.chars().limit(at + 1L).filter(c -> c == '\n').count();
    return at < 0 ? null : origin(1 + (int) before);
  }
}
