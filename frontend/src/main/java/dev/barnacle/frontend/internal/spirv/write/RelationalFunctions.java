package dev.barnacle.frontend.internal.spirv.write;

import dev.barnacle.frontend.internal.spirv.binary.Opcode;
import dev.barnacle.frontend.internal.spirv.dictionary.Operations;
import java.util.Map;

/** Relational functions (OpenCL C, 6.15.6) that are core instructions. */
final class RelationalFunctions implements BuiltinCall.Family {
  private static final Map<String, String> COMPARISONS =
      Map.of(
          "isequal", "fcmp oeq",
          "isnotequal", "fcmp une",
          "isgreater", "fcmp ogt",
          "isgreaterequal", "fcmp oge",
          "isless", "fcmp olt",
          "islessequal", "fcmp ole",
          "islessgreater", "fcmp one",
          "isordered", "fcmp ord",
          "isunordered", "fcmp uno");

  private static final Map<String, String> TESTS =
      Map.of(
          "isfinite", Opcode.IS_FINITE,
          "isinf", Opcode.IS_INF,
          "isnan", Opcode.IS_NAN,
          "isnormal", Opcode.IS_NORMAL,
          "signbit", Opcode.SIGN_BIT_SET);

  @Override
  public int write(BuiltinCall call) {
    String comparison = COMPARISONS.get(call.name());
    String test =
        comparison == null
            ? TESTS.get(call.name())
            : Operations.spirv(Operations.COMPARISONS, comparison);
    Body body = call.body();
    if (test != null && !call.types().isEmpty() && call.type(0).isFloat()) {
      WrittenType bool = body.types().like(call.typeOf(0), body.types().bool());
      int id =
          call.count() == 1
              ? body.emit(test, bool, call.value(0))
              : body.emit(test, bool, call.value(0), call.value(1));
      return call.asResult(id);
    }
    boolean all = call.name().equals("all");
    if ((all || call.name().equals("any"))
        && call.types().size() == 1
        && call.type(0).isInteger()) {
      return signs(call, all ? Opcode.ALL : Opcode.ANY);
    }
    return OTHER;
  }

  /** The most significant bits of components are what they say. */
  private static int signs(BuiltinCall call, String op) {
    Body body = call.body();
    WrittenType type = call.typeOf(0);
    WrittenType bools = body.types().like(type, body.types().bool());
    int negative =
        body.emit(Opcode.S_LESS_THAN, bools, call.value(0), body.constants().integer(type, 0));
    return call.asResult(
        type.lanes() > 1 ? body.emit(op, body.types().bool(), negative) : negative);
  }
}
