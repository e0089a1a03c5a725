package dev.barnacle.frontend.internal.spirv.lower;

import dev.barnacle.frontend.internal.spirv.binary.Opcode;
import dev.barnacle.frontend.internal.spirv.binary.SpirvInstruction;
import dev.barnacle.frontend.internal.spirv.module.AccessChain;
import dev.barnacle.frontend.internal.spirv.module.Decorations;
import dev.barnacle.frontend.internal.spirv.module.SpirvType;
import dev.barnacle.frontend.internal.spirv.module.TypeLayout;
import java.util.List;

/** Memory (SPIR-V, 3.49.8 "Memory Instructions"). */
final class MemoryLowering implements Lowering {
  private static final int VOLATILE = 0x1;
  private static final int ALIGNED = 0x2;

  private final FunctionCode code;

  MemoryLowering(FunctionCode code) {
    this.code = code;
  }

  @Override
  public boolean lower(SpirvInstruction i) {
    switch (i.name()) {
      case Opcode.VARIABLE -> variable(i);
      case Opcode.LOAD -> load(i);
      case Opcode.STORE -> store(i);
      case Opcode.COPY_MEMORY -> copy(i);
      case Opcode.COPY_MEMORY_SIZED -> copySized(i);
      case Opcode.ACCESS_CHAIN, Opcode.IN_BOUNDS_ACCESS_CHAIN -> chain(i, false);
      case Opcode.PTR_ACCESS_CHAIN, Opcode.IN_BOUNDS_PTR_ACCESS_CHAIN -> chain(i, true);
      case Opcode.PTR_DIFF -> difference(i);
      case Opcode.LIFETIME_START -> lifetime(i, "start");
      case Opcode.LIFETIME_STOP -> lifetime(i, "end");
      default -> {
        return false;
      }
    }
    return true;
  }

  private SpirvType.Pointer pointer(int id, SpirvInstruction i) {
    if (code.type(id) instanceof SpirvType.Pointer pointer) {
      return pointer;
    }
    throw i.invalid("%" + id + " is no pointer");
  }

  private void variable(SpirvInstruction i) {
    if (!(code.resultType() instanceof SpirvType.Pointer pointer)
        || pointer.storage().space() != 0) {
      throw i.invalid("a function's variables have the storage class Function");
    }
    SpirvType type = pointer.pointee().get();
    long alignment =
        code.module()
            .decorations()
            .number(i.result(), Decorations.ALIGNMENT)
            .map(n -> power(n, i))
            .orElse(TypeLayout.alignment(type));
    String name = code.variableName();
    code.effect(name + " = alloca " + type.llvm() + ", align " + alignment);
    code.setText(i.result(), name);
    if (i.operands() > 1) {
      code.effect("store " + code.typed(i.operand(1)) + ", ptr " + name + ", align " + alignment);
    }
  }

  private static long power(int alignment, SpirvInstruction i) {
    if (Integer.bitCount(alignment) != 1 || alignment < 0) {
      throw i.invalid("an alignment of " + Integer.toUnsignedString(alignment) + " bytes");
    }
    return alignment;
  }

  /**
   * The contents of memory operands.
   *
   * @param isVolatile whether a volatile access is asked for
   * @param alignment of the address, in bytes
   * @param next the operand after them
   */
  private record Access(boolean isVolatile, long alignment, int next) {
    String volatileWord() {
      return isVolatile ? "volatile " : "";
    }
  }

  private Access access(SpirvInstruction i, int at, SpirvType type, int pointer) {
    boolean decorated =
        code.module().decorations().has(code.resolved(pointer), Decorations.VOLATILE);
    long natural = TypeLayout.alignment(type);
    if (at >= i.operands()) {
      return new Access(decorated, natural, at);
    }
    int mask = i.operand(at);
    int next = at + 1;
    long alignment = natural;
    if ((mask & ALIGNED) != 0) {
      alignment = power(i.operand(next++), i);
    }
    // Each of the other masks with an operand (availability and alias scopes) has one.
    next += Integer.bitCount(mask & (0x8 | 0x10 | 0x10000 | 0x20000));
    return new Access(decorated || (mask & VOLATILE) != 0, alignment, next);
  }

  private void load(SpirvInstruction i) {
    SpirvType.Pointer pointer = pointer(i.operand(0), i);
    SpirvType type = code.resultType();
    if (!pointer.pointee().get().llvm().equals(type.llvm())) {
      throw i.invalid("its type is not that which the pointer points to");
    }
    if (BuiltinVariables.load(code, i)) {
      return;
    }
    Access access = access(i, 1, type, i.operand(0));
    code.define(
        "load "
            + access.volatileWord()
            + type.llvm()
            + ", "
            + code.typed(i.operand(0))
            + ", align "
            + access.alignment());
  }

  private void store(SpirvInstruction i) {
    SpirvType.Pointer pointer = pointer(i.operand(0), i);
    SpirvType type = code.type(i.operand(1));
    if (!pointer.pointee().get().llvm().equals(type.llvm())) {
      throw i.invalid("its object's type is not that which the pointer points to");
    }
    Access access = access(i, 2, type, i.operand(0));
    code.effect(
        "store "
            + access.volatileWord()
            + code.typed(i.operand(1))
            + ", "
            + code.typed(i.operand(0))
            + ", align "
            + access.alignment());
  }

  private void copy(SpirvInstruction i) {
    SpirvType type = pointer(i.operand(0), i).pointee().get();
    String size = Long.toString(TypeLayout.size(type));
    copy(i, "i64 " + size, access(i, 2, type, i.operand(0)), type);
  }

  private void copySized(SpirvInstruction i) {
    SpirvType bytes = new SpirvType.Int(8);
    String size = code.typed(i.operand(2));
    if (size.startsWith("i32 ")) {
      size = "i64 " + code.temporary("zext " + size + " to i64");
    }
    copy(i, size, access(i, 3, bytes, i.operand(0)), bytes);
  }

  /** Both addresses have the alignment that the first memory operands say. */
  private void copy(SpirvInstruction i, String size, Access access, SpirvType type) {
    Access source = access(i, access.next(), type, i.operand(1));
    boolean second = access.next() < i.operands();
    SpirvType.Pointer to = pointer(i.operand(0), i);
    SpirvType.Pointer from = pointer(i.operand(1), i);
    String name = "llvm.memcpy.p" + to.storage().space() + ".p" + from.storage().space() + ".i64";
    String call =
        code.intrinsic(
            name,
            "void",
            List.of(
                code.typed(i.operand(0)),
                code.typed(i.operand(1)),
                size,
                "i1 " + (access.isVolatile() || source.isVolatile())));
    long fromAlignment = second ? source.alignment() : access.alignment();
    code.effect(
        call.replace(
            "(" + code.typed(i.operand(0)) + ", " + code.typed(i.operand(1)),
            "("
                + to.llvm()
                + " align "
                + access.alignment()
                + " "
                + code.value(i.operand(0))
                + ", "
                + from.llvm()
                + " align "
                + fromAlignment
                + " "
                + code.value(i.operand(1))));
  }

  private void chain(SpirvInstruction i, boolean element) {
    if (code.hasText(i.result())) {
      return;
    }
    String operands =
        new AccessChain(code.module(), i)
            .operands(i.operand(0), i.operandsFrom(1), element, code::typed);
    String inBounds = i.name().contains("InBounds") ? "inbounds " : "";
    code.define("getelementptr " + inBounds + operands);
  }

  private void difference(SpirvInstruction i) {
    SpirvType type = pointer(i.operand(0), i).pointee().get();
    long size = Math.max(1, TypeLayout.size(type));
    String a = code.text().cast("ptrtoint", code.typed(i.operand(0)), "i64");
    String b = code.text().cast("ptrtoint", code.typed(i.operand(1)), "i64");
    String bytes = code.text().binary("sub", "i64", a, b);
    String elements = code.text().binary("sdiv exact", "i64", bytes, size);
    String wanted = code.resultType().llvm();
    code.define(
        wanted.equals("i64")
            ? "add i64 " + elements + ", 0"
            : "trunc i64 " + elements + " to " + wanted);
  }

  private void lifetime(SpirvInstruction i, String what) {
    int size = i.operand(1);
    boolean own =
        code.module().definition(code.resolved(i.operand(0)), i).name().equals(Opcode.VARIABLE);
    if (size > 0 && own) {
      code.effect(
          code.intrinsic(
              "llvm.lifetime." + what + ".p0",
              "void",
              List.of("i64 " + size, code.typed(i.operand(0)))));
    }
  }
}
