package dev.barnacle.watch.internal.words;

import dev.barnacle.engine.EngineException;
import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.ir.Location;
import dev.barnacle.watch.Finding;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The findings of several launches, of which those of one kind at the same places are one. */
public final class FindingList {
  private final Map<Key, Finding> all = new LinkedHashMap<>();

  private record Key(FindingKind kind, String message, List<@Nullable Location> places) {
    static Key of(Finding finding) {
      List<@Nullable Location> places = new ArrayList<>();
      finding.accesses().forEach(a -> places.add(a.location()));
      return new Key(finding.kind(), places.isEmpty() ? finding.message() : "", places);
    }
  }

  /** Adds a finding. */
  public void add(Finding finding) {
    all.merge(Key.of(finding), finding, (a, b) -> a.withCount(a.count() + b.count()));
  }

  /** Returns all of them, in the order in which they came. */
  public List<Finding> all() {
    return new ArrayList<>(all.values());
  }

  /** Returns whether one of them keeps what would follow from being run. */
  public boolean endsLaunch(Set<FindingKind> kinds) {
    return all.keySet().stream()
        .map(Key::kind)
        .anyMatch(
            kind ->
                kinds.contains(kind)
                    || switch (kind) {
                      case BARRIER_DIVERGENCE, TRAP, TIMEOUT, NO_PROGRESS -> true;
                      default -> false;
                    });
  }

  /** Returns why kernels on the device did not come to their end, as a finding. */
  public static Finding of(EngineException failure, @Nullable Location waiting) {
    boolean waits = failure.kind() == EngineException.Kind.ENDLESS_WAIT;
    return new Finding(
        FindingKind.NO_PROGRESS,
        new Finding.Words(
            String.valueOf(failure.getMessage()),
            waits ? "the launch is not complete before what it has enqueued is" : "",
            waits ? "Set each user event with set_user_event_status." : ""),
        waiting == null
            ? List.of()
            : List.of(
                new Finding.Access(waiting, "wait", List.of(), List.of(), List.of(), "the kernel")),
        Finding.Memory.NONE,
        1);
  }
}
