package dev.barnacle.frontend.internal.spirv.module;

import dev.barnacle.frontend.internal.spirv.binary.Opcode;
import dev.barnacle.frontend.internal.spirv.binary.SpirvInstruction;
import dev.barnacle.frontend.internal.spirv.module.ConstantValue.Scalar;
import java.util.List;

/** Operations of scalars that {@code OpSpecConstantOp} may name, on their bits. */
final class ScalarOperation {
  private ScalarOperation() {}

  /**
   * Computes an operation.
   *
   * @param type of the result
   * @return the result's bits, and zeros above them
   */
  static long compute(String name, SpirvType type, List<Scalar> in, SpirvInstruction by) {
    int wanted =
        name.endsWith("Negate") || name.equals(Opcode.NOT) || name.contains("Convert") ? 1 : 2;
    if (in.size() < (name.equals(Opcode.LOGICAL_NOT) ? 1 : wanted)) {
      throw by.invalid("has too few operands");
    }
    long bits = type instanceof SpirvType.FloatType f ? real(name, f, in, by) : whole(name, in, by);
    int width =
        switch (type) {
          case SpirvType.Int i -> i.bits();
          case SpirvType.FloatType f -> f.bits();
          default -> 1;
        };
    return width == Long.SIZE ? bits : bits & (1L << width) - 1;
  }

  private static long whole(String name, List<Scalar> in, SpirvInstruction by) {
    Scalar first = in.getFirst();
    long a = first.signed();
    long ua = first.bits();
    if (in.size() == 1) {
      return switch (name) {
        case Opcode.S_NEGATE -> -a;
        case Opcode.NOT -> ~a;
        case Opcode.LOGICAL_NOT -> ua ^ 1;
        case Opcode.S_CONVERT -> a;
        case Opcode.U_CONVERT -> ua;
        case Opcode.CONVERT_F_TO_S, Opcode.CONVERT_F_TO_U -> (long) FloatBits.value(first);
        default -> throw by.invalid(name + " is not one of kernels' constants");
      };
    }
    long b = in.get(1).signed();
    long ub = in.get(1).bits();
    return switch (name) {
      case Opcode.I_ADD -> a + b;
      case Opcode.I_SUB -> a - b;
      case Opcode.I_MUL -> a * b;
      case Opcode.U_DIV -> Long.divideUnsigned(ua, divisor(ub, by));
      case Opcode.S_DIV -> a / divisor(b, by);
      case Opcode.U_MOD -> Long.remainderUnsigned(ua, divisor(ub, by));
      case Opcode.S_REM -> a % divisor(b, by);
      case Opcode.S_MOD -> Math.floorMod(a, divisor(b, by));
      case Opcode.SHIFT_LEFT_LOGICAL -> ub >= Long.SIZE || ub < 0 ? 0 : a << ub;
      case Opcode.SHIFT_RIGHT_LOGICAL -> ub >= Long.SIZE || ub < 0 ? 0 : ua >>> ub;
      case Opcode.SHIFT_RIGHT_ARITHMETIC -> a >> Math.min(ub < 0 ? 63 : ub, 63);
      case Opcode.BITWISE_OR, Opcode.LOGICAL_OR -> a | b;
      case Opcode.BITWISE_XOR -> a ^ b;
      case Opcode.BITWISE_AND, Opcode.LOGICAL_AND -> a & b;
      default -> compare(name, in, by) ? 1 : 0;
    };
  }

  private static boolean compare(String name, List<Scalar> in, SpirvInstruction by) {
    long a = in.get(0).signed();
    long b = in.get(1).signed();
    int unsigned = Long.compareUnsigned(in.get(0).bits(), in.get(1).bits());
    return switch (name) {
      case Opcode.I_EQUAL, Opcode.LOGICAL_EQUAL -> a == b;
      case Opcode.I_NOT_EQUAL, Opcode.LOGICAL_NOT_EQUAL -> a != b;
      case Opcode.U_GREATER_THAN -> unsigned > 0;
      case Opcode.S_GREATER_THAN -> a > b;
      case Opcode.U_GREATER_THAN_EQUAL -> unsigned >= 0;
      case Opcode.S_GREATER_THAN_EQUAL -> a >= b;
      case Opcode.U_LESS_THAN -> unsigned < 0;
      case Opcode.S_LESS_THAN -> a < b;
      case Opcode.U_LESS_THAN_EQUAL -> unsigned <= 0;
      case Opcode.S_LESS_THAN_EQUAL -> a <= b;
      default -> throw by.invalid(name + " is not one of kernels' constants");
    };
  }

  private static long divisor(long divisor, SpirvInstruction by) {
    if (divisor == 0) {
      throw by.invalid("a constant divided by zero");
    }
    return divisor;
  }

  private static long real(
      String name, SpirvType.FloatType type, List<Scalar> in, SpirvInstruction by) {
    double a = FloatBits.value(in.getFirst());
    if (in.size() == 1) {
      return FloatBits.of(
          type.bits(),
          switch (name) {
            case Opcode.F_NEGATE -> -a;
            case Opcode.F_CONVERT -> a;
            case Opcode.CONVERT_S_TO_F -> in.getFirst().signed();
            case Opcode.CONVERT_U_TO_F -> unsigned(in.getFirst().bits());
            default -> throw by.invalid(name + " is not one of kernels' constants");
          });
    }
    double b = FloatBits.value(in.get(1));
    return FloatBits.of(
        type.bits(),
        switch (name) {
          case Opcode.F_ADD -> a + b;
          case Opcode.F_SUB -> a - b;
          case Opcode.F_MUL -> a * b;
          case Opcode.F_DIV -> a / b;
          case Opcode.F_REM -> a % b;
          default -> throw by.invalid(name + " is not one of kernels' constants");
        });
  }

  private static double unsigned(long bits) {
    return bits >= 0 ? bits : (bits >>> 1 | (bits & 1)) * 2.0;
  }

  /** Floating-point numbers by their bits. */
  private static final class FloatBits {
    static double value(Scalar scalar) {
      return !(scalar.type() instanceof SpirvType.FloatType f)
          ? scalar.signed()
          : switch (f.bits()) {
            case 16 -> Float.float16ToFloat((short) scalar.bits());
            case 32 -> Float.intBitsToFloat((int) scalar.bits());
            default -> Double.longBitsToDouble(scalar.bits());
          };
    }

    static long of(int width, double value) {
      return switch (width) {
        case 16 -> Float.floatToFloat16((float) value);
        case 32 -> Float.floatToRawIntBits((float) value);
        default -> Double.doubleToRawLongBits(value);
      };
    }
  }
}
