package dev.barnacle.frontend.internal.spirv.write;

import dev.barnacle.frontend.internal.spirv.mangling.BuiltinName.MangledType;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Functions of work-groups and sub-groups that all work-items call (OpenCL C, 6.15.16, 6.15.19).
 */
final class GroupFunctions implements BuiltinCall.Family {
  private static final int WORK_GROUP = 2;
  private static final int SUB_GROUP = 3;

  private static final Pattern NAME =
      Pattern.compile(
          "(work|sub)_group_(all|any|broadcast|(reduce|scan_inclusive|scan_exclusive)_(\\w+))");

  /** The numbers of SPIR-V, 3.28 "Group Operation". */
  static final Map<String, Integer> KINDS =
      Map.of("reduce", 0, "scan_inclusive", 1, "scan_exclusive", 2);

  @Override
  public int write(BuiltinCall call) {
    Matcher name = NAME.matcher(call.name());
    if (!name.matches() || call.types().isEmpty()) {
      return OTHER;
    }
    Body body = call.body();
    int scope = call.integer(name.group(1).equals("work") ? WORK_GROUP : SUB_GROUP);
    if (name.group(3) == null) {
      return switch (name.group(2)) {
        case "all" -> vote(call, "OpGroupAll", scope);
        case "any" -> vote(call, "OpGroupAny", scope);
        default -> broadcast(call, scope);
      };
    }
    String operation = operation(name.group(4), call.type(0));
    if (operation.isEmpty()) {
      return OTHER;
    }
    String op = "OpGroup" + operation;
    switch (operation) {
      case "IAdd", "FAdd", "FMin", "UMin", "SMin", "FMax", "UMax", "SMax" ->
          body.module().text.capability("Groups");
      default -> {
        body.module().text.capability("GroupUniformArithmeticKHR");
        op += "KHR";
      }
    }
    int kind = KINDS.getOrDefault(name.group(3), 0);
    return reduce(call, op, scope, kind, operation.startsWith("Logical"));
  }

  /** Writes a reduction; what is logical is of truth values. */
  static int reduce(
      BuiltinCall call, String op, int scope, int kind, boolean logical, int... more) {
    Body body = call.body();
    int value = call.value(0);
    if (!logical) {
      return body.emit(op, call.result(), WordBuffer.joined(new int[] {scope, kind, value}, more));
    }
    return call.asResult(
        body.emit(
            op,
            body.types().bool(),
            WordBuffer.joined(new int[] {scope, kind, call.isTrue(value)}, more)));
  }

  /** Returns what SPIR-V calls an operation on a type; "" where it has none. */
  static String operation(String name, MangledType type) {
    boolean real = type.isFloat();
    String sign = real ? "F" : type.isUnsigned() ? "U" : "S";
    return switch (name) {
      case "add" -> real ? "FAdd" : "IAdd";
      case "mul" -> real ? "FMul" : "IMul";
      case "min" -> sign + "Min";
      case "max" -> sign + "Max";
      case "and" -> "BitwiseAnd";
      case "or" -> "BitwiseOr";
      case "xor" -> "BitwiseXor";
      case "logical_and" -> "LogicalAnd";
      case "logical_or" -> "LogicalOr";
      case "logical_xor" -> "LogicalXor";
      default -> "";
    };
  }

  static int vote(BuiltinCall call, String op, int scope) {
    if (op.startsWith("OpGroupA")) {
      call.body().module().text.capability("Groups");
    }
    int predicate = call.isTrue(call.value(0));
    return call.asResult(call.body().emit(op, call.body().types().bool(), scope, predicate));
  }

  private static int broadcast(BuiltinCall call, int scope) {
    Body body = call.body();
    body.module().text.capability("Groups");
    int value = call.value(0);
    if (body.typeOf(value).lanes() > 1) {
      return OTHER; // OpGroupBroadcast is of scalars
    }
    int[] ids = new int[call.count() - 1];
    for (int k = 0; k < ids.length; k++) {
      ids[k] = call.value(k + 1);
    }
    int id =
        ids.length == 1
            ? ids[0]
            : body.emit(
                "OpCompositeConstruct", body.types().vector(body.typeOf(ids[0]), ids.length), ids);
    return body.emit("OpGroupBroadcast", call.result(), scope, value, id);
  }
}
