package dev.barnacle.watch.internal.run.fault;

import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.watch.internal.race.shadow.Race;
import dev.barnacle.watch.internal.run.memory.WatchedObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A data race.
 *
 * @param race the two accesses, and what has nearly ordered them
 * @param object the memory; null where it is not known
 */
public record RaceFault(Race race, @Nullable WatchedObject object) implements Fault {
  @Override
  public FindingKind kind() {
    return FindingKind.DATA_RACE;
  }

  @Override
  public List<Access> accesses() {
    return List.of(Access.of(race.earlier()), Access.of(race.later()));
  }
}
