package dev.barnacle.frontend.internal.spirv.write;

import dev.barnacle.frontend.internal.spirv.binary.Opcode;
import dev.barnacle.frontend.internal.spirv.dictionary.WorkItemQuery;
import java.util.OptionalLong;

/** Writes the place of a work-item (OpenCL C, 6.15.1 and 6.15.19) as built-in variables. */
final class WorkItemFunctions implements BuiltinCall.Family {
  private static final int DIMENSIONS = 3;

  @Override
  public int write(BuiltinCall call) {
    WorkItemQuery query = WorkItemQuery.ofFunction(call.name());
    if (query == null || call.count() != (query.kind() == WorkItemQuery.Kind.VECTOR ? 1 : 0)) {
      return OTHER;
    }
    return switch (query.kind()) {
      case VECTOR -> component(call, query.builtin());
      case MASK -> {
        BuiltinFunctions.need(call, "GroupNonUniformBallot");
        yield load(call, query.builtin(), call.result());
      }
      case INT, LONG -> load(call, query.builtin(), call.result());
    };
  }

  private static int load(BuiltinCall call, String builtin, WrittenType type) {
    if (builtin.contains("ubgroup")) {
      call.body().module().text.capability("Kernel");
    }
    return call.body().emit(Opcode.LOAD, type, call.body().module().input(builtin, type));
  }

  private static int component(BuiltinCall call, String builtin) {
    Body body = call.body();
    WrittenType type = call.result();
    long beyond = builtin.contains("Size") || builtin.startsWith("Num") ? 1 : 0;
    OptionalLong dimension = call.constant(0);
    if (dimension.isPresent()
        && (dimension.getAsLong() < 0 || dimension.getAsLong() >= DIMENSIONS)) {
      return body.constants().integer(type, beyond);
    }
    int all = load(call, builtin, body.types().vector(type, DIMENSIONS));
    if (dimension.isPresent()) {
      return body.emit(Opcode.COMPOSITE_EXTRACT, type, all, (int) dimension.getAsLong());
    }
    int index = call.value(0);
    int within =
        body.emit(Opcode.U_LESS_THAN, body.types().bool(), index, call.integer(DIMENSIONS));
    int safe = body.emit(Opcode.SELECT, body.typeOf(index), within, index, call.integer(0));
    int one = body.emit(Opcode.VECTOR_EXTRACT_DYNAMIC, type, all, safe);
    return body.emit(Opcode.SELECT, type, within, one, body.constants().integer(type, beyond));
  }
}
