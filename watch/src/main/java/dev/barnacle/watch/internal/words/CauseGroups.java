package dev.barnacle.watch.internal.words;

import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.watch.Finding;
import dev.barnacle.watch.internal.words.race.Cause;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Findings by their causes: what one mend is for. Of missing barriers there are as few as put right
 * all the pairs of accesses that lack one; which lies where is chosen greedily.
 */
final class CauseGroups {
  private final Map<Object, List<Finding>> named = new LinkedHashMap<>();
  private final Map<Object, List<Sharing>> shared = new LinkedHashMap<>();
  private final Map<Object, List<Lacking>> lacking = new LinkedHashMap<>();

  private record Name(FindingKind kind, String name, String object) {}

  /** Findings that share places, and these. */
  private record Sharing(Set<Integer> places, List<Finding> findings) {
    void take(Sharing other) {
      places.addAll(other.places);
      findings.addAll(other.findings);
    }
  }

  private record Lacking(Finding finding, Cause.Barrier cause) {}

  /** Adds a finding with the places of its accesses. */
  void add(Finding finding, List<Integer> places, Cause cause) {
    switch (cause) {
      case Cause.Named c ->
          named
              .computeIfAbsent(new Name(finding.kind(), c.name(), ""), n -> new ArrayList<>())
              .add(finding);
      case Cause.Shared c ->
          share(
              shared.computeIfAbsent(
                  new Name(finding.kind(), c.name(), finding.object()), n -> new ArrayList<>()),
              new Sharing(new HashSet<>(places), new ArrayList<>(List.of(finding))));
      case Cause.Barrier c ->
          lacking
              .computeIfAbsent(new Name(finding.kind(), c.name(), ""), n -> new ArrayList<>())
              .add(new Lacking(finding, c));
    }
  }

  private static void share(List<Sharing> groups, Sharing added) {
    for (Sharing group : List.copyOf(groups)) {
      if (!Collections.disjoint(group.places, added.places)) {
        groups.remove(group);
        added.take(group);
      }
    }
    groups.add(added);
  }

  /** Returns the findings of each cause. */
  List<List<Finding>> all() {
    List<List<Finding>> all = new ArrayList<>(named.values());
    shared.values().forEach(groups -> groups.forEach(group -> all.add(group.findings)));
    lacking.values().forEach(pairs -> addByBarrier(pairs, all));
    return all;
  }

  private static void addByBarrier(List<Lacking> pairs, List<List<Finding>> all) {
    List<Lacking> left = new ArrayList<>(pairs);
    while (!left.isEmpty()) {
      List<Lacking> mended = mostMended(left);
      all.add(mended.stream().map(Lacking::finding).toList());
      left.removeAll(mended);
    }
  }

  /** Returns those for which one barrier is enough, as many as there are. */
  private static List<Lacking> mostMended(List<Lacking> pairs) {
    List<Lacking> most = List.of(pairs.getFirst());
    for (Lacking pair : pairs) {
      for (Cause.Gap gap : pair.cause.gaps()) {
        List<Lacking> mended =
            pairs.stream().filter(p -> p.cause.isMendedBefore(gap.to())).toList();
        most = mended.size() > most.size() ? mended : most;
      }
    }
    return most;
  }
}
