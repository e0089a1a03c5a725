package dev.barnacle.frontend.internal.spirv.write;

import dev.barnacle.frontend.internal.spirv.binary.Opcode;
import dev.barnacle.frontend.internal.spirv.dictionary.GroupReduction;
import dev.barnacle.frontend.internal.spirv.mangling.BuiltinName.MangledType;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Functions of work-groups and sub-groups that all work-items call (OpenCL C, 6.15.16, 6.15.19).
 */
final class GroupFunctions implements BuiltinCall.Family {
  private static final Pattern BROADCAST = Pattern.compile("(work|sub)_group_broadcast");

  private static final Pattern REDUCTION =
      Pattern.compile(
          "(?:work|sub)_group_(non_uniform_)?(clustered_)?"
              + "(reduce|scan_inclusive|scan_exclusive)_(\\w+)");

  @Override
  public int write(BuiltinCall call) {
    if (call.types().isEmpty()) {
      return OTHER;
    }
    if (BROADCAST.matcher(call.name()).matches()) {
      return broadcast(call, call.integer(BuiltinFunctions.group(call).number()));
    }
    Matcher name = REDUCTION.matcher(call.name());
    return name.matches()
        ? GroupReduction.ofFunction(name.group(4), kind(call.type(0)))
            .map(r -> reduce(call, r, name))
            .orElse(OTHER)
        : OTHER;
  }

  private static char kind(MangledType type) {
    return type.isFloat() ? 'F' : type.isUnsigned() ? 'U' : 'S';
  }

  private static int reduce(BuiltinCall call, GroupReduction reduction, Matcher name) {
    boolean clustered = name.group(2) != null;
    boolean nonUniform = clustered || name.group(1) != null;
    if (nonUniform) {
      BuiltinFunctions.need(
          call, clustered ? "GroupNonUniformClustered" : "GroupNonUniformArithmetic");
    } else {
      String capability = reduction.isCore() ? "Groups" : "GroupUniformArithmeticKHR";
      call.body().module().text.capability(capability);
    }
    int scope = call.integer(BuiltinFunctions.group(call).number());
    String op = nonUniform ? reduction.nonUniform() : reduction.uniform();
    boolean logical = reduction.isLogical();
    return clustered
        ? reduce(
            call,
            op,
            scope,
            GroupReduction.CLUSTERED,
            logical,
            call.integer(call.literal(1, "cluster's size")))
        : reduce(call, op, scope, GroupReduction.KINDS.indexOf(name.group(3)), logical);
  }

  /** Writes a reduction; what is logical is of truth values. */
  private static int reduce(
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
                Opcode.COMPOSITE_CONSTRUCT,
                body.types().vector(body.typeOf(ids[0]), ids.length),
                ids);
    return body.emit(Opcode.GROUP_BROADCAST, call.result(), scope, value, id);
  }
}
