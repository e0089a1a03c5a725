package dev.barnacle.watch.internal.words;

import dev.barnacle.ir.AtomicCompareExchange;
import dev.barnacle.ir.AtomicLoad;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Fence;
import dev.barnacle.ir.GroupOperation;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Location;
import dev.barnacle.ir.MemoryOrder;
import dev.barnacle.ir.MemoryScope;
import dev.barnacle.ir.WaitEvents;
import dev.barnacle.watch.internal.race.access.RaceAccess;
import dev.barnacle.watch.internal.race.shadow.Race;
import dev.barnacle.watch.internal.run.fault.Fault;
import dev.barnacle.watch.internal.run.kernel.KernelCode;
import dev.barnacle.watch.internal.run.kernel.SyntheticBarrier;
import dev.barnacle.watch.internal.words.race.Cause;
import dev.barnacle.watch.internal.words.race.PathFacts;
import dev.barnacle.watch.internal.words.race.RacyProgram;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The facts about the accesses of a race in the text of a kernel. About accesses in functions that
 * are not inlined it gives none.
 */
public final class ProgramText implements RacyProgram {
  private final KernelCode code;

  /** Number of the work-items of a sub-group; 0 where it is not known. */
  private final int subGroupSize;

  private final Map<Pair, PathFacts> known = new ConcurrentHashMap<>();
  private volatile @Nullable Reachability reachability;

  /** Two accesses. */
  private record Pair(int earlier, int later, boolean sameSubGroup) {}

  public ProgramText(KernelCode code, int subGroupSize) {
    this.code = code;
    this.subGroupSize = subGroupSize;
  }

  @Override
  public String at(int place) {
    Location location = place < 0 ? null : code.places().get(place).location();
    return location == null ? "" : " in line " + location.line();
  }

  @Override
  public MemoryOrder order(int place) {
    return place < 0
        ? MemoryOrder.RELAXED
        : code.facts()
            .atomics()
            .get(place)
            .map(use -> use.access().order())
            .orElse(MemoryOrder.RELAXED);
  }

  @Override
  public @Nullable MemoryScope scope(int place) {
    return place < 0
        ? null
        : code.facts().atomics().get(place).map(use -> use.access().scope()).orElse(null);
  }

  @Override
  public String subGroups() {
    return subGroupSize > 0 ? "sub-groups, of " + subGroupSize + " work-items each" : "sub-groups";
  }

  @Override
  public boolean isRelaxed() {
    return !code.facts().precise()
        && code.places().stream()
            .anyMatch(
                i ->
                    i instanceof AtomicLoad
                        || i instanceof AtomicRmw
                        || i instanceof AtomicCompareExchange);
  }

  @Override
  public boolean hasImplicitFence() {
    return fences().anyMatch(Fence::isImplicit);
  }

  @Override
  public boolean isImplicitFence(MemoryOrder order) {
    return fences().anyMatch(f -> f.order() == order)
        && fences().filter(f -> f.order() == order).allMatch(Fence::isImplicit);
  }

  private Stream<Fence> fences() {
    return code.read().instructions().stream()
        .filter(Fence.class::isInstance)
        .map(Fence.class::cast);
  }

  private Reachability reachability() {
    Reachability made = reachability;
    if (made == null) {
      made = new Reachability(code.read());
      reachability = made;
    }
    return made;
  }

  @Override
  public boolean isForward(int from, int to) {
    return isKnown(from, to)
        && reachability().isForward(code.places().get(from), code.places().get(to), i -> false);
  }

  @Override
  public boolean mayLead(int from, int to) {
    return !isKnown(from, to)
        || reachability().leads(code.places().get(from), code.places().get(to), i -> false);
  }

  private boolean isKnown(int from, int to) {
    return from >= 0
        && to >= 0
        && reachability().has(code.places().get(from))
        && reachability().has(code.places().get(to));
  }

  @Override
  public PathFacts between(Race race) {
    boolean same =
        subGroupSize > 0
            && race.earlier().item() / subGroupSize == race.later().item() / subGroupSize;
    Pair pair = new Pair(race.earlier().place(), race.later().place(), same);
    return known.computeIfAbsent(pair, p -> between(race, same));
  }

  private PathFacts between(Race race, boolean sameSubGroup) {
    Reachability reachability = reachability();
    Instruction a = code.places().get(race.earlier().place());
    Instruction b = code.places().get(race.later().place());
    if (!reachability.has(a) || !reachability.has(b)) {
      return PathFacts.UNKNOWN;
    }
    boolean turned = a != b && reachability.isForward(b, a, i -> false);
    return turned
        ? between(race.later(), race.earlier(), sameSubGroup)
        : between(race.earlier(), race.later(), sameSubGroup);
  }

  private PathFacts between(RaceAccess first, RaceAccess second, boolean sameSubGroup) {
    Reachability reachability = reachability();
    Instruction front = code.places().get(first.place());
    Instruction back = code.places().get(second.place());
    Predicate<Instruction> barrier = ProgramText::isBarrier;
    boolean forward = front != back && reachability.isForward(front, back, barrier);
    boolean again = reachability.leads(back, front, barrier);
    boolean together = isTogether(front, back);
    PathFacts.Way way =
        forward || front == back
            ? PathFacts.Way.FORWARD
            : !reachability.isForward(front, back, i -> false)
                ? PathFacts.Way.BRANCHES
                : again ? PathFacts.Way.NEXT_ITERATION : PathFacts.Way.UNKNOWN;
    UpdateIdiom update = UpdateIdiom.of(front, back);
    return new PathFacts(
        way,
        forward ? weak(front, back, sameSubGroup) : PathFacts.Weak.NOTHING,
        again && (way != PathFacts.Way.FORWARD || hasPlaceBehind(back, front)),
        reachability.isConditional(front) || reachability.isConditional(back),
        together,
        new PathFacts.Idiom(update.use(), update.atomic()),
        new PathFacts.Names(words(first), words(second)),
        gaps(front, back, again && (together || !forward)));
  }

  /** Returns whether both are in one branch, where not all work-items of the work-group come by. */
  private boolean isTogether(Instruction front, Instruction back) {
    Reachability reachability = reachability();
    return reachability.isConditional(front)
        && reachability.isConditional(back)
        && (front == back
            || reachability.isForward(front, back, i -> !reachability.isConditional(i)));
  }

  /** Returns whether all work-items come by somewhere on each way to the next iteration. */
  private boolean hasPlaceBehind(Instruction back, Instruction front) {
    Reachability reachability = reachability();
    return !reachability.leads(back, front, i -> isBarrier(i) || !reachability.isConditional(i));
  }

  /**
   * Returns where a barrier would order two accesses: between them, or where they meet in the next
   * iteration, behind the one or before the other in their loop.
   */
  private List<Cause.Gap> gaps(Instruction front, Instruction back, boolean next) {
    long first = position(front);
    long second = position(back);
    if (!next) {
      return List.of(new Cause.Gap(Math.min(first, second), Math.max(first, second)));
    }
    LongSummaryStatistics loop = new LongSummaryStatistics();
    reachability().loopAround(front, back).forEach(i -> loop.accept(position(i)));
    return List.of(
        new Cause.Gap(Math.max(first, second), Math.max(second, loop.getMax()) + 1),
        new Cause.Gap(Math.min(first, loop.getMin()) - 1, Math.min(first, second)));
  }

  /** Returns where in the kernel's own text it is, or is called. */
  private static long position(Instruction instruction) {
    Location at = instruction.location();
    return at == null ? 0 : Cause.Gap.position(at);
  }

  private String words(RaceAccess access) {
    return "the " + Fault.Access.of(access).access() + at(access.place());
  }

  /** Returns what lies on every way from one access to the other, and back. */
  private PathFacts.Weak weak(Instruction front, Instruction back, boolean sameSubGroup) {
    if (isOnAllWays(front, back, i -> isOfSubGroup(i) && i instanceof Barrier)) {
      return sameSubGroup
          ? PathFacts.Weak.SUB_GROUP_BARRIER_FLAGS
          : PathFacts.Weak.SUB_GROUP_BARRIER;
    }
    if (isOnAllWays(front, back, ProgramText::isOfSubGroup)) {
      return PathFacts.Weak.SUB_GROUP_FUNCTION;
    }
    return isOnAllWays(front, back, Fence.class::isInstance)
        ? PathFacts.Weak.FENCE
        : PathFacts.Weak.NOTHING;
  }

  private boolean isOnAllWays(Instruction front, Instruction back, Predicate<Instruction> what) {
    Predicate<Instruction> stop = i -> isBarrier(i) || what.test(i);
    Reachability reachability = reachability();
    return !reachability.isForward(front, back, stop) && !reachability.leads(back, front, stop);
  }

  private static boolean isOfSubGroup(Instruction instruction) {
    return (instruction instanceof Barrier barrier
            && barrier.kind() == Barrier.Kind.SUB_GROUP
            && !SyntheticBarrier.is(barrier))
        || (instruction instanceof GroupOperation operation
            && operation.group() == Barrier.Kind.SUB_GROUP);
  }

  /** Returns whether all work-items of a work-group come to it together. */
  private static boolean isBarrier(Instruction instruction) {
    return switch (instruction) {
      case Barrier barrier -> barrier.kind() == Barrier.Kind.WORK_GROUP;
      case GroupOperation operation -> operation.group() == Barrier.Kind.WORK_GROUP;
      case WaitEvents wait -> true;
      default -> false;
    };
  }

  /** The order that an access and an asynchronous copy lack. */
  enum Copy {
    UNKNOWN,
    /** A barrier between the access and the copy that comes behind it. */
    BARRIER,
    /** A wait for the copy before the access behind it. */
    WAIT
  }

  /** Returns what a copy and an access that races with it lack. */
  Copy copy(RaceAccess copy, RaceAccess access) {
    Reachability reachability = reachability();
    Instruction call = code.places().get(copy.place());
    Instruction other = code.places().get(access.place());
    if (!reachability.has(call) || !reachability.has(other) || call == other) {
      return Copy.UNKNOWN;
    }
    boolean behind = reachability.leads(call, other, WaitEvents.class::isInstance);
    boolean before = reachability.leads(other, call, ProgramText::isBarrier);
    return behind == before ? Copy.UNKNOWN : before ? Copy.BARRIER : Copy.WAIT;
  }
}
