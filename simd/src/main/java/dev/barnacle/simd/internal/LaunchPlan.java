package dev.barnacle.simd.internal;

import dev.barnacle.engine.NdRange;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/**
 * How launches of one kernel over one range are run: in what groups and with what code. Programs
 * launch the same again and again, so it is kept ({@link LaunchPlans}).
 *
 * @param asked the range of the launch
 * @param threads that may run it
 * @param range the same work-items in the groups that are run ({@link MergedGroups})
 * @param facts what its code is made for
 * @param boxes of groups of one size each
 */
record LaunchPlan(
    NdRange asked, int threads, NdRange range, Specialization facts, List<Box> boxes) {
  LaunchPlan {
    boxes = List.copyOf(boxes);
  }

  /**
   * Groups of one size.
   *
   * @param code that runs them
   * @param groups how many
   * @param info what the code reads of the range, see {@link InfoText}
   * @param cost of a group
   */
  record Box(CompiledKernel code, long groups, MemorySegment info, StepCost cost) {}

  /** Finds the code for groups. */
  interface Code {
    /** Returns the code for full groups, or for the smaller ones at the edges. */
    CompiledKernel of(boolean partial);
  }

  /** Makes a plan. */
  static LaunchPlan of(NdRange asked, int threads, NdRange range, Specialization facts, Code code) {
    List<Box> boxes = new ArrayList<>();
    Arena arena = Arena.ofAuto();
    for (GroupBox box : GroupBox.of(range)) {
      CompiledKernel kernel = code.of(box.isPartial(range));
      boxes.add(new Box(kernel, box.groups(), info(range, box, arena), new StepCost()));
    }
    return new LaunchPlan(asked, threads, range, facts, boxes);
  }

  private static MemorySegment info(NdRange range, GroupBox box, Arena arena) {
    MemorySegment info = arena.allocate(ValueLayout.JAVA_LONG, InfoText.LENGTH);
    for (int d = 0; d < 3; d++) {
      info.setAtIndex(ValueLayout.JAVA_LONG, InfoText.GLOBAL_SIZE + d, range.global(d));
      info.setAtIndex(ValueLayout.JAVA_LONG, InfoText.OFFSET + d, range.offset(d));
      info.setAtIndex(ValueLayout.JAVA_LONG, InfoText.NUM_GROUPS + d, range.groups(d));
      info.setAtIndex(ValueLayout.JAVA_LONG, InfoText.BOX_BEGIN + d, box.begin().get(d));
      info.setAtIndex(ValueLayout.JAVA_LONG, InfoText.BOX_SIZE + d, box.count().get(d));
      info.setAtIndex(ValueLayout.JAVA_LONG, InfoText.LOCAL_SIZE + d, box.local().get(d));
    }
    info.setAtIndex(ValueLayout.JAVA_LONG, InfoText.WORK_DIM, range.dimensions());
    return info;
  }
}
