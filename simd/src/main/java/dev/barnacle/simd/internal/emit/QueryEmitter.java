package dev.barnacle.simd.internal.emit;

import dev.barnacle.ir.CycleCounter;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.WorkItemQuery;
import dev.barnacle.llvm.text.LlvmText;
import dev.barnacle.simd.internal.emit.EmitScope.WorkItemId;

/** Emits the answers to questions about the NDRange (OpenCL C, "Work-Item Functions"). */
final class QueryEmitter {
  private final EmitScope scope;

  QueryEmitter(EmitScope scope) {
    this.scope = scope;
  }

  void emit(WorkItemQuery i) {
    switch (i.kind()) {
      case WORK_DIM -> scope.alias(i, "%workdim");
      case GLOBAL_LINEAR_ID -> scope.alias(i, globalLinearId());
      case LOCAL_LINEAR_ID ->
          scope.alias(i, scope.module().specialization().merged() ? "0" : localLinearId());
      case SUB_GROUP_SIZE -> scope.alias(i, subGroupSize());
      case MAX_SUB_GROUP_SIZE ->
          scope.alias(i, Integer.toString(ScalarSubGroups.maxSize(scope.module())));
      case NUM_SUB_GROUPS -> scope.alias(i, subGroups(actualGroupSize()));
      case ENQUEUED_NUM_SUB_GROUPS -> scope.alias(i, subGroups(Integer.toString(groupSize())));
      case SUB_GROUP_ID -> scope.alias(i, divided(linearId32()));
      case SUB_GROUP_LOCAL_ID -> scope.alias(i, "0"); // of the first lane, or the only one
      default -> dimensional(i);
    }
  }

  void cycles(CycleCounter i) {
    String name = scope.module().target().family().cycleCounter();
    scope.module().declare("i64 " + name + "()");
    scope.define(i, o -> o.call("i64", name));
  }

  // Sub-groups are the vectors of a group; where work-items run one by one each is its own.

  private int groupSize() {
    return scope.module().specialization().groupSize();
  }

  private String actualGroupSize() {
    String size = InfoText.groupSize(scope.out(), scope.module().specialization());
    return scope.out().trunc("i64", size, "i32");
  }

  private String linearId32() {
    return scope.out().trunc("i64", localLinearId(), "i32");
  }

  private String divided(String items) {
    return scope.out().binary("udiv", "i32", items, scope.module().subGroupSize());
  }

  private String subGroups(String items) {
    int up = scope.module().subGroupSize() - 1;
    return divided(scope.out().binary("add nuw nsw", "i32", items, up));
  }

  private String subGroupSize() {
    int most = scope.module().subGroupSize();
    if (most == 1) {
      return "1";
    }
    LlvmText out = scope.out();
    String left = out.sub("i32", actualGroupSize(), linearId32());
    scope.module().declare("i32 @llvm.umin.i32(i32, i32)");
    return out.call("i32", "@llvm.umin.i32", "i32 " + left, "i32 " + most);
  }

  private void dimensional(WorkItemQuery i) {
    Value dimension = i.operand(0);
    if (dimension instanceof IntConstant constant) {
      long d = constant.unsigned();
      scope.alias(i, d > 2 ? outside(i.kind()) : answer(i.kind(), (int) d));
      return;
    }
    LlvmText out = scope.out();
    String chosen = outside(i.kind());
    String asked = scope.operand(dimension);
    for (int d = 2; d >= 0; d--) {
      String same = out.icmp("eq", "i32", asked, d);
      chosen = out.select(same, "i64", answer(i.kind(), d), chosen);
    }
    scope.alias(i, chosen);
  }

  private static String outside(WorkItemQuery.Kind kind) {
    return switch (kind) {
      case GLOBAL_SIZE, LOCAL_SIZE, ENQUEUED_LOCAL_SIZE, NUM_GROUPS -> "1";
      default -> "0";
    };
  }

  private String answer(WorkItemQuery.Kind kind, int d) {
    return scope.module().specialization().merged() ? mergedAnswer(kind, d) : plainAnswer(kind, d);
  }

  /** Answers for the group that the program asked for, which is this work-item alone. */
  private String mergedAnswer(WorkItemQuery.Kind kind, int d) {
    return switch (kind) {
      case LOCAL_SIZE, ENQUEUED_LOCAL_SIZE -> "1";
      case LOCAL_ID -> "0";
      case NUM_GROUPS -> "%gs" + d;
      case GROUP_ID -> fromOffset(d);
      default -> plainAnswer(kind, d);
    };
  }

  private String plainAnswer(WorkItemQuery.Kind kind, int d) {
    return switch (kind) {
      case GLOBAL_SIZE -> "%gs" + d;
      case GLOBAL_ID -> scope.workItem(WorkItemId.GLOBAL_ID, d);
      case LOCAL_SIZE -> scope.workItem(WorkItemId.LOCAL_SIZE, d);
      case ENQUEUED_LOCAL_SIZE -> InfoText.enqueuedSize(scope.module().specialization(), d);
      case LOCAL_ID -> scope.workItem(WorkItemId.LOCAL_ID, d);
      case NUM_GROUPS -> "%ng" + d;
      case GROUP_ID -> scope.workItem(WorkItemId.GROUP_ID, d);
      case GLOBAL_OFFSET -> "%off" + d;
      default -> throw new IllegalStateException(kind + " has no dimension");
    };
  }

  /** Returns (z × size(1) + y) × size(0) + x of the local ids. */
  String localLinearId() {
    String known = scope.localLinearId();
    if (known != null) {
      return known;
    }
    String[] ids = new String[3];
    String[] sizes = new String[3];
    for (int d = 0; d < 3; d++) {
      ids[d] = scope.workItem(WorkItemId.LOCAL_ID, d);
      sizes[d] = scope.workItem(WorkItemId.LOCAL_SIZE, d);
    }
    return linear(ids, sizes);
  }

  private String globalLinearId() {
    String[] ids = new String[3];
    String[] sizes = new String[3];
    for (int d = 0; d < 3; d++) {
      ids[d] = fromOffset(d);
      sizes[d] = "%gs" + d;
    }
    return linear(ids, sizes);
  }

  private String fromOffset(int d) {
    return scope.out().sub("i64", scope.workItem(WorkItemId.GLOBAL_ID, d), "%off" + d);
  }

  private String linear(String[] ids, String[] sizes) {
    LlvmText out = scope.out();
    String plane = out.mul("i64", ids[2], sizes[1]);
    String row = out.add("i64", plane, ids[1]);
    String scaled = out.mul("i64", row, sizes[0]);
    return out.add("i64", scaled, ids[0]);
  }
}
