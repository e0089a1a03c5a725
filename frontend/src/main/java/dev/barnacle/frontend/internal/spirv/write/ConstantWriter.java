package dev.barnacle.frontend.internal.spirv.write;

import dev.barnacle.frontend.internal.spirv.binary.Opcode;
import dev.barnacle.frontend.internal.spirv.binary.SpirvNames;
import dev.barnacle.frontend.internal.spirv.write.WrittenType.Kind;
import dev.barnacle.llvm.view.LlvmConstant;
import dev.barnacle.llvm.view.LlvmFunction;
import dev.barnacle.llvm.view.LlvmGlobalVariable;
import dev.barnacle.llvm.view.LlvmOpcode;
import dev.barnacle.llvm.view.LlvmType;
import dev.barnacle.llvm.view.LlvmValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Declares constants, each once, and what variables hold first. */
final class ConstantWriter {
  private final ModuleText text;
  private final TypeWriter types;
  private final Map<Integer, WrittenType> typeOf = new HashMap<>();
  private final Map<List<Object>, Integer> known = new HashMap<>();
  private final Set<Integer> operations = new HashSet<>();
  private Function<LlvmGlobalVariable, Integer> variables =
      v -> {
        throw new IllegalStateException("no variables yet");
      };

  ConstantWriter(ModuleText text, TypeWriter types) {
    this.text = text;
    this.types = types;
  }

  /** Tells where the addresses of variables come from. */
  void setVariables(Function<LlvmGlobalVariable, Integer> addresses) {
    variables = addresses;
  }

  /** Notes the type of an id that is a value. */
  int typed(int id, WrittenType type) {
    typeOf.put(id, type);
    return id;
  }

  /** Returns the type of an id that is a value. */
  WrittenType typeOf(int id) {
    WrittenType type = typeOf.get(id);
    if (type == null) {
      throw new IllegalStateException("%" + id + " is no value");
    }
    return type;
  }

  private int declare(String op, WrittenType type, int... operands) {
    return known.computeIfAbsent(
        List.of(op, type, Arrays.stream(operands).boxed().toList()),
        k -> {
          int id = text.id();
          text.globals.op(op, WordBuffer.joined(new int[] {type.id(), id}, operands));
          return typed(id, type);
        });
  }

  int integer(int bits, long value) {
    return integer(types.integer(bits), value);
  }

  /** Declares an integer, of a vector type one with it in all components. */
  int integer(WrittenType type, long value) {
    if (type.is(Kind.VECTOR)) {
      return splat(type, integer(type.scalar(), value));
    }
    if (type.is(Kind.BOOL)) {
      return bool((value & 1) != 0);
    }
    int low = (int) value;
    return switch (type.bits()) {
      case 64 -> declare(Opcode.CONSTANT, type, low, (int) (value >>> Integer.SIZE));
      case 8 -> declare(Opcode.CONSTANT, type, low & 0xff);
      case 16 -> declare(Opcode.CONSTANT, type, low & 0xffff);
      default -> declare(Opcode.CONSTANT, type, low);
    };
  }

  int floating(WrittenType type, double value) {
    return switch (type.bits()) {
      case 16 -> declare(Opcode.CONSTANT, type, Float.floatToFloat16((float) value) & 0xffff);
      case 32 -> declare(Opcode.CONSTANT, type, Float.floatToRawIntBits((float) value));
      default -> bits(type, Double.doubleToRawLongBits(value));
    };
  }

  private int bits(WrittenType type, long bits) {
    return type.bits() == 64
        ? declare(Opcode.CONSTANT, type, (int) bits, (int) (bits >>> Integer.SIZE))
        : declare(Opcode.CONSTANT, type, (int) bits);
  }

  int bool(boolean value) {
    return declare(value ? Opcode.CONSTANT_TRUE : Opcode.CONSTANT_FALSE, types.bool());
  }

  int nullOf(WrittenType type) {
    return declare(Opcode.CONSTANT_NULL, type);
  }

  int undefined(WrittenType type) {
    return declare(Opcode.UNDEF, type);
  }

  int composite(WrittenType type, int... parts) {
    if (Arrays.stream(parts).noneMatch(operations::contains)) {
      return declare(Opcode.CONSTANT_COMPOSITE, type, parts);
    }
    int id = declare(Opcode.SPEC_CONSTANT_COMPOSITE, type, parts);
    operations.add(id);
    return id;
  }

  int splat(WrittenType vector, int id) {
    int[] parts = new int[vector.lanes()];
    Arrays.fill(parts, id);
    return composite(vector, parts);
  }

  int sampler(int mode) {
    text.capability("LiteralSampler");
    boolean linear = (mode & 0x20) != 0;
    return declare(
        Opcode.CONSTANT_SAMPLER,
        types.opaque("Sampler", List.of()),
        mode >> 1 & 7,
        mode & 1,
        linear ? 1 : 0);
  }

  int arrayLength(long count) {
    return integer(count > Integer.MAX_VALUE ? 64 : 32, count);
  }

  /** Declares an operation on constants. */
  int operation(WrittenType type, String op, int... operands) {
    int id =
        declare(
            Opcode.SPEC_CONSTANT_OP,
            type,
            WordBuffer.joined(new int[] {SpirvNames.opcode(op)}, operands));
    operations.add(id);
    return id;
  }

  WrittenType type(LlvmType type) {
    return types.of(type, this);
  }

  /** Returns whether a constant is no operation on others, and no address. */
  static boolean isPlain(LlvmValue value) {
    return value instanceof LlvmConstant c && c.kind() != LlvmConstant.Kind.EXPRESSION;
  }

  /** Declares what has a value of its own. */
  int plain(LlvmConstant constant) {
    WrittenType type = type(constant.type());
    return switch (constant.kind()) {
      case INTEGER -> integer(type, constant.integerValue().longValueExact());
      case FLOAT -> bits(type, constant.floatBits());
      case NULL_POINTER, ZERO -> nullOf(type);
      case UNDEF, POISON -> undefined(type);
      case AGGREGATE -> aggregate(constant, type);
      default -> throw new WriteException("the constant " + constant + " has no form in SPIR-V");
    };
  }

  private int aggregate(LlvmConstant constant, WrittenType type) {
    if (type.count() == 0 && !type.is(Kind.STRUCT)) {
      return initial(constant.element(0), type); // a vector of one element
    }
    int[] parts = new int[(int) type.count()];
    boolean all = true;
    for (int i = 0; i < parts.length; i++) {
      LlvmValue element = constant.element(i);
      parts[i] = initial(element, type.part(i));
      all &= element instanceof LlvmConstant c && c.kind() == LlvmConstant.Kind.UNDEF;
    }
    return all ? undefined(type) : composite(type, parts);
  }

  /** Declares what a variable or a part of it holds first. */
  int initial(LlvmValue value, WrittenType wanted) {
    int id =
        switch (value) {
          case LlvmGlobalVariable global -> variables.apply(global);
          case LlvmFunction function -> nullOf(wanted); // blocks keep their functions
          case LlvmConstant c when c.kind() == LlvmConstant.Kind.EXPRESSION -> expression(c);
          case LlvmConstant c when c.kind() == LlvmConstant.Kind.NULL_POINTER -> nullOf(wanted);
          case LlvmConstant c -> plain(c);
          default -> throw new WriteException("the constant " + value + " has no form in SPIR-V");
        };
    WrittenType type = typeOf(id);
    if (type.equals(wanted)) {
      return id;
    }
    if (!type.isPointer() || !wanted.isPointer() || type.space() != wanted.space()) {
      throw new WriteException("the constant " + value + " has no form in SPIR-V");
    }
    return operation(wanted, Opcode.BITCAST, id);
  }

  private int expression(LlvmConstant constant) {
    if (constant.opcode() == LlvmOpcode.GETELEMENTPTR) {
      return address(constant);
    }
    if (constant.opcode() == LlvmOpcode.ADDRSPACECAST) {
      LlvmValue operand = constant.operand(0);
      WrittenType type = type(constant.type());
      if (operand instanceof LlvmFunction) {
        return nullOf(type);
      }
      int id = initial(operand, type(operand.type()));
      return operation(type, Opcode.PTR_CAST_TO_GENERIC, id);
    }
    if (constant.opcode() == LlvmOpcode.PTRTOINT) {
      LlvmValue operand = constant.operand(0);
      int id = initial(operand, type(operand.type()));
      return operation(type(constant.type()), Opcode.CONVERT_PTR_TO_U, id);
    }
    if (constant.opcode() == LlvmOpcode.INTTOPTR) {
      LlvmValue operand = constant.operand(0);
      int id = initial(operand, type(operand.type()));
      return operation(type(constant.type()), Opcode.CONVERT_U_TO_PTR, id);
    }
    throw new WriteException("the constant " + constant + " has no form in SPIR-V");
  }

  private int address(LlvmConstant constant) {
    LlvmValue base = constant.operand(0);
    WrittenType step = type(constant.gepSourceType());
    WrittenType pointer = types.pointer(TypeWriter.storage(base.type().addressSpace()), step);
    List<Integer> operands = new ArrayList<>(List.of(initial(base, pointer)));
    WrittenType part = step;
    List<LlvmValue> indexes = constant.operands();
    for (int i = 1; i < indexes.size(); i++) {
      LlvmConstant index = (LlvmConstant) indexes.get(i);
      operands.add(plain(index));
      part = i == 1 ? part : part.part(index.integerValue().intValueExact());
    }
    return operation(
        types.pointer(pointer.space(), part),
        Opcode.IN_BOUNDS_PTR_ACCESS_CHAIN,
        operands.stream().mapToInt(Integer::intValue).toArray());
  }
}
