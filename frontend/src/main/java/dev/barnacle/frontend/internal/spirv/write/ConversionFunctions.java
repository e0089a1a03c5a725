package dev.barnacle.frontend.internal.spirv.write;

import dev.barnacle.frontend.internal.spirv.binary.Opcode;
import dev.barnacle.frontend.internal.spirv.dictionary.Operations;
import dev.barnacle.frontend.internal.spirv.mangling.BuiltinName.MangledType;
import dev.barnacle.frontend.internal.spirv.mangling.OpenClNames;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Explicit conversions (OpenCL C, 6.4.3). */
final class ConversionFunctions implements BuiltinCall.Family {
  private static final Pattern NAME =
      Pattern.compile(
          "convert_(u?(?:char|short|int|long)|half|float|double)\\d*(_sat)?(_rt[eznp])?");

  @Override
  public int write(BuiltinCall call) {
    Matcher name = NAME.matcher(call.name());
    if (!name.matches() || call.types().size() != 1) {
      return OTHER;
    }
    MangledType to = MangledType.named(name.group(1));
    boolean saturates = name.group(2) != null;
    int rounding = name.group(3) == null ? -1 : OpenClNames.ROUNDINGS.indexOf(name.group(3));
    MangledType from = call.type(0);
    return from.isFloat() || to.isFloat()
        ? real(call, from, to, saturates, rounding)
        : integer(call, from, to, saturates);
  }

  private static int real(
      BuiltinCall call, MangledType from, MangledType to, boolean saturates, int rounding) {
    int value = call.value(0);
    if (from.isFloat() && call.body().typeOf(value).equals(call.result())) {
      return value;
    }
    String op;
    if (from.isFloat() && to.isFloat()) {
      op = Opcode.F_CONVERT;
    } else if (from.isFloat()) {
      op = named(to.isUnsigned() ? "fptoui" : "fptosi");
    } else {
      op = named(from.isUnsigned() ? "uitofp" : "sitofp");
    }
    int id = call.body().emit(op, call.result(), value);
    if (saturates && !to.isFloat()) {
      call.body().module().text.decorate(id, "SaturatedConversion");
    }
    if (rounding >= 0) {
      call.body().module().text.decorate(id, "FPRoundingMode", rounding);
    }
    return id;
  }

  private static int integer(
      BuiltinCall call, MangledType from, MangledType to, boolean saturates) {
    Body body = call.body();
    int value = call.value(0);
    WrittenType type = call.result();
    boolean signed = !from.isUnsigned();
    int have = body.typeOf(value).scalar().bits();
    int want = type.scalar().bits();
    boolean sameSign = from.isUnsigned() == to.isUnsigned();
    if (saturates && !sameSign) {
      return body.emit(signed ? Opcode.SAT_CONVERT_S_TO_U : Opcode.SAT_CONVERT_U_TO_S, type, value);
    }
    if (have == want) {
      return value;
    }
    int id = body.emit(named(signed ? "sext" : "zext"), type, value);
    if (saturates && want < have) {
      body.module().text.decorate(id, "SaturatedConversion");
    }
    return id;
  }

  private static String named(String operation) {
    return Operations.spirv(Operations.CONVERSIONS, operation);
  }
}
