package dev.barnacle.frontend.internal.spirv.lower;

import dev.barnacle.frontend.internal.spirv.binary.Opcode;
import dev.barnacle.frontend.internal.spirv.binary.SpirvInstruction;
import dev.barnacle.frontend.internal.spirv.dictionary.Operations;
import dev.barnacle.frontend.internal.spirv.module.SpirvType;
import java.util.List;

/**
 * Atomic operations and barriers (SPIR-V, 3.49.18 "Atomic Instructions" and 3.49.20 "Barrier
 * Instructions"), with SPIR-V's orders and scopes one to one.
 */
final class AtomicLowering implements Lowering {
  private final FunctionCode code;
  private final MemoryOperands operands;

  AtomicLowering(FunctionCode code) {
    this.code = code;
    this.operands = new MemoryOperands(code);
  }

  @Override
  public boolean lower(SpirvInstruction i) {
    String operation = Operations.ATOMICS.other(i.name());
    if (operation != null) {
      modify(i, operation, code.typed(i.operand(3)));
      return true;
    }
    switch (i.name()) {
      case Opcode.ATOMIC_LOAD -> load(i);
      case Opcode.ATOMIC_STORE -> store(i);
      // The weak one "has the same semantics as OpAtomicCompareExchange" (SPIR-V, 3.49.18 "Atomic
      // Instructions").
      case Opcode.ATOMIC_COMPARE_EXCHANGE, Opcode.ATOMIC_COMPARE_EXCHANGE_WEAK -> exchange(i);
      case Opcode.ATOMIC_I_INCREMENT -> modify(i, "add", code.resultType().llvm() + " 1");
      case Opcode.ATOMIC_I_DECREMENT -> modify(i, "sub", code.resultType().llvm() + " 1");
      case Opcode.ATOMIC_FLAG_TEST_AND_SET -> testAndSet(i);
      case Opcode.ATOMIC_FLAG_CLEAR -> clear(i);
      case Opcode.CONTROL_BARRIER -> barrier(i);
      case Opcode.MEMORY_BARRIER -> fence(i, 0);
      default -> {
        return false;
      }
    }
    return true;
  }

  private void checkType(SpirvType type, SpirvInstruction i) {
    boolean fits =
        switch (type) {
          case SpirvType.Int n -> n.bits() >= 32;
          case SpirvType.FloatType f -> true;
          default -> false;
        };
    if (!fits) {
      throw i.invalid("an atomic operation on a " + type.llvm() + " is not supported");
    }
  }

  private void load(SpirvInstruction i) {
    SpirvType type = code.resultType();
    checkType(type, i);
    code.define(
        code.engine(
            "atomic_load",
            type.llvm(),
            List.of(
                code.typed(i.operand(0)),
                operands.order(i.operand(2), i),
                operands.scope(i.operand(1), i))));
  }

  private void store(SpirvInstruction i) {
    checkType(code.type(i.operand(3)), i);
    code.effect(
        code.engine(
            "atomic_store",
            "void",
            List.of(
                code.typed(i.operand(0)),
                code.typed(i.operand(3)),
                operands.order(i.operand(2), i),
                operands.scope(i.operand(1), i))));
  }

  private void modify(SpirvInstruction i, String operation, String value) {
    SpirvType type = code.resultType();
    checkType(type, i);
    code.define(
        code.engine(
            "atomic_" + operation,
            type.llvm(),
            List.of(
                code.typed(i.operand(0)),
                value,
                operands.order(i.operand(2), i),
                operands.scope(i.operand(1), i))));
  }

  private void exchange(SpirvInstruction i) {
    SpirvType type = code.resultType();
    checkType(type, i);
    code.define(
        code.engine(
            "atomic_cmpxchg",
            type.llvm(),
            List.of(
                code.typed(i.operand(0)),
                code.typed(i.operand(5)),
                code.typed(i.operand(4)),
                operands.order(i.operand(2), i),
                operands.order(i.operand(3), i),
                operands.scope(i.operand(1), i))));
  }

  private void testAndSet(SpirvInstruction i) {
    String old =
        code.temporary(
            code.engine(
                "atomic_xchg",
                "i32",
                List.of(
                    code.typed(i.operand(0)),
                    "i32 1",
                    operands.order(i.operand(2), i),
                    operands.scope(i.operand(1), i))));
    code.result().icmp("ne", "i32", old, 0);
  }

  private void clear(SpirvInstruction i) {
    code.effect(
        code.engine(
            "atomic_store",
            "void",
            List.of(
                code.typed(i.operand(0)),
                "i32 0",
                operands.order(i.operand(2), i),
                operands.scope(i.operand(1), i))));
  }

  /**
   * A barrier that acquires and releases is one of OpenCL C. With one of both it only waits, and
   * has a fence of that order before or behind it; without an order it only waits.
   */
  private void barrier(SpirvInstruction i) {
    String name =
        operands.group(i.operand(0), i).equals("sub_group")
            ? "__barnacle_sub_group_barrier"
            : "__barnacle_barrier";
    if (operands.isOneSided(i.operand(2), i, false)) {
      fence(i, 1);
    }
    code.effect(
        code.call(
            name,
            "void",
            List.of(operands.barrierFlags(i.operand(2), i), operands.scope(i.operand(1), i))));
    if (operands.isOneSided(i.operand(2), i, true)) {
      fence(i, 1);
    }
  }

  /** Writes a fence of the scope at an operand and the semantics behind it. */
  private void fence(SpirvInstruction i, int scope) {
    code.effect(
        code.call(
            "__barnacle_fence",
            "void",
            List.of(
                operands.fenceFlags(i.operand(scope + 1), i),
                operands.order(i.operand(scope + 1), i),
                operands.scope(i.operand(scope), i))));
  }
}
