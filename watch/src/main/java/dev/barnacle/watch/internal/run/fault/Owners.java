package dev.barnacle.watch.internal.run.fault;

import dev.barnacle.watch.internal.race.shadow.Race;
import dev.barnacle.watch.internal.race.shadow.RaceShadow;
import dev.barnacle.watch.internal.run.memory.WatchedObject;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The objects whose accesses the shadows of a launch remember. */
public final class Owners {
  private final Map<RaceShadow, WatchedObject> owners = new ConcurrentHashMap<>();

  /** Adds an object; of those that share a shadow the first one counts. */
  public void add(WatchedObject object) {
    if (object.races != null) {
      owners.putIfAbsent(object.races, object);
    }
  }

  /** Returns the object that a race is in; null where it is not known. */
  @Nullable WatchedObject of(Race race) {
    return owners.get(race.where());
  }

  /** Returns where the bytes of a race are in memory; 0 where that is not known. */
  long address(Race race) {
    WatchedObject object = of(race);
    return object == null ? 0 : object.address - object.raceOffset + race.offset();
  }
}
