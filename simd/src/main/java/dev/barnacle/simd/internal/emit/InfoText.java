package dev.barnacle.simd.internal.emit;

import dev.barnacle.llvm.text.LlvmText;
import dev.barnacle.simd.internal.abi.LaunchInfo;
import dev.barnacle.simd.internal.abi.PrintfCall;
import dev.barnacle.simd.internal.abi.Specialization;

/** Emits what reads the launch information ({@link LaunchInfo}) that every function gets. */
public final class InfoText {
  private InfoText() {}

  /**
   * Loads what queries need into {@code %gs0 %off0 %ng0 … %workdim}, for general versions {@code
   * %els0 …} too; computes {@code %base0 …}, the global id of the group's first work-item. It needs
   * {@code %info} and {@code %grp0 …}.
   */
  public static void load(LlvmText out, Specialization specialization) {
    for (int d = 0; d < 3; d++) {
      int asked = specialization.asked(d);
      read(out, "%gs" + d, LaunchInfo.GLOBAL_SIZE + asked);
      read(out, "%off" + d, LaunchInfo.OFFSET + asked);
      read(out, "%ng" + d, LaunchInfo.NUM_GROUPS + asked);
      String flags = specialization.smallIds() ? "nuw nsw " : "";
      if (specialization.general()) {
        read(out, "%els" + d, LaunchInfo.ENQUEUED_SIZE + asked);
      }
      String size = enqueuedSize(specialization, d);
      String first = out.mul(flags + "i64", "%grp" + d, size);
      out.as("%base" + d).add(flags + "i64", first, "%off" + d);
    }
    read(out, "%workdim64", LaunchInfo.WORK_DIM);
    out.as("%workdim").trunc("i64", "%workdim64", "i32");
    out.as("%scratch").alloca("[" + PrintfCall.MOST_BYTES + " x i8]", 16);
  }

  public static void read(LlvmText out, String name, int index) {
    String address = out.gep("inbounds i64", "ptr", "%info", "i64", index);
    out.as(name).load("i64", address, 8);
  }

  /** Returns the work-items of the group that runs, an i64. */
  public static String groupSize(LlvmText out, Specialization specialization) {
    if (!specialization.partial()) {
      return Integer.toString(specialization.groupSize());
    }
    String plane = out.binary("mul nuw nsw", "i64", "%ls0", "%ls1");
    return out.binary("mul nuw nsw", "i64", plane, "%ls2");
  }

  /** Returns the work-items of the group that runs in a dimension. */
  public static String localSize(Specialization specialization, int dimension) {
    return specialization.partial()
        ? "%ls" + dimension
        : Integer.toString(specialization.local(dimension));
  }

  /** Returns the local size that the program asked for in a dimension. */
  static String enqueuedSize(Specialization specialization, int dimension) {
    return specialization.general()
        ? "%els" + dimension
        : Integer.toString(specialization.local(dimension));
  }
}
