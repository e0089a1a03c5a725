package dev.barnacle.watch.internal.code.emit;

import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;

import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.WorkItemQuery;
import java.lang.classfile.CodeBuilder;

/** Writes the answers to questions about the NDRange. */
final class QueryCode {
  private final Emitter emitter;
  private final CodeBuilder code;

  QueryCode(Emitter emitter) {
    this.emitter = emitter;
    this.code = emitter.code();
  }

  @SuppressWarnings("EnumOrdinal") // the number is for code of this build
  void query(WorkItemQuery i) {
    emitter.pushWorkItem();
    if (i.operands().isEmpty()) {
      code.loadConstant(i.kind().ordinal());
      code.invokevirtual(JvmTypes.WORK_ITEM, "query", JvmTypes.method(CD_long, CD_int));
      if (i.type() instanceof IntType type && type.bits() == 32) {
        code.l2i();
      }
    } else if (i.operand(0) instanceof IntConstant c && c.unsigned() < 3 && isField(i.kind())) {
      field(i.kind(), (int) c.unsigned());
    } else {
      code.loadConstant(i.kind().ordinal());
      emitter.push(i.operand(0));
      code.invokevirtual(JvmTypes.WORK_ITEM, "query", JvmTypes.method(CD_long, CD_int, CD_int));
    }
    emitter.pop(i, 0);
  }

  private static boolean isField(WorkItemQuery.Kind kind) {
    return switch (kind) {
      case LOCAL_ID, GLOBAL_ID, LOCAL_SIZE, GROUP_ID -> true;
      default -> false;
    };
  }

  private void field(WorkItemQuery.Kind kind, int dimension) {
    String method =
        switch (kind) {
          case LOCAL_ID -> "localId";
          case GLOBAL_ID -> "globalId";
          case LOCAL_SIZE -> "localSize";
          default -> "groupId";
        };
    code.invokevirtual(JvmTypes.WORK_ITEM, method + dimension, JvmTypes.method(CD_long));
  }
}
