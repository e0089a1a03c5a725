package dev.barnacle.watch.internal.code.emit;

import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import dev.barnacle.ir.PipeOperation;
import dev.barnacle.ir.Value;
import dev.barnacle.watch.internal.run.exec.PipeAccess;
import java.lang.constant.ClassDesc;
import java.util.ArrayList;
import java.util.List;

/** Writes calls of what work-items do with pipes. */
final class PipeCode {
  private final Emitter emitter;

  PipeCode(Emitter emitter) {
    this.emitter = emitter;
  }

  void operation(PipeOperation i) {
    List<ClassDesc> types = new ArrayList<>(List.of(JvmTypes.WORK_ITEM));
    emitter.pushWorkItem();
    for (Value operand : i.operands()) {
      emitter.push(operand);
      types.add(JvmTypes.desc(operand.type()));
    }
    emitter.code().loadConstant(i.packetBytes());
    emitter.code().loadConstant(emitter.layout().places().of(i));
    types.addAll(List.of(CD_long, CD_int));
    ClassDesc result = i.hasResult() ? JvmTypes.desc(i.type()) : CD_void;
    emitter.call(PipeAccess.class, method(i.op()), result, types.toArray(ClassDesc[]::new));
    if (i.hasResult()) {
      emitter.pop(i, 0);
    }
  }

  private static String method(PipeOperation.Op op) {
    return switch (op) {
      case RESERVE_READ -> "reserveRead";
      case RESERVE_WRITE -> "reserveWrite";
      case COMMIT_READ -> "commitRead";
      case COMMIT_WRITE -> "commitWrite";
      case PACKET_READ -> "packetRead";
      case PACKET_WRITE -> "packetWrite";
      case NUM_PACKETS -> "numPackets";
      case MAX_PACKETS -> "maxPackets";
    };
  }
}
