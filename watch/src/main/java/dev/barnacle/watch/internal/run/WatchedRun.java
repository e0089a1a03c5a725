package dev.barnacle.watch.internal.run;

import dev.barnacle.engine.Launch;
import dev.barnacle.engine.NdRange;
import dev.barnacle.watch.WatchOptions;
import dev.barnacle.watch.command.CommandNode;
import dev.barnacle.watch.internal.race.RaceDetector;
import dev.barnacle.watch.internal.report.Findings;
import java.lang.foreign.Arena;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;

/** A launch under the detectors, under each schedule that is asked for. */
public final class WatchedRun {
  private final Launch launch;
  private final KernelCode code;
  private final ProgramMemory memory;
  private final WatchOptions options;
  private final Findings findings;
  private final @Nullable CommandNode command;

  /**
   * Prepares a run.
   *
   * @param command is told what the launch accesses; null for a launch that no command races with
   */
  public WatchedRun(
      Launch launch,
      KernelCode code,
      ProgramMemory memory,
      WatchOptions options,
      Findings findings,
      @Nullable CommandNode command) {
    this.launch = launch;
    this.code = code;
    this.memory = memory;
    this.options = options;
    this.findings = findings;
    this.command = command;
  }

  /** Runs the launch; the findings are told. */
  public void run(ExecutorService pool) {
    SavedBuffers saved =
        options.schedules() > 1
            ? SavedBuffers.of(launch.arguments(), launch.shared(), memory.objects())
            : null;
    for (int schedule = options.schedules() - 1; schedule >= 0; schedule--) {
      // The natural order comes last, so that its results stay.
      run(pool, schedule);
      if (saved != null && schedule > 0) {
        saved.restore();
      }
    }
  }

  private void run(ExecutorService pool, int schedule) {
    try (Arena arena = Arena.ofShared()) {
      NdRange range = launch.range();
      RaceFaults races = new RaceFaults(code);
      Faults faults = new Faults(races, options.sameValueBenign());
      int groupSize = Math.toIntExact(range.groupSize());
      int places = code.places().size();
      RaceDetector detector =
          code.precise()
              ? RaceDetector.clocks(range.groupCount(), groupSize + 1, places, faults)
              : RaceDetector.intervals(range.groupCount(), groupSize + 1, places, faults);
      BoundArguments arguments =
          new BoundArguments(
              code,
              launch.arguments(),
              launch.shared(),
              memory.objects(),
              detector,
              arena,
              command != null);
      long limit = options.timeout().toNanos();
      long deadline = limit == 0 ? Long.MAX_VALUE : System.nanoTime() + limit;
      LaunchState state =
          new LaunchState(
              launch,
              code,
              arena,
              detector,
              faults,
              arguments,
              options.subGroupSize(launch.kernel()),
              deadline);
      races.of(state);
      new LaunchRun(state, new ItemOrder(schedule), options.threads()).run(pool);
      if (command != null && schedule == 0) {
        new LaunchUses(code, arguments.globals()).all().forEach(command::add);
      }
      findings.add(faults.entries());
      findings.addBenign(faults.benign());
    }
  }
}
