package dev.barnacle.frontend.internal.reader.type;

import dev.barnacle.llvm.view.LlvmConstant;
import dev.barnacle.llvm.view.LlvmDataLayout;
import dev.barnacle.llvm.view.LlvmType;
import dev.barnacle.llvm.view.LlvmValue;
import java.util.ArrayList;
import java.util.List;

/**
 * The offset that a getelementptr adds to its pointer, in bytes.
 *
 * @param constant the part that is known
 * @param variables the other indices, each with the bytes that one step of it makes
 */
public record GepOffsets(long constant, List<Scaled> variables) {
  /** An index that is no constant and the size of its step in bytes. */
  public record Scaled(LlvmValue index, long bytes) {}

  /**
   * Walks the indices.
   *
   * @param source the type that the pointer is taken to point to
   * @param operands the pointer, then the indices
   */
  public static GepOffsets of(LlvmDataLayout layout, LlvmType source, List<LlvmValue> operands) {
    long constant = 0;
    List<Scaled> variables = new ArrayList<>();
    LlvmType type = source;
    for (int i = 1; i < operands.size(); i++) {
      LlvmValue index = operands.get(i);
      if (i > 1 && type.kind() == LlvmType.Kind.STRUCT) {
        int member = Math.toIntExact(number(index));
        constant += layout.memberOffset(type, member);
        type = type.members().get(member);
        continue;
      }
      if (i > 1) {
        type = type.element();
      }
      long bytes = layout.allocSize(type);
      if (isNumber(index)) {
        constant += number(index) * bytes;
      } else {
        variables.add(new Scaled(index, bytes));
      }
    }
    return new GepOffsets(constant, variables);
  }

  private static boolean isNumber(LlvmValue index) {
    return index instanceof LlvmConstant constant && constant.kind() == LlvmConstant.Kind.INTEGER;
  }

  private static long number(LlvmValue index) {
    if (index instanceof LlvmConstant constant) {
      return constant.integerValue().longValueExact();
    }
    throw UnsupportedException.of("the member index '" + index + "'");
  }
}
