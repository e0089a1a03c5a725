package dev.barnacle.frontend.internal.spirv.write;

import dev.barnacle.frontend.internal.spirv.binary.Opcode;
import dev.barnacle.frontend.internal.spirv.dictionary.BuiltinFunction;
import dev.barnacle.frontend.internal.spirv.dictionary.BuiltinFunction.Letter;
import dev.barnacle.frontend.internal.spirv.dictionary.Scope;

/** Functions that are an instruction each, as {@link BuiltinFunction} has them. */
final class BuiltinFunctions implements BuiltinCall.Family {
  private static final int SPIRV_1_3 = 0x00010300;
  private static final int SPIRV_1_5 = 0x00010500;

  /** Notes a capability of non-uniform groups. */
  static void need(BuiltinCall call, String capability) {
    call.body().module().text.need(SPIRV_1_3, call.name());
    call.body().module().text.capability(capability);
  }

  @Override
  public int write(BuiltinCall call) {
    BuiltinFunction row = BuiltinFunction.ofFunction(call.name());
    if (row == null || call.count() < row.arguments()) {
      return OTHER;
    }
    Body body = call.body();
    String capability = row.capability();
    if (capability.startsWith("GroupNonUniform") && !capability.endsWith("KHR")) {
      need(call, capability);
    } else if (!capability.isEmpty()) {
      body.module().text.capability(capability);
    }
    if (row.op().equals(Opcode.GROUP_NON_UNIFORM_BROADCAST) && call.constant(1).isEmpty()) {
      body.module().text.need(SPIRV_1_5, call.name() + " of an id that is no constant");
    }
    WrittenType type =
        switch (row.result()) {
          case Letter.TRUTH, Letter.BOOL -> body.types().bool();
          case Letter.VOID -> body.types().voidType();
          default -> call.result();
        };
    int[] words = new int[row.operands().length()];
    for (int k = 0, at = 0; k < words.length; k++) {
      char letter = row.operands().charAt(k);
      words[k] = word(call, letter, at);
      at += Letter.isArgument(letter) ? 1 : 0;
    }
    if (row.result() == Letter.VOID) {
      body.effect(row.op(), words);
      return NOTHING;
    }
    int id = body.emit(row.op(), type, words);
    return row.result() == Letter.ANY ? id : call.asResult(id);
  }

  private static int word(BuiltinCall call, char letter, int at) {
    return switch (letter) {
      case Letter.SUB_GROUP -> call.integer(Scope.SUBGROUP.number());
      case Letter.GROUP -> call.integer(group(call).number());
      case Letter.TRUTH -> call.isTrue(call.value(at));
      case Letter.CONSTANT -> call.integer(call.literal(at, "cluster's size"));
      case Letter.BYTES -> call.pointer(at, call.body().types().integer(8));
      default -> Letter.isLiteral(letter) ? letter - '0' : call.value(at);
    };
  }

  /** Returns the scope that a function has in its name. */
  static Scope group(BuiltinCall call) {
    return call.name().contains("sub_group") ? Scope.SUBGROUP : Scope.WORKGROUP;
  }
}
