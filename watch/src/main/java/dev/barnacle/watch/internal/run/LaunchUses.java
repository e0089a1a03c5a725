package dev.barnacle.watch.internal.run;

import dev.barnacle.engine.PipeMemory;
import dev.barnacle.watch.command.MemoryUse;
import dev.barnacle.watch.command.MemoryUse.AccessType;
import dev.barnacle.watch.command.Ranges;
import dev.barnacle.watch.internal.race.access.AccessCollector;
import dev.barnacle.watch.internal.race.access.AccessKind;
import dev.barnacle.watch.internal.race.shadow.RaceShadow;
import dev.barnacle.watch.internal.run.kernel.KernelCode;
import dev.barnacle.watch.internal.run.memory.WatchedObject;
import dev.barnacle.watch.internal.run.pipe.BoundPipe;
import dev.barnacle.watch.internal.run.pipe.PipeTable;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The uses of global memory by a launch that has ended, as far as other commands may race with it.
 */
final class LaunchUses {
  private final KernelCode code;
  private final PipeTable pipes;
  private final Map<RaceShadow, List<WatchedObject>> objects = new LinkedHashMap<>();

  LaunchUses(KernelCode code, WatchedObject[] globals, PipeTable pipes) {
    this.code = code;
    this.pipes = pipes;
    for (WatchedObject object : globals) {
      if (object.races != null) {
        objects.computeIfAbsent(object.races, r -> new ArrayList<>()).add(object);
      }
    }
  }

  /** Returns one use for each stretch of memory. */
  List<MemoryUse> all() {
    List<MemoryUse> uses = new ArrayList<>();
    objects.forEach((shadow, sharing) -> uses.add(use(shadow, sharing)));
    pipes.all().stream().filter(p -> p.anyPlace() >= 0).map(this::use).forEach(uses::add);
    return uses;
  }

  /**
   * Returns the use of a pipe by reservations: they move one end, and look where the other one is.
   */
  private MemoryUse use(BoundPipe pipe) {
    MemoryUse use = new MemoryUse();
    Ranges.Builder reads = new Ranges.Builder();
    Ranges.Builder writes = new Ranges.Builder();
    for (PipeMemory.End end : PipeMemory.End.values()) {
      long start = pipe.object().address + PipeMemory.offset(end);
      int place = pipe.place(end);
      Ranges.Builder builder = place >= 0 ? writes : reads;
      builder.addOnce(start, start + Long.BYTES, place >= 0 ? place : pipe.anyPlace());
    }
    return use.with(AccessType.READ, reads.build())
        .with(AccessType.WRITE, writes.build())
        .in(place -> code.places().get(place).location(), address -> pipe.object().name());
  }

  private MemoryUse use(RaceShadow shadow, List<WatchedObject> sharing) {
    WatchedObject any = sharing.getFirst();
    Collector collector = new Collector(any.address - any.raceOffset, code.facts().enqueues());
    shadow.collect(collector);
    MemoryUse use = new MemoryUse();
    for (AccessType type : AccessType.values()) {
      use.with(type, collector.of(type).build());
    }
    use.byGroups(collector::group);
    use.in(
        tag -> code.places().get(collector.place(tag)).location(),
        address ->
            sharing.stream()
                .filter(o -> o.has(address))
                .findFirst()
                .map(WatchedObject::name)
                .orElse(""));
    return sharing.stream().anyMatch(o -> o.atomicsAreShared)
        ? use.withSharedAtomics(code.facts().precise())
        : use;
  }

  /** Puts the accesses of each type together. */
  private static final class Collector implements AccessCollector {
    private final long base;
    private final Map<AccessType, Ranges.Builder> builders = new EnumMap<>(AccessType.class);
    private final @Nullable Map<By, Integer> tags;
    private final List<By> all = new ArrayList<>();

    /** The origin of an access: an instruction and a work-group. */
    private record By(int place, long group) {}

    /**
     * Makes one.
     *
     * @param byGroup whether the work-groups are told apart; else tags are places
     */
    Collector(long base, boolean byGroup) {
      this.base = base;
      this.tags = byGroup ? new HashMap<>() : null;
    }

    int place(int tag) {
      return tags == null ? tag : all.get(tag).place();
    }

    long group(int tag) {
      return tags == null ? -1 : all.get(tag).group();
    }

    private int tag(int place, long group) {
      if (tags == null) {
        return place;
      }
      By by = new By(place, group);
      Integer known = tags.get(by);
      if (known == null) {
        known = all.size();
        tags.put(by, known);
        all.add(by);
      }
      return known;
    }

    Ranges.Builder of(AccessType type) {
      return builders.computeIfAbsent(type, m -> new Ranges.Builder());
    }

    @Override
    public void access(long offset, int bytes, AccessKind kind, int place, long group) {
      long start = base + offset;
      of(type(kind)).addOnce(start, start + bytes, tag(place, group));
    }

    private static AccessType type(AccessKind kind) {
      return switch (kind) {
        case READ -> AccessType.READ;
        case WRITE -> AccessType.WRITE;
        case ATOMIC_READ -> AccessType.ATOMIC_READ;
        case ATOMIC_WRITE, ATOMIC_UPDATE -> AccessType.ATOMIC_WRITE;
      };
    }
  }
}
