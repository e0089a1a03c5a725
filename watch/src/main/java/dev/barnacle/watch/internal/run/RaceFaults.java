package dev.barnacle.watch.internal.run;

import dev.barnacle.ir.AtomicStore;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Type;
import dev.barnacle.watch.FindingKind;
import dev.barnacle.watch.internal.race.AtomicAccess;
import dev.barnacle.watch.internal.race.MissingEdge;
import dev.barnacle.watch.internal.race.Race;
import dev.barnacle.watch.internal.race.Touch;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Puts races into words. */
final class RaceFaults implements RaceWords {
  private static final String COPY =
      "nothing orders the copy and the access: no wait for its event lies behind it, or no barrier"
          + " in front of it";
  private static final String WAIT =
      "Call wait_group_events before what comes after the copy; put a barrier behind what comes"
          + " before it.";

  private final KernelCode code;
  private @Nullable LaunchState launch;

  RaceFaults(KernelCode code) {
    this.code = code;
  }

  /** Names the launch that the races are of. */
  void of(LaunchState state) {
    launch = state;
  }

  @Override
  public Fault fault(Race race) {
    MemoryObject object = launch == null ? null : launch.owner(race.where());
    Fault.Target target =
        object == null ? null : new Fault.Target(object.space, object.name, object.byteSize);
    long offset = object == null ? race.offset() : race.offset() - object.raceOffset;
    boolean copy = race.sameGroup() && (isCopy(race.earlier()) || isCopy(race.later()));
    MissingEdge edge = MissingEdge.of(race, facts(race.earlier()), facts(race.later()));
    return new Fault(
        FindingKind.DATA_RACE,
        Faults.verb(race.later().kind())
            + (isCopy(race.later()) ? " of an asynchronous copy races with " : " races with ")
            + Faults.verb(race.earlier().kind())
            + (isCopy(race.earlier()) ? " of an asynchronous copy" : " of another work-item"),
        List.of(access(race.earlier()), access(race.later())),
        target,
        offset,
        copy ? COPY : edge.explanation(),
        copy ? WAIT : edge.suggestion());
  }

  /** Tells whether an access is of an asynchronous copy, which goes as one more work-item. */
  private boolean isCopy(Touch touch) {
    return launch != null && touch.item() >= new GroupShape(launch.range(), touch.group()).items();
  }

  @Override
  public long address(Race race) {
    MemoryObject object = launch == null ? null : launch.owner(race.where());
    return object == null ? 0 : object.address - object.raceOffset + race.offset();
  }

  @Override
  public String note(Fault fault) {
    return launch == null ? "" : new StaleWords(launch).of(fault);
  }

  private static Fault.Access access(Touch touch) {
    return new Fault.Access(touch.place(), Faults.verb(touch.kind()), touch.group(), touch.item());
  }

  private MissingEdge.Facts atomic(Touch touch, AtomicAccess access) {
    Instruction instruction = code.places().get(touch.place());
    Type type =
        instruction instanceof AtomicStore store ? store.value().type() : instruction.type();
    return new MissingEdge.Facts(
        touch.kind(), access.order(), access.scope(), (int) type.byteSize());
  }

  private MissingEdge.Facts facts(Touch touch) {
    return code.atomics()
        .get(touch.place())
        .filter(use -> touch.kind().atomic())
        .map(use -> atomic(touch, use.access()))
        .orElseGet(() -> MissingEdge.Facts.plain(touch.kind()));
  }
}
