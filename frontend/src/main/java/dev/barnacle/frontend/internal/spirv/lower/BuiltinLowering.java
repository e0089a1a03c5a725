package dev.barnacle.frontend.internal.spirv.lower;

import dev.barnacle.frontend.internal.spirv.binary.SpirvInstruction;
import dev.barnacle.frontend.internal.spirv.dictionary.BuiltinFunction;
import dev.barnacle.frontend.internal.spirv.dictionary.BuiltinFunction.Letter;
import dev.barnacle.frontend.internal.spirv.mangling.MangledArgument;
import dev.barnacle.frontend.internal.spirv.module.SpirvType;
import java.util.ArrayList;
import java.util.List;

/** Instructions that are a function of OpenCL C, as {@link BuiltinFunction} has them. */
final class BuiltinLowering implements Lowering {
  private static final SpirvType INT = new SpirvType.Int(32);
  private static final String GENERIC = "ptr addrspace(4)";

  private final FunctionCode code;
  private final MemoryOperands operands;

  BuiltinLowering(FunctionCode code) {
    this.code = code;
    this.operands = new MemoryOperands(code);
  }

  @Override
  public boolean lower(SpirvInstruction i) {
    List<BuiltinFunction> rows = BuiltinFunction.ofInstruction(i.name());
    if (rows.isEmpty()) {
      return false;
    }
    lower(i, row(i, rows));
    return true;
  }

  /** Returns the row of an instruction's literal and of how many operands it has. */
  private static BuiltinFunction row(SpirvInstruction i, List<BuiltinFunction> rows) {
    BuiltinFunction found = null;
    for (BuiltinFunction row : rows) {
      if ((found == null || row.operands().length() <= i.operands()) && fits(i, row)) {
        found = row;
      }
    }
    if (found == null) {
      throw i.invalid("group operation " + i.operand(1));
    }
    return found;
  }

  private static boolean fits(SpirvInstruction i, BuiltinFunction row) {
    boolean fits = true;
    for (int k = 0; k < row.operands().length(); k++) {
      char letter = row.operands().charAt(k);
      fits &= !Letter.isLiteral(letter) || i.operand(k) == letter - '0';
    }
    return fits;
  }

  private void lower(SpirvInstruction i, BuiltinFunction row) {
    String name = row.function();
    List<MangledArgument> types = new ArrayList<>();
    List<String> arguments = new ArrayList<>();
    int bytes = row.operands().indexOf(Letter.BYTES);
    if (bytes >= 0) {
      checkPacket(i, row, bytes);
    }
    for (int k = 0; k < row.operands().length(); k++) {
      char letter = row.operands().charAt(k);
      if (letter == Letter.GROUP) {
        name = name.replace("*", operands.group(i.operand(k), i));
      }
      if (Letter.isArgument(letter)) {
        types.add(type(letter, i.operand(k)));
        arguments.add(argument(letter, i.operand(k)));
      }
    }
    if (name.contains("@")) {
      name = name.replace("@", isWritten(i.operand(0)) ? "wo" : "ro");
    }
    SpirvType result =
        switch (row.result()) {
          case Letter.VOID -> new SpirvType.VoidType();
          case Letter.TRUTH -> INT;
          default -> code.resultType();
        };
    String call =
        name.startsWith("__")
            ? code.call(name, result.llvm(), arguments)
            : code.library(name, result, types, arguments);
    switch (row.result()) {
      case Letter.VOID -> code.effect(call);
      case Letter.TRUTH -> code.test(call);
      default -> code.define(call);
    }
  }

  private MangledArgument type(char letter, int id) {
    return switch (letter) {
      case Letter.TRUTH, Letter.INT -> MangledArgument.signed(INT);
      case Letter.UINT, Letter.NUMBER, Letter.CONSTANT -> MangledArgument.unsigned(INT);
      case Letter.UNSIGNED -> MangledArgument.unsigned(code.type(id));
      default -> MangledArgument.signed(code.type(id));
    };
  }

  private String argument(char letter, int id) {
    return switch (letter) {
      case Letter.TRUTH -> code.truth(id);
      case Letter.NUMBER -> number(id);
      case Letter.BYTES -> generic(code.typed(id));
      default -> code.typed(id);
    };
  }

  /** Returns an integer of 32 bits, with its type. */
  private String number(int id) {
    int bits = code.type(id).scalar() instanceof SpirvType.Int n ? n.bits() : 1;
    if (bits == Integer.SIZE) {
      return code.typed(id);
    }
    String operation = bits < Integer.SIZE ? "zext " : "trunc ";
    return "i32 " + code.temporary(operation + code.typed(id) + " to i32");
  }

  private String generic(String typed) {
    return typed.startsWith(GENERIC)
        ? typed
        : GENERIC + " " + code.text().cast("addrspacecast", typed, GENERIC);
  }

  private void checkPacket(SpirvInstruction i, BuiltinFunction row, int pointer) {
    int count = row.operands().length();
    if (i.operands() != count) {
      throw i.invalid("has " + i.operands() + " operands, not " + count);
    }
    if (!(code.type(i.operand(pointer)) instanceof SpirvType.Pointer)) {
      throw i.invalid("%" + i.operand(pointer) + " is no pointer");
    }
  }

  private boolean isWritten(int pipe) {
    return code.type(pipe) instanceof SpirvType.Opaque o
        && o.kind() == SpirvType.Opaque.Kind.WRITE_PIPE;
  }
}
