package dev.barnacle.watch.internal.run;

import dev.barnacle.engine.Launch;
import dev.barnacle.engine.NdRange;
import dev.barnacle.engine.SharedMemory;
import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.watch.WatchOptions;
import dev.barnacle.watch.command.CommandNode;
import dev.barnacle.watch.command.UnsetMemory;
import dev.barnacle.watch.internal.race.Detectors;
import dev.barnacle.watch.internal.race.clock.ScopeRules;
import dev.barnacle.watch.internal.race.clock.StaleReads;
import dev.barnacle.watch.internal.race.shadow.RaceDetector;
import dev.barnacle.watch.internal.run.exec.BoundArguments;
import dev.barnacle.watch.internal.run.exec.KernelBody;
import dev.barnacle.watch.internal.run.exec.LaunchState;
import dev.barnacle.watch.internal.run.exec.LoadedKernel;
import dev.barnacle.watch.internal.run.fault.Faults;
import dev.barnacle.watch.internal.run.fault.Owners;
import dev.barnacle.watch.internal.run.kernel.ItemOrder;
import dev.barnacle.watch.internal.run.kernel.KernelCode;
import dev.barnacle.watch.internal.run.memory.ProgramMemory;
import dev.barnacle.watch.internal.run.memory.SavedBuffers;
import dev.barnacle.watch.internal.words.FaultWords;
import dev.barnacle.watch.internal.words.Findings;
import dev.barnacle.watch.internal.words.ProgramText;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;

/** A launch under the detectors, under each schedule that is asked for. */
public final class WatchedRun {
  /** Schedules of a small kernel with atomic operations. */
  private static final int FEW_SCHEDULES = 8;

  /** Schedules of one that has few work-items too. */
  private static final int MANY_SCHEDULES = 64;

  /** Schedules of such a kernel of which some loads may read old values, which half of them do. */
  private static final int MOST_SCHEDULES = 512;

  /** Schedules of those that take longer. */
  private static final int MORE_SCHEDULES = 128;

  private static final long FEW_ITEMS = 64;

  /**
   * The work that all but the first few schedules may take together, as {@link #work} counts it:
   * about a second. It is no time, so that the same schedules are run on every machine, however
   * busy.
   */
  private static final long MOST_WORK = 1_000_000;

  /** The work up to which more than {@link #MORE_SCHEDULES} are run. */
  private static final long MORE_WORK = MOST_WORK / 2;

  /** The number of bytes that are restored in the time of an access. */
  private static final long BYTES_OF_WORK = 4096;

  /** Nanoseconds after which there are no more of them, whatever they have counted. */
  private static final long MOST_NANOS = 20_000_000_000L;

  private final Launch launch;
  private final KernelCode code;
  private final KernelBody body;
  private final ProgramMemory memory;
  private final UnsetMemory unset;
  private final WatchOptions options;
  private final Findings findings;
  private final @Nullable CommandNode command;
  private final @Nullable TreeMember member;
  private final Set<FindingKind> ends;
  private final ProgramText text;

  /**
   * True if the precise detector is needed: only that one knows which atomic operations have nearly
   * ordered the accesses. It is needed from the first race on if a launch can be repeated, and from
   * the start if a small one is run once.
   */
  private boolean precise;

  /** The work of the schedules so far ({@link LaunchState#work}), memory's restoring included. */
  private long work;

  /**
   * Prepares a run.
   *
   * @param unset which bytes of memory objects nobody has written before
   * @param command is told what the launch accesses; null for a launch that no command races with
   * @param member what it is among the kernels on the device; null for one that enqueues none
   * @param ends what ends the launch as soon as it is found
   */
  public WatchedRun(
      Launch launch,
      LoadedKernel kernel,
      ProgramMemory memory,
      UnsetMemory unset,
      WatchOptions options,
      Findings findings,
      @Nullable CommandNode command,
      @Nullable TreeMember member,
      Set<FindingKind> ends) {
    this.launch = launch;
    this.code = kernel.code();
    this.body = kernel.body();
    this.memory = memory;
    this.unset = unset;
    this.options = options;
    this.findings = findings;
    this.command = command;
    this.member = member;
    this.ends = ends;
    this.text = new ProgramText(code, options.subGroupSize(launch.kernel()));
    this.precise =
        code.facts().precise()
            || (isOnce() && hasAtomics() && WatchedLaunch.isSmall(launch.range()));
  }

  /** Returns the shared memory that pointers in memory may point into, whether they may or not. */
  private List<SharedMemory> reachable() {
    return launch.shared().stream().filter(m -> m.state() != SharedMemory.State.FREED).toList();
  }

  /** Runs the launch; the findings are told. */
  public void run(ExecutorService pool) {
    if (options.only() != WatchOptions.ALL_ORDERS) {
      run(pool, options.only(), false);
      return;
    }
    int schedules = schedules();
    SavedBuffers saved =
        schedules > 1
            ? SavedBuffers.of(launch.arguments(), reachable(), memory.objects(), unset)
            : null;
    boolean automatic = options.schedules() == WatchOptions.AUTOMATIC;
    long start = System.nanoTime();
    for (int schedule = schedules - 1; schedule >= 0; schedule--) {
      // The natural order comes last, so that its results stay.
      boolean explained = precise;
      boolean ended = run(pool, schedule, saved != null && schedule > 0 && hasAtomics());
      if (saved != null && precise != explained) {
        saved.restore();
        ended = run(pool, schedule, false);
      }
      if (automatic && !ended) {
        schedule = Math.min(schedule, 1);
      } else if (automatic) {
        schedule = Math.min(schedule, left(System.nanoTime() - start));
      }
      if (saved != null && schedule > 0) {
        saved.restore();
        work += saved.byteSize() / BYTES_OF_WORK;
      }
    }
  }

  /** Returns how many schedules are still worth while after so many nanoseconds. */
  private int left(long nanos) {
    return work > MOST_WORK || nanos > MOST_NANOS
        ? FEW_SCHEDULES
        : work > MORE_WORK ? MORE_SCHEDULES : MOST_SCHEDULES;
  }

  private int schedules() {
    if (options.schedules() != WatchOptions.AUTOMATIC) {
      return options.schedules();
    }
    NdRange range = launch.range();
    if (!hasAtomics() || !WatchedLaunch.isSmall(range)) {
      return 1;
    }
    boolean few = range.groupCount() * range.groupSize() <= FEW_ITEMS;
    return few ? code.facts().hasWeakLoads() ? MOST_SCHEDULES : MANY_SCHEDULES : FEW_SCHEDULES;
  }

  /** Returns whether the launch runs in one order alone. */
  private boolean isOnce() {
    return options.only() != WatchOptions.ALL_ORDERS || schedules() == 1;
  }

  /** Returns whether an order is the one whose prints and values are the launch's. */
  private boolean isMain(int schedule) {
    return schedule == Math.max(0, options.only());
  }

  private boolean hasAtomics() {
    return code.facts().hasAtomics();
  }

  /** Returns whether atomic loads may read old stores under a schedule. */
  private boolean isWeak(ItemOrder order) {
    return order.isWeak() && code.facts().hasWeakLoads() && WatchedLaunch.isSmall(launch.range());
  }

  private RaceDetector detector(@Nullable StaleReads reads, Faults faults) {
    NdRange range = launch.range();
    int groupSize = Math.toIntExact(range.groupSize());
    int places = code.facts().places();
    if (reads != null) {
      return Detectors.weak(
          range.groupCount(), groupSize + 1, ScopeRules.of(code.scopesMayDiffer()), faults, reads);
    }
    return precise
        ? Detectors.clocks(
            range.groupCount(), groupSize + 1, ScopeRules.of(code.scopesMayDiffer()), faults)
        : Detectors.intervals(range.groupCount(), groupSize + 1, places, faults);
  }

  /**
   * Runs the launch in one order; returns whether it came to its end.
   *
   * @param repeatable whether it can be run again: if the detector is not the precise one and a
   *     race is found, the precise one is to be taken and nothing is told
   */
  private boolean run(ExecutorService pool, int schedule, boolean repeatable) {
    try (Arena arena = Arena.ofShared()) {
      Owners owners = new Owners();
      ItemOrder order = new ItemOrder(schedule);
      StaleReads reads = isWeak(order) ? new StaleReads(schedule) : null;
      Faults faults = new Faults(owners, reads, options.sameValueBenign(), ends);
      RaceDetector detector = detector(reads, faults);
      BoundArguments arguments =
          new BoundArguments(
              code,
              launch.arguments(),
              reachable(),
              memory.objects(),
              unset,
              detector,
              arena,
              command != null || member != null,
              member == null ? null : member.block());
      long limit = options.timeout().toNanos();
      long deadline = limit == 0 ? Long.MAX_VALUE : System.nanoTime() + limit;
      LaunchUses uses = new LaunchUses(code, arguments.globals(), arguments.pipes());
      LaunchState state =
          new LaunchState(
              launch,
              code,
              arena,
              detector,
              faults,
              owners,
              arguments,
              options.subGroupSize(launch.kernel()),
              deadline,
              isMain(schedule),
              member == null ? null : member.queues(isMain(schedule), uses::all));
      if (isMain(schedule) && (member == null || member.block() == null)) {
        ImageConflicts.tell(code, launch.arguments(), faults);
        PipeConflicts.tell(code, launch.arguments(), faults);
      }
      new WatchedLaunch(state, body, order, options.threads()).run(pool, options.progress());
      work += state.work();
      if (!state.stopped()) {
        arguments.pipes().end(faults);
      }
      if (repeatable && !detector.isForOneThread() && faults.has(FindingKind.DATA_RACE)) {
        precise = true;
        return false;
      }
      if (command != null && isMain(schedule)) {
        uses.all().forEach(command::add);
      }
      if (member != null && isMain(schedule)) {
        uses.all().forEach(member.node()::add);
      }
      findings.add(faults.entries(), new FaultWords(code, launch.range(), arguments.words(), text));
      findings.addBenign(faults.benign());
      return !state.stopped();
    }
  }
}
