package dev.barnacle.watch.internal.code.emit;

import static java.lang.constant.ConstantDescs.CD_double;
import static java.lang.constant.ConstantDescs.CD_float;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;

import dev.barnacle.engine.math.SoftArithmetic;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Value;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;

/** Writes conversions, lane by lane. */
final class CastCode {
  private final Emitter emitter;
  private final ArithmeticCode arithmetic;
  private final CodeBuilder code;

  CastCode(Emitter emitter, ArithmeticCode arithmetic) {
    this.emitter = emitter;
    this.arithmetic = arithmetic;
    this.code = emitter.code();
  }

  void cast(Cast i) {
    Value operand = i.operand(0);
    if (i.op() == Cast.Op.BITCAST && operand.type().lanes() != i.type().lanes()) {
      regroup(i, operand);
      return;
    }
    for (int lane = 0; lane < i.type().lanes(); lane++) {
      emitter.push(operand, lane);
      convert(i.op(), operand.type().scalar(), i.type().scalar());
      emitter.pop(i, lane);
    }
  }

  private void convert(Cast.Op op, Type from, Type to) {
    switch (op) {
      case TRUNC -> truncate(from, to);
      case ZEXT -> zeroExtend(from, to);
      case SEXT -> signExtend(from, to);
      case FPTRUNC -> narrow(from, to);
      case FPEXT -> {
        if (JvmTypes.kind(from) != JvmTypes.kind(to)) {
          code.f2d();
        }
      }
      case FPTOSI, FPTOUI -> toInteger(op == Cast.Op.FPTOSI, from, to);
      case SITOFP, UITOFP -> toFloat(op == Cast.Op.SITOFP, from, to);
      case PTRTOINT -> truncate(from, to);
      case INTTOPTR -> zeroExtend(from, to);
      case ADDRSPACECAST -> {}
      case BITCAST -> reinterpret(from, to);
    }
  }

  private void truncate(Type from, Type to) {
    if (JvmTypes.kind(from) == TypeKind.LONG && JvmTypes.kind(to) == TypeKind.INT) {
      code.l2i();
    }
    if (JvmTypes.kind(to) == TypeKind.INT) {
      arithmetic.normalize(JvmTypes.bits(to));
    }
  }

  private void zeroExtend(Type from, Type to) {
    if (JvmTypes.kind(from) == TypeKind.LONG) {
      return;
    }
    arithmetic.unsigned(JvmTypes.bits(from));
    if (JvmTypes.kind(to) == TypeKind.LONG) {
      code.i2l();
      if (JvmTypes.bits(from) == 32) {
        code.loadConstant(0xffffffffL);
        code.land();
      }
    }
  }

  private void signExtend(Type from, Type to) {
    if (JvmTypes.bits(from) == 1) {
      code.ineg();
    }
    if (JvmTypes.kind(to) == TypeKind.LONG && JvmTypes.kind(from) == TypeKind.INT) {
      code.i2l();
    }
  }

  private void narrow(Type from, Type to) {
    boolean wide = JvmTypes.kind(from) == TypeKind.DOUBLE;
    if (JvmTypes.bits(to) == 16) {
      ClassDesc type = wide ? CD_double : CD_float;
      emitter.call(SoftArithmetic.class, "roundToHalf", CD_float, type);
    } else if (wide) {
      code.d2f();
    }
  }

  private void toInteger(boolean signed, Type from, Type to) {
    boolean wide = JvmTypes.kind(from) == TypeKind.DOUBLE;
    int bits = JvmTypes.bits(to);
    if (bits == 64 && !signed) {
      emitter.call(SoftArithmetic.class, "toUnsignedLong", CD_long, wide ? CD_double : CD_float);
    } else if (bits == 64) {
      emitter.call(SoftArithmetic.class, "toLong", CD_long, wide ? CD_double : CD_float);
    } else if (bits == 32 && !signed) {
      if (wide) {
        code.d2l();
      } else {
        code.f2l();
      }
      code.l2i();
    } else {
      emitter.call(SoftArithmetic.class, "toInt", CD_int, wide ? CD_double : CD_float);
      arithmetic.normalize(bits);
    }
  }

  private void toFloat(boolean signed, Type from, Type to) {
    int bits = JvmTypes.bits(from);
    boolean wide = JvmTypes.kind(to) == TypeKind.DOUBLE;
    if (signed && bits == 1) {
      code.ineg();
    }
    if (!signed && bits < 64) {
      zeroExtend(from, Types.I64);
      bits = 64;
    } else if (!signed) {
      String name = wide ? "unsignedToDouble" : "unsignedToFloat";
      emitter.call(SoftArithmetic.class, name, wide ? CD_double : CD_float, CD_long);
      arithmetic.roundHalf(to);
      return;
    }
    if (bits == 64) {
      if (wide) {
        code.l2d();
      } else {
        code.l2f();
      }
    } else if (wide) {
      code.i2d();
    } else {
      code.i2f();
    }
    arithmetic.roundHalf(to);
  }

  /** Gives the same bits the other type, for types of one width. */
  private void reinterpret(Type from, Type to) {
    bits(from);
    fromBits(to);
  }

  /** Makes the lane on the stack an integer of its bits: an int up to 32 bits, else a long. */
  private void bits(Type type) {
    if (!type.isFloat()) {
      return;
    }
    switch (JvmTypes.bits(type)) {
      case 16 -> emitter.call(SoftArithmetic.class, "halfBits", CD_int, CD_float);
      case 32 -> emitter.call(Float.class, "floatToRawIntBits", CD_int, CD_float);
      default -> emitter.call(Double.class, "doubleToRawLongBits", CD_long, CD_double);
    }
  }

  private void fromBits(Type type) {
    if (!type.isFloat()) {
      return;
    }
    switch (JvmTypes.bits(type)) {
      case 16 -> emitter.call(SoftArithmetic.class, "halfOfBits", CD_float, CD_int);
      case 32 -> emitter.call(Float.class, "intBitsToFloat", CD_float, CD_int);
      default -> emitter.call(Double.class, "longBitsToDouble", CD_double, CD_long);
    }
  }

  /** Gives the same bits, little-endian, other lanes. */
  private void regroup(Cast i, Value operand) {
    int from = JvmTypes.bits(operand.type());
    int to = JvmTypes.bits(i.type());
    for (int lane = 0; lane < i.type().lanes(); lane++) {
      code.lconst_0();
      int bit = lane * to;
      while (bit < (lane + 1) * to) {
        int source = bit / from;
        int skip = bit % from;
        pushUnsigned(operand, source);
        if (skip > 0) {
          code.loadConstant(skip);
          code.lushr();
        }
        if (bit > lane * to) {
          code.loadConstant(bit - lane * to);
          code.lshl();
        }
        code.lor();
        bit += from - skip;
      }
      if (to < 64) {
        code.l2i();
        arithmetic.normalize(to);
      }
      fromBits(i.type().scalar());
      emitter.pop(i, lane);
    }
  }

  private void pushUnsigned(Value value, int lane) {
    emitter.push(value, lane);
    Type type = value.type().scalar();
    bits(type);
    int width = JvmTypes.bits(type);
    if (width < 64) {
      code.i2l();
      code.loadConstant((1L << width) - 1);
      code.land();
    }
  }
}
