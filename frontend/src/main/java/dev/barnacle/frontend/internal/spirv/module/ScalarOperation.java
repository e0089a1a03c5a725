package dev.barnacle.frontend.internal.spirv.module;

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
        name.endsWith("Negate") || name.equals("OpNot") || name.contains("Convert") ? 1 : 2;
    if (in.size() < (name.equals("OpLogicalNot") ? 1 : wanted)) {
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
        case "OpSNegate" -> -a;
        case "OpNot" -> ~a;
        case "OpLogicalNot" -> ua ^ 1;
        case "OpSConvert" -> a;
        case "OpUConvert" -> ua;
        case "OpConvertFToS", "OpConvertFToU" -> (long) FloatBits.value(first);
        default -> throw by.invalid(name + " is not one of kernels' constants");
      };
    }
    long b = in.get(1).signed();
    long ub = in.get(1).bits();
    return switch (name) {
      case "OpIAdd" -> a + b;
      case "OpISub" -> a - b;
      case "OpIMul" -> a * b;
      case "OpUDiv" -> Long.divideUnsigned(ua, divisor(ub, by));
      case "OpSDiv" -> a / divisor(b, by);
      case "OpUMod" -> Long.remainderUnsigned(ua, divisor(ub, by));
      case "OpSRem" -> a % divisor(b, by);
      case "OpSMod" -> Math.floorMod(a, divisor(b, by));
      case "OpShiftLeftLogical" -> ub >= Long.SIZE || ub < 0 ? 0 : a << ub;
      case "OpShiftRightLogical" -> ub >= Long.SIZE || ub < 0 ? 0 : ua >>> ub;
      case "OpShiftRightArithmetic" -> a >> Math.min(ub < 0 ? 63 : ub, 63);
      case "OpBitwiseOr", "OpLogicalOr" -> a | b;
      case "OpBitwiseXor" -> a ^ b;
      case "OpBitwiseAnd", "OpLogicalAnd" -> a & b;
      default -> compare(name, in, by) ? 1 : 0;
    };
  }

  private static boolean compare(String name, List<Scalar> in, SpirvInstruction by) {
    long a = in.get(0).signed();
    long b = in.get(1).signed();
    int unsigned = Long.compareUnsigned(in.get(0).bits(), in.get(1).bits());
    return switch (name) {
      case "OpIEqual", "OpLogicalEqual" -> a == b;
      case "OpINotEqual", "OpLogicalNotEqual" -> a != b;
      case "OpUGreaterThan" -> unsigned > 0;
      case "OpSGreaterThan" -> a > b;
      case "OpUGreaterThanEqual" -> unsigned >= 0;
      case "OpSGreaterThanEqual" -> a >= b;
      case "OpULessThan" -> unsigned < 0;
      case "OpSLessThan" -> a < b;
      case "OpULessThanEqual" -> unsigned <= 0;
      case "OpSLessThanEqual" -> a <= b;
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
            case "OpFNegate" -> -a;
            case "OpFConvert" -> a;
            case "OpConvertSToF" -> in.getFirst().signed();
            case "OpConvertUToF" -> unsigned(in.getFirst().bits());
            default -> throw by.invalid(name + " is not one of kernels' constants");
          });
    }
    double b = FloatBits.value(in.get(1));
    return FloatBits.of(
        type.bits(),
        switch (name) {
          case "OpFAdd" -> a + b;
          case "OpFSub" -> a - b;
          case "OpFMul" -> a * b;
          case "OpFDiv" -> a / b;
          case "OpFRem" -> a % b;
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
