package dev.barnacle.cli.internal.explore;

import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.explore.KernelFault;
import dev.barnacle.ir.Location;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Data races that are one bug: on one object, between the same lines, such as the read and the
 * write of {@code x[0] += 1} with those of another work-item. They are told once.
 */
final class SameFaults {
  private SameFaults() {}

  /** Returns the faults in order, each with those that are the same bug behind it. */
  static List<List<KernelFault>> grouped(List<KernelFault> faults) {
    Map<String, List<KernelFault>> groups = new LinkedHashMap<>();
    for (KernelFault fault : faults) {
      String key =
          fault.kind() == FindingKind.DATA_RACE
              ? "race " + fault.object() + " " + lines(fault)
              : "fault " + groups.size();
      groups.computeIfAbsent(key, k -> new ArrayList<>()).add(fault);
    }
    // A read and a write say more of the bug than two writes.
    groups.values().forEach(same -> same.sort(Comparator.comparing(SameFaults::isOfWrites)));
    return new ArrayList<>(groups.values());
  }

  private static boolean isOfWrites(KernelFault fault) {
    return fault.accesses().stream().allMatch(access -> access.access().equals("write"));
  }

  private static Set<String> lines(KernelFault fault) {
    return fault.accesses().stream()
        .map(access -> line(access.location()))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String line(@Nullable Location location) {
    return location == null ? "?" : location.file() + ":" + location.line();
  }

  /** Returns the words for a fault that is the same bug as another. */
  static String words(KernelFault fault) {
    return fault.accesses().stream()
        .map(a -> a.access() + (a.location() == null ? "" : " at " + a.location().place()))
        .collect(Collectors.joining(" and "));
  }
}
