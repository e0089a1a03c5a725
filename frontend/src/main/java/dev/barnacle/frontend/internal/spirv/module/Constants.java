package dev.barnacle.frontend.internal.spirv.module;

import dev.barnacle.frontend.internal.spirv.binary.Opcode;
import dev.barnacle.frontend.internal.spirv.binary.SpirvInstruction;
import dev.barnacle.frontend.internal.spirv.module.ConstantValue.Composite;
import dev.barnacle.frontend.internal.spirv.module.ConstantValue.Expression;
import dev.barnacle.frontend.internal.spirv.module.ConstantValue.Null;
import dev.barnacle.frontend.internal.spirv.module.ConstantValue.Sampler;
import dev.barnacle.frontend.internal.spirv.module.ConstantValue.Scalar;
import dev.barnacle.frontend.internal.spirv.module.ConstantValue.Undefined;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The constants of a module, each computed when it is declared, specialisation constants with the
 * values that the host gave them (SPIR-V, 2.12 "Specialization").
 */
public final class Constants {
  /** Of more scalars no initialiser is written out. */
  private static final long MOST_LEAVES = 1 << 24;

  private final SpirvModule module;
  private final Map<Integer, Long> specialization;
  private final Map<Integer, ConstantValue> values = new HashMap<>();

  Constants(SpirvModule module, Map<Integer, Long> specialization) {
    this.module = module;
    this.specialization = Map.copyOf(specialization);
  }

  /** Returns the value of an id; null where it is no constant. */
  public @Nullable ConstantValue find(int id) {
    return values.get(id);
  }

  /** Returns the value of an id that an instruction names. */
  public ConstantValue get(int id, SpirvInstruction by) {
    ConstantValue value = values.get(id);
    if (value == null) {
      throw by.invalid("%" + Integer.toUnsignedString(id) + " is no constant");
    }
    return value;
  }

  /** Returns the value of an integer constant that an instruction names, with its sign. */
  public long integer(int id, SpirvInstruction by) {
    return switch (get(id, by)) {
      case Scalar s when s.type() instanceof SpirvType.Int -> s.signed();
      case Null n when n.type() instanceof SpirvType.Int -> 0;
      default -> throw by.invalid("%" + id + " is no integer constant");
    };
  }

  /** Computes the constant, address or undefined value that an instruction declares. */
  void add(SpirvInstruction by) {
    SpirvType type = module.types().get(by.type(), by);
    values.put(
        by.result(),
        switch (by.name()) {
          case Opcode.CONSTANT_TRUE -> bool(type, true, by);
          case Opcode.CONSTANT_FALSE -> bool(type, false, by);
          case Opcode.SPEC_CONSTANT_TRUE -> bool(type, special(by, 1) != 0, by);
          case Opcode.SPEC_CONSTANT_FALSE -> bool(type, special(by, 0) != 0, by);
          case Opcode.CONSTANT -> scalar(type, by.literal(0, bits(type, by)), by);
          case Opcode.SPEC_CONSTANT -> scalar(type, special(by, by.literal(0, bits(type, by))), by);
          case Opcode.CONSTANT_COMPOSITE, Opcode.SPEC_CONSTANT_COMPOSITE -> composite(type, by);
          case Opcode.CONSTANT_NULL -> new Null(object(type, by));
          case Opcode.UNDEF -> new Undefined(object(type, by));
          case Opcode.CONSTANT_SAMPLER -> sampler(type, by);
          case Opcode.SPEC_CONSTANT_OP -> new SpecConstantOperation(this, module, by).value(type);
          case Opcode.VARIABLE -> new Expression(type, "@" + module.symbol(by.result()));
          default -> throw by.invalid("this constant is not supported");
        });
  }

  private static SpirvType object(SpirvType type, SpirvInstruction by) {
    if (type instanceof SpirvType.VoidType || type instanceof SpirvType.FunctionType) {
      throw by.invalid("its type is none of a value");
    }
    return type;
  }

  private long special(SpirvInstruction by, long otherwise) {
    return module
        .decorations()
        .number(by.result(), Decorations.SPEC_ID)
        .map(specialization::get)
        .orElse(otherwise);
  }

  private static Scalar bool(SpirvType type, boolean value, SpirvInstruction by) {
    if (!(type instanceof SpirvType.Bool)) {
      throw by.invalid("its type is not OpTypeBool");
    }
    return new Scalar(type, value ? 1 : 0);
  }

  private static int bits(SpirvType type, SpirvInstruction by) {
    return switch (type) {
      case SpirvType.Int i -> i.bits();
      case SpirvType.FloatType f -> f.bits();
      default -> throw by.invalid("its type is neither an integer nor a floating-point one");
    };
  }

  private static Scalar scalar(SpirvType type, long value, SpirvInstruction by) {
    int bits = bits(type, by);
    return new Scalar(type, bits == Long.SIZE ? value : value & (1L << bits) - 1);
  }

  private ConstantValue composite(SpirvType type, SpirvInstruction by) {
    List<ConstantValue> parts = new ArrayList<>();
    for (int id : by.operandsFrom(0)) {
      parts.add(get(id, by));
    }
    return composite(type, parts, by);
  }

  /** Makes a composite of parts, which must be of the types that it has. */
  static ConstantValue composite(SpirvType type, List<ConstantValue> parts, SpirvInstruction by) {
    List<SpirvType> types = new ArrayList<>();
    for (ConstantValue part : parts) {
      types.add(part.type());
    }
    boolean fits =
        switch (type) {
          case SpirvType.Vector v -> all(types, v.element(), v.count());
          case SpirvType.Array a -> all(types, a.element(), a.count());
          case SpirvType.Struct s -> sameShapes(types, s.members());
          default -> false;
        };
    if (!fits) {
      throw by.invalid("its constituents do not have the types of its members");
    }
    long leaves = parts.stream().mapToLong(ConstantValue::leaves).sum();
    if (leaves > MOST_LEAVES) {
      throw by.invalid("a constant of more than " + MOST_LEAVES + " scalars");
    }
    return new Composite(type, parts, leaves);
  }

  private static boolean all(List<SpirvType> types, SpirvType element, long count) {
    return types.size() == count && types.stream().allMatch(t -> t.llvm().equals(element.llvm()));
  }

  private static boolean sameShapes(List<SpirvType> types, List<SpirvType> members) {
    return types.stream()
        .map(SpirvType::llvm)
        .toList()
        .equals(members.stream().map(SpirvType::llvm).toList());
  }

  private static Sampler sampler(SpirvType type, SpirvInstruction by) {
    int addressing = by.operand(0);
    int normalized = by.operand(1);
    int filter = by.operand(2);
    if (addressing < 0 || addressing > 4 || (normalized | filter) >>> 1 != 0) {
      throw by.invalid("its addressing or filter mode is none of OpenCL's");
    }
    int linear = 0x20;
    int nearest = 0x10;
    return new Sampler(type, addressing * 2 | normalized | (filter == 1 ? linear : nearest));
  }
}
