package dev.barnacle.frontend.internal.spirv.module;

import dev.barnacle.frontend.internal.spirv.binary.Opcode;
import dev.barnacle.frontend.internal.spirv.binary.SpirvInstruction;
import dev.barnacle.frontend.internal.spirv.binary.SpirvNames;
import dev.barnacle.frontend.internal.spirv.module.ConstantValue.Composite;
import dev.barnacle.frontend.internal.spirv.module.ConstantValue.Expression;
import dev.barnacle.frontend.internal.spirv.module.ConstantValue.Null;
import dev.barnacle.frontend.internal.spirv.module.ConstantValue.Scalar;
import dev.barnacle.frontend.internal.spirv.module.ConstantValue.Undefined;
import java.util.ArrayList;
import java.util.List;

/** Computes an {@code OpSpecConstantOp}, with the operations that kernels may use. */
final class SpecConstantOperation {
  private static final int FIRST = 1;

  private final Constants constants;
  private final SpirvModule module;
  private final SpirvInstruction by;
  private final String name;

  SpecConstantOperation(Constants constants, SpirvModule module, SpirvInstruction by) {
    this.constants = constants;
    this.module = module;
    this.by = by;
    SpirvNames.Operation operation = SpirvNames.operation(by.operand(0));
    this.name = operation == null ? "opcode " + by.operand(0) : operation.name();
  }

  ConstantValue value(SpirvType type) {
    return switch (name) {
      case Opcode.COMPOSITE_EXTRACT -> extract(operand(0), 1);
      case Opcode.COMPOSITE_INSERT -> insert(operand(1), operand(0), 2);
      case Opcode.VECTOR_SHUFFLE -> shuffle(type);
      case Opcode.SELECT -> select(type);
      case Opcode.ACCESS_CHAIN, Opcode.IN_BOUNDS_ACCESS_CHAIN -> chain(type, false);
      case Opcode.PTR_ACCESS_CHAIN, Opcode.IN_BOUNDS_PTR_ACCESS_CHAIN -> chain(type, true);
      case Opcode.BITCAST -> bitcast(type);
      case Opcode.PTR_CAST_TO_GENERIC, Opcode.GENERIC_CAST_TO_PTR -> cast("addrspacecast", type);
      case Opcode.CONVERT_PTR_TO_U -> cast("ptrtoint", type);
      case Opcode.CONVERT_U_TO_PTR -> cast("inttoptr", type);
      default -> components(type);
    };
  }

  private ConstantValue operand(int index) {
    return constants.get(by.operand(FIRST + index), by);
  }

  private ConstantValue components(SpirvType type) {
    if (!(type instanceof SpirvType.Vector vector)) {
      return new Scalar(type, ScalarOperation.compute(name, type, scalars(0), by));
    }
    List<ConstantValue> parts = new ArrayList<>();
    for (int i = 0; i < vector.count(); i++) {
      long bits = ScalarOperation.compute(name, vector.element(), scalars(i), by);
      parts.add(new Scalar(vector.element(), bits));
    }
    return Constants.composite(type, parts, by);
  }

  private List<Scalar> scalars(int component) {
    List<Scalar> scalars = new ArrayList<>();
    for (int i = 0; i < by.operands() - FIRST; i++) {
      ConstantValue value = operand(i);
      scalars.add(
          scalar(value.type() instanceof SpirvType.Vector ? part(value, component) : value));
    }
    return scalars;
  }

  private Scalar scalar(ConstantValue value) {
    return switch (value) {
      case Scalar s -> s;
      case Null n -> new Scalar(n.type(), 0);
      case Undefined u -> new Scalar(u.type(), 0);
      default -> throw by.invalid(name + " of what is no number");
    };
  }

  private ConstantValue part(ConstantValue whole, int index) {
    SpirvType type =
        switch (whole.type()) {
          case SpirvType.Vector v when index >= 0 && index < v.count() -> v.element();
          case SpirvType.Array a when index >= 0 && index < a.count() -> a.element();
          case SpirvType.Struct s when index >= 0 && index < s.members().size() ->
              s.members().get(index);
          default -> throw by.invalid("there is no part " + Integer.toUnsignedString(index));
        };
    return switch (whole) {
      case Composite c -> c.parts().get(index);
      case Null n -> new Null(type);
      default -> new Undefined(type);
    };
  }

  private ConstantValue extract(ConstantValue whole, int from) {
    ConstantValue value = whole;
    for (int index : by.operandsFrom(FIRST + from)) {
      value = part(value, index);
    }
    return value;
  }

  private ConstantValue insert(ConstantValue whole, ConstantValue object, int from) {
    if (FIRST + from == by.operands()) {
      return object;
    }
    int index = by.operand(FIRST + from);
    ConstantValue inner = insert(part(whole, index), object, from + 1);
    List<ConstantValue> parts = new ArrayList<>();
    long count =
        switch (whole.type()) {
          case SpirvType.Vector v -> v.count();
          case SpirvType.Array a -> Math.min(a.count(), Integer.MAX_VALUE);
          case SpirvType.Struct s -> s.members().size();
          default -> 0;
        };
    if (count > 1 << 20) {
      throw by.invalid("an array of " + count + " elements is not changed");
    }
    for (int i = 0; i < count; i++) {
      parts.add(i == index ? inner : part(whole, i));
    }
    return Constants.composite(whole.type(), parts, by);
  }

  private ConstantValue shuffle(SpirvType type) {
    int first = operand(0).type().components();
    List<ConstantValue> parts = new ArrayList<>();
    for (int index : by.operandsFrom(FIRST + 2)) {
      parts.add(
          index == -1
              ? new Undefined(type.scalar())
              : index < first ? part(operand(0), index) : part(operand(1), index - first));
    }
    return Constants.composite(type, parts, by);
  }

  private ConstantValue select(SpirvType type) {
    ConstantValue condition = operand(0);
    if (condition.type() instanceof SpirvType.Bool) {
      return scalar(condition).bits() != 0 ? operand(1) : operand(2);
    }
    List<ConstantValue> parts = new ArrayList<>();
    for (int i = 0; i < type.components(); i++) {
      parts.add(part(operand(scalar(part(condition, i)).bits() != 0 ? 1 : 2), i));
    }
    return Constants.composite(type, parts, by);
  }

  private ConstantValue chain(SpirvType type, boolean element) {
    List<Integer> ids = by.operandsFrom(FIRST + 1);
    return new Expression(
        type, new AccessChain(module, by).constant(by.operand(FIRST), ids, element));
  }

  private ConstantValue bitcast(SpirvType type) {
    ConstantValue value = operand(0);
    if (type instanceof SpirvType.Pointer && value.type() instanceof SpirvType.Pointer) {
      return value.type().llvm().equals(type.llvm())
          ? new Expression(type, value.llvm())
          : cast("addrspacecast", type);
    }
    return value instanceof Scalar scalar && !(type instanceof SpirvType.Vector)
        ? new Scalar(type, scalar.bits())
        : cast("bitcast", type);
  }

  private ConstantValue cast(String operation, SpirvType type) {
    ConstantValue value = operand(0);
    return new Expression(
        type,
        operation + " (" + value.type().llvm() + " " + value.llvm() + " to " + type.llvm() + ")");
  }
}
