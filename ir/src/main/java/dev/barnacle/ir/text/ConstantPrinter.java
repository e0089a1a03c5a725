package dev.barnacle.ir.text;

import dev.barnacle.ir.Constant;
import dev.barnacle.ir.FloatConstant;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.NullConstant;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.UndefConstant;
import dev.barnacle.ir.VectorConstant;
import java.util.stream.Collectors;

/** Constants in the text form, without their type. */
final class ConstantPrinter {
  private ConstantPrinter() {}

  static String print(Constant constant) {
    return switch (constant) {
      case IntConstant i when i.type().equals(Types.I1) -> i.value() == 0 ? "false" : "true";
      case IntConstant i -> Long.toString(i.value());
      case FloatConstant f -> print(f);
      case NullConstant _ -> "null";
      case UndefConstant _ -> "undef";
      case VectorConstant v ->
          v.elements().stream()
              .map(ConstantPrinter::print)
              .collect(Collectors.joining(", ", "[", "]"));
    };
  }

  /** The shortest decimal that names exactly this number; NaNs by all their bits. */
  private static String print(FloatConstant f) {
    double value = f.value();
    if (Double.isNaN(value)) {
      return "nan(0x" + Long.toHexString(f.bits()) + ")";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "inf" : "-inf";
    }
    return f.type().bits() == 64 ? Double.toString(value) : Float.toString((float) value);
  }
}
