package dev.barnacle.simd.internal.emit;

import dev.barnacle.ir.CycleCounter;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.WorkItemQuery;
import dev.barnacle.simd.internal.emit.Frame.WorkItemId;
import dev.barnacle.simd.internal.text.LlvmText;

/** Emits the answers to questions about the NDRange (OpenCL C, "Work-Item Functions"). */
final class QueryEmitter {
  private final Frame frame;

  QueryEmitter(Frame frame) {
    this.frame = frame;
  }

  void emit(WorkItemQuery i) {
    switch (i.kind()) {
      case WORK_DIM -> frame.alias(i, "%workdim");
      case GLOBAL_LINEAR_ID -> frame.alias(i, globalLinearId());
      case LOCAL_LINEAR_ID ->
          frame.alias(i, frame.module().specialization().merged() ? "0" : localLinearId());
      case SUB_GROUP_SIZE -> frame.alias(i, subGroupSize());
      case MAX_SUB_GROUP_SIZE -> frame.alias(i, Integer.toString(maxSubGroupSize()));
      case NUM_SUB_GROUPS -> frame.alias(i, subGroups(actualGroupSize()));
      case ENQUEUED_NUM_SUB_GROUPS -> frame.alias(i, subGroups(Integer.toString(groupSize())));
      case SUB_GROUP_ID -> frame.alias(i, divided(linearId32()));
      case SUB_GROUP_LOCAL_ID -> frame.alias(i, "0"); // of the first lane, or the only one
      default -> dimensional(i);
    }
  }

  /** The cycle counter of AArch64 is the system's own: programs read the timer's. */
  void cycles(CycleCounter i) {
    boolean steady = frame.module().target().triple().startsWith("aarch64");
    String name = steady ? "@llvm.readsteadycounter" : "@llvm.readcyclecounter";
    frame.module().declare("i64 " + name + "()");
    frame.define(i, o -> o.call("i64", name));
  }

  // Sub-groups are the vectors of a group; where work-items run one by one each is its own.

  private int groupSize() {
    return frame.module().specialization().groupSize();
  }

  private int maxSubGroupSize() {
    return Math.min(frame.module().subGroupSize(), groupSize());
  }

  private String actualGroupSize() {
    String size = InfoText.groupSize(frame.out(), frame.module().specialization());
    return frame.out().trunc("i64", size, "i32");
  }

  private String linearId32() {
    return frame.out().trunc("i64", localLinearId(), "i32");
  }

  private String divided(String items) {
    return frame.out().binary("udiv", "i32", items, frame.module().subGroupSize());
  }

  private String subGroups(String items) {
    int up = frame.module().subGroupSize() - 1;
    return divided(frame.out().binary("add nuw nsw", "i32", items, up));
  }

  private String subGroupSize() {
    int most = frame.module().subGroupSize();
    if (most == 1) {
      return "1";
    }
    LlvmText out = frame.out();
    String left = out.sub("i32", actualGroupSize(), linearId32());
    frame.module().declare("i32 @llvm.umin.i32(i32, i32)");
    return out.call("i32", "@llvm.umin.i32", "i32 " + left, "i32 " + most);
  }

  private void dimensional(WorkItemQuery i) {
    Value dimension = i.operand(0);
    if (dimension instanceof IntConstant constant) {
      long d = constant.unsigned();
      frame.alias(i, d > 2 ? outside(i.kind()) : answer(i.kind(), (int) d));
      return;
    }
    LlvmText out = frame.out();
    String chosen = outside(i.kind());
    String asked = frame.operand(dimension);
    for (int d = 2; d >= 0; d--) {
      String same = out.icmp("eq", "i32", asked, d);
      chosen = out.select(same, "i64", answer(i.kind(), d), chosen);
    }
    frame.alias(i, chosen);
  }

  private static String outside(WorkItemQuery.Kind kind) {
    return switch (kind) {
      case GLOBAL_SIZE, LOCAL_SIZE, ENQUEUED_LOCAL_SIZE, NUM_GROUPS -> "1";
      default -> "0";
    };
  }

  private String answer(WorkItemQuery.Kind kind, int d) {
    return frame.module().specialization().merged() ? mergedAnswer(kind, d) : plainAnswer(kind, d);
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
      case GLOBAL_ID -> frame.workItem(WorkItemId.GLOBAL_ID, d);
      case LOCAL_SIZE -> frame.workItem(WorkItemId.LOCAL_SIZE, d);
      case ENQUEUED_LOCAL_SIZE -> InfoText.enqueuedSize(frame.module().specialization(), d);
      case LOCAL_ID -> frame.workItem(WorkItemId.LOCAL_ID, d);
      case NUM_GROUPS -> "%ng" + d;
      case GROUP_ID -> frame.workItem(WorkItemId.GROUP_ID, d);
      case GLOBAL_OFFSET -> "%off" + d;
      default -> throw new IllegalStateException(kind + " has no dimension");
    };
  }

  /** Returns (z × size(1) + y) × size(0) + x of the local ids. */
  String localLinearId() {
    String known = frame.localLinearId();
    if (known != null) {
      return known;
    }
    String[] ids = new String[3];
    String[] sizes = new String[3];
    for (int d = 0; d < 3; d++) {
      ids[d] = frame.workItem(WorkItemId.LOCAL_ID, d);
      sizes[d] = frame.workItem(WorkItemId.LOCAL_SIZE, d);
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
    return frame.out().sub("i64", frame.workItem(WorkItemId.GLOBAL_ID, d), "%off" + d);
  }

  private String linear(String[] ids, String[] sizes) {
    LlvmText out = frame.out();
    String plane = out.mul("i64", ids[2], sizes[1]);
    String row = out.add("i64", plane, ids[1]);
    String scaled = out.mul("i64", row, sizes[0]);
    return out.add("i64", scaled, ids[0]);
  }
}
