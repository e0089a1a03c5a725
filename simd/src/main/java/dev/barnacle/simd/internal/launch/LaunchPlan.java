package dev.barnacle.simd.internal.launch;

import dev.barnacle.engine.Launch;
import dev.barnacle.engine.NdRange;
import dev.barnacle.simd.internal.abi.LaunchInfo;
import dev.barnacle.simd.internal.abi.Specialization;
import dev.barnacle.simd.internal.code.CompiledKernel;
import dev.barnacle.simd.internal.plan.GroupCoarsening;
import dev.barnacle.simd.internal.threads.GrainSize;
import dev.barnacle.simd.internal.tier.TierUpCounter;
import dev.barnacle.simd.internal.tier.ValueProfile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The way in which launches of one kernel over one range are run: in what groups and with what
 * code. Programs launch the same again and again, so it is kept ({@link LaunchPlans}).
 *
 * @param key of the launches
 * @param kernel that they are of
 * @param range the work-items of their range in the groups that are run ({@link GroupCoarsening})
 * @param facts what its code is made for
 * @param boxes of groups of one size each
 * @param trial of what may be exchanged for better code; null where there is none
 * @param steady looks for values of arguments that code could be made for; null where it can't
 */
public record LaunchPlan(
    LaunchKey key,
    LaunchedKernel kernel,
    NdRange range,
    Specialization facts,
    List<Box> boxes,
    @Nullable TierUpCounter trial,
    @Nullable ValueProfile steady) {
  public LaunchPlan {
    boxes = List.copyOf(boxes);
  }

  /**
   * Makes a plan.
   *
   * @param tier the code that it runs
   */
  static LaunchPlan of(
      LaunchKey key,
      LaunchedKernel kernel,
      NdRange range,
      Specialization facts,
      TierPolicy.Tier tier) {
    List<Box> boxes = boxes(range, tier.code(), kernel.facts().mayWait());
    return new LaunchPlan(key, kernel, range, facts, boxes, tier.trial(), tier.steady());
  }

  /** Returns whether the kernel asks for queues of the device. */
  public boolean asksQueues() {
    for (int i = 0; i < boxes.size(); i++) {
      if (!boxes.get(i).code().needs().blocks().isEmpty()) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether code that pays more is there by now. */
  boolean isOver() {
    return trial != null && trial.isOver();
  }

  /** Returns whether another plan for the same launch would be the same. */
  boolean isLatest() {
    return !isOver() && (steady == null || steady.ready().isEmpty());
  }

  /**
   * Is told of a launch that it was made for.
   *
   * @param took in nanoseconds
   */
  public void ran(Launch launch, long took) {
    kernel.tiers().ran(this, launch, took);
  }

  /**
   * Is told of a launch that it was made for and that runs.
   *
   * @param since it began, in nanoseconds
   */
  void runs(long since) {
    if (trial != null) {
      kernel.tiers().runs(this, since);
    }
  }

  /**
   * Groups of one size.
   *
   * @param code that runs them
   * @param groups how many
   * @param info what the code reads of the range, see {@link LaunchInfo}
   * @param cost of a group
   */
  public record Box(CompiledKernel code, long groups, MemorySegment info, GrainSize cost) {}

  /** Finds the code for groups. */
  interface Code {
    /** Returns the code for full groups, or for the smaller ones at the edges. */
    CompiledKernel of(boolean partial);
  }

  /**
   * Returns the boxes that make up a range.
   *
   * @param mayWait a work-group may wait for another
   */
  private static List<Box> boxes(NdRange range, Code code, boolean mayWait) {
    List<Box> boxes = new ArrayList<>();
    Arena arena = Arena.ofAuto();
    for (GroupBox box : GroupBox.of(range)) {
      CompiledKernel kernel = code.of(box.isPartial(range));
      MemorySegment info = info(range, box, arena);
      boxes.add(new Box(kernel, box.groups(), info, new GrainSize(mayWait)));
    }
    return boxes;
  }

  private static MemorySegment info(NdRange range, GroupBox box, Arena arena) {
    long[] info = new long[LaunchInfo.LENGTH];
    for (int d = 0; d < 3; d++) {
      info[LaunchInfo.GLOBAL_SIZE + d] = range.global(d);
      info[LaunchInfo.OFFSET + d] = range.offset(d);
      info[LaunchInfo.NUM_GROUPS + d] = range.groups(d);
      info[LaunchInfo.BOX_BEGIN + d] = box.begin().get(d);
      info[LaunchInfo.BOX_SIZE + d] = box.count().get(d);
      info[LaunchInfo.LOCAL_SIZE + d] = box.local().get(d);
      info[LaunchInfo.ENQUEUED_SIZE + d] = range.local(d);
    }
    info[LaunchInfo.WORK_DIM] = range.dimensions();
    return arena.allocateFrom(ValueLayout.JAVA_LONG, info);
  }
}
