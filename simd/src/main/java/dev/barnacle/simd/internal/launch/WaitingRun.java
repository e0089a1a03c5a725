package dev.barnacle.simd.internal.launch;

import dev.barnacle.engine.DeviceLimits;
import dev.barnacle.engine.EngineException;
import dev.barnacle.simd.internal.threads.WorkerPool;
import java.lang.foreign.Arena;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/** A launch in which work-groups may wait for each other: those of all its boxes run together. */
final class WaitingRun {
  /** Work-groups that wait may keep this part of the memory. */
  private static final long MEMORY_PART = 4;

  /** The time that all may wait without room for others, perhaps for the host. */
  private static final long PATIENCE_NANOS = 5_000_000_000L;

  private final LaunchPlan plan;
  private final NavigableMap<Long, Part> parts = new TreeMap<>();
  private final WaitingGroups work;
  private final long mostBytes;
  private long groups;

  /**
   * Groups of one size.
   *
   * @param first the number of the first one in the launch
   */
  private record Part(BoxRun groups, long first) {}

  /**
   * Prepares it.
   *
   * @param helpAnother as for {@link WaitingGroups}
   * @param arena keeps the argument blocks, until all groups have ended
   * @throws EngineException if a box does not fit the device
   */
  WaitingRun(
      KernelRun run,
      LaunchPlan plan,
      BooleanSupplier helpAnother,
      DeviceLimits device,
      Arena arena) {
    this.plan = plan;
    this.mostBytes = device.memory().globalBytes() / MEMORY_PART;
    for (LaunchPlan.Box box : plan.boxes()) {
      parts.put(groups, new Part(run.box(box, run.block(arena)), groups));
      groups += box.groups();
    }
    this.work =
        new WaitingGroups(
            (group, memory) -> {
              Part part = part(group);
              long number = group - part.first();
              part.groups().run(number, number + 1, memory);
            },
            group -> part(group).groups().arenaBytes(),
            helpAnother,
            mostBytes,
            PATIENCE_NANOS,
            this::noRoom);
  }

  /** Returns whether work-groups of a launch may wait for each other. */
  static boolean isOf(LaunchPlan plan) {
    return plan.kernel().facts().mayWait() && !plan.boxes().isEmpty();
  }

  private Part part(long group) {
    return Objects.requireNonNull(parts.floorEntry(group)).getValue();
  }

  /** Runs all on the threads of a pool. */
  void run(WorkerPool pool, int computeUnits) {
    pool.run(
        groups, KernelRun.fitsAnyStack(plan), computeUnits, plan.boxes().getFirst().cost(), work);
  }

  /** Runs all on the calling thread. */
  void runHere() {
    work.begin();
    work.run(0, groups);
    work.end();
  }

  private EngineException noRoom() {
    return new EngineException(
        EngineException.Kind.OUT_OF_RESOURCES,
        "kernel "
            + plan.kernel().function().name()
            + " waits: its work-groups wait for others that have not begun, and those that have"
            + " begun take "
            + (mostBytes >> 20)
            + " MiB, the most that work-groups may keep while they wait");
  }
}
