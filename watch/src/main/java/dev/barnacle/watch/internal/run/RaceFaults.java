package dev.barnacle.watch.internal.run;

import dev.barnacle.watch.FindingKind;
import dev.barnacle.watch.internal.race.Race;
import dev.barnacle.watch.internal.race.Touch;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Puts races into words. */
final class RaceFaults implements RaceWords {
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
    return new Fault(
        FindingKind.DATA_RACE,
        Faults.verb(race.later().kind())
            + " races with "
            + Faults.verb(race.earlier().kind())
            + " of another work-item",
        List.of(access(race.earlier()), access(race.later())),
        target,
        offset,
        explanation(race),
        "");
  }

  private static Fault.Access access(Touch touch) {
    return new Fault.Access(touch.place(), Faults.verb(touch.kind()), touch.group(), touch.item());
  }

  private String explanation(Race race) {
    return race.sameGroup()
        ? "no barrier orders the two in " + race.where().region()
        : "they are in different work-groups of kernel " + code.function().name();
  }
}
