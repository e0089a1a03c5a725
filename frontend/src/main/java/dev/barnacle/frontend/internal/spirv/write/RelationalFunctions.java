package dev.barnacle.frontend.internal.spirv.write;

import java.util.Map;

/** Relational functions (OpenCL C, 6.15.6) that are core instructions. */
final class RelationalFunctions implements BuiltinCall.Family {
  private static final Map<String, String> TESTS =
      Map.ofEntries(
          Map.entry("isequal", "OpFOrdEqual"),
          Map.entry("isnotequal", "OpFUnordNotEqual"),
          Map.entry("isgreater", "OpFOrdGreaterThan"),
          Map.entry("isgreaterequal", "OpFOrdGreaterThanEqual"),
          Map.entry("isless", "OpFOrdLessThan"),
          Map.entry("islessequal", "OpFOrdLessThanEqual"),
          Map.entry("islessgreater", "OpFOrdNotEqual"),
          Map.entry("isordered", "OpOrdered"),
          Map.entry("isunordered", "OpUnordered"),
          Map.entry("isfinite", "OpIsFinite"),
          Map.entry("isinf", "OpIsInf"),
          Map.entry("isnan", "OpIsNan"),
          Map.entry("isnormal", "OpIsNormal"),
          Map.entry("signbit", "OpSignBitSet"));

  @Override
  public int write(BuiltinCall call) {
    String test = TESTS.get(call.name());
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
      return signs(call, all ? "OpAll" : "OpAny");
    }
    return OTHER;
  }

  /** The most significant bits of components are what they say. */
  private static int signs(BuiltinCall call, String op) {
    Body body = call.body();
    WrittenType type = call.typeOf(0);
    WrittenType bools = body.types().like(type, body.types().bool());
    int negative =
        body.emit("OpSLessThan", bools, call.value(0), body.constants().integer(type, 0));
    return call.asResult(
        type.lanes() > 1 ? body.emit(op, body.types().bool(), negative) : negative);
  }
}
