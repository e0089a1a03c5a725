package dev.barnacle.watch.internal.words;

import dev.barnacle.engine.NdRange;
import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.ir.Location;
import dev.barnacle.watch.Finding;
import dev.barnacle.watch.internal.run.fault.Fault;
import dev.barnacle.watch.internal.run.fault.Faults;
import dev.barnacle.watch.internal.run.kernel.KernelCode;
import dev.barnacle.watch.internal.words.race.Cause;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The findings of a launch, put together from those of each schedule. */
public final class Findings {
  /**
   * The properties that findings share to be one: the same kind at the same places, or, without any
   * place, the same words.
   */
  private record Key(Object kind, List<Integer> places, String detail) {}

  private final KernelCode code;
  private final NdRange range;
  private long benign;
  private final Map<Key, Finding> findings = new LinkedHashMap<>();
  private final Map<Key, Cause> causes = new HashMap<>();

  /** Makes an empty list. */
  public Findings(KernelCode code, NdRange range) {
    this.code = code;
    this.range = range;
  }

  /** Adds what was found under one schedule. */
  public void add(List<Faults.Entry> entries, FaultWords words) {
    for (Faults.Entry entry : entries) {
      Fault fault = entry.fault();
      FaultDescription said = words.of(entry);
      List<Integer> places = fault.accesses().stream().map(Fault.Access::place).sorted().toList();
      Key key = new Key(fault.kind(), places, places.isEmpty() ? said.detail() : "");
      if (!said.cause().equals(Cause.Named.NONE)) {
        causes.putIfAbsent(key, said.cause());
      }
      findings.merge(
          key,
          finding(fault, said, words.note(entry), entry.count().sum()),
          (a, b) -> plainer(a, b).withCount(a.count() + b.count()));
    }
  }

  /**
   * Returns the one of two examples whose execution has nothing special, or else the one of several
   * work-groups.
   */
  private static Finding plainer(Finding a, Finding b) {
    if (a.note().isEmpty() != b.note().isEmpty()) {
      return a.note().isEmpty() ? a : b;
    }
    return isOfOneGroup(a) && !isOfOneGroup(b) ? b : a;
  }

  private static boolean isOfOneGroup(Finding finding) {
    return finding.accesses().stream().map(Finding.Access::groupId).distinct().count() <= 1;
  }

  /** Counts races that are no findings: between writes of the same value. */
  public void addBenign(long count) {
    benign += count;
  }

  /** Returns how many races are no findings. */
  public long benign() {
    return benign;
  }

  /**
   * Returns all findings in the order of the source, but barrier divergence of which races come
   * first; those of one cause are one.
   */
  public List<Finding> all() {
    List<Finding> all = sorted(causes.size() < 2 ? new ArrayList<>(findings.values()) : merged());
    if (all.size() < 2) {
      return all;
    }
    List<Finding> first = all.stream().filter(this::isCauseOfRace).toList();
    if (!first.isEmpty()) {
      all.removeAll(first);
      all.addAll(0, first);
    }
    return all;
  }

  /** Returns whether work-items miss a barrier that lies where one is missing between accesses. */
  private boolean isCauseOfRace(Finding finding) {
    return finding.kind() == FindingKind.BARRIER_DIVERGENCE
        && finding.accesses().stream()
            .map(Finding.Access::location)
            .filter(Objects::nonNull)
            .mapToLong(Cause.Gap::position)
            .anyMatch(p -> causes.values().stream().anyMatch(c -> c.isMendedBefore(p)));
  }

  private List<Finding> merged() {
    List<Finding> all = new ArrayList<>();
    CauseGroups groups = new CauseGroups();
    findings.forEach(
        (key, finding) -> {
          Cause cause = causes.get(key);
          if (cause == null) {
            all.add(finding);
          } else {
            groups.add(finding, key.places(), cause);
          }
        });
    groups.all().forEach(same -> all.add(one(sorted(new ArrayList<>(same)))));
    return all;
  }

  /** Returns the first of several, plainer ones before others, with the others beside it. */
  private static Finding one(List<Finding> same) {
    Finding first = same.stream().reduce(Findings::plainer).orElseThrow();
    List<Finding> others = new ArrayList<>(same);
    others.remove(first);
    return first
        .withCount(same.stream().mapToLong(Finding::count).sum())
        .withAlso(others.stream().map(Finding::asOther).toList());
  }

  private static List<Finding> sorted(List<Finding> all) {
    if (all.size() > 1) { // else a cold process would make the comparators' classes for nothing
      all.sort(
          Comparator.comparingInt(Findings::line)
              .thenComparing(Finding::kind)
              .thenComparing(Findings::places));
    }
    return all;
  }

  /**
   * Returns the places and actions of a finding's accesses, so that equal launches give equal
   * orders.
   */
  private static String places(Finding finding) {
    return finding.accesses().stream()
        .map(a -> String.format("%8d %4d %s %s", row(a), column(a), a.access(), a.location()))
        .sorted()
        .toList()
        .toString();
  }

  private static int row(Finding.Access access) {
    Location location = access.location();
    return location == null ? 0 : location.line();
  }

  private static int column(Finding.Access access) {
    Location location = access.location();
    return location == null ? 0 : location.column();
  }

  private static int line(Finding finding) {
    return finding.accesses().stream()
        .map(Finding.Access::location)
        .mapToInt(l -> l == null ? Integer.MAX_VALUE : l.line())
        .min()
        .orElse(Integer.MAX_VALUE);
  }

  private Finding finding(Fault fault, FaultDescription said, String note, long count) {
    FaultDescription.Target target = said.object();
    return new Finding(
        fault.kind(),
        new Finding.Words(said.detail(), said.explanation(), said.suggestion(), note),
        fault.accesses().stream().map(this::access).toList(),
        target == null
            ? Finding.Memory.NONE
            : new Finding.Memory(
                target.space(), target.name(), target.byteSize(), target.names(), said.offset()),
        count);
  }

  private Finding.Access access(Fault.Access access) {
    Location location = access.place() < 0 ? null : code.places().get(access.place()).location();
    List<Long> global = new ArrayList<>();
    List<Long> local = new ArrayList<>();
    List<Long> group = new ArrayList<>();
    long groupRest = access.group();
    long itemRest = Math.max(0, access.item());
    for (int d = 0; d < range.dimensions(); d++) {
      long id = groupRest % range.groups(d);
      groupRest /= range.groups(d);
      long size = Math.min(range.local(d), range.global(d) - id * range.local(d));
      long own = itemRest % size;
      itemRest /= size;
      group.add(id);
      local.add(own);
      global.add(id * range.local(d) + own + range.offset(d));
    }
    boolean copy = itemRest > 0;
    return new Finding.Access(
        location, copy ? "asynchronous " + access.access() : access.access(), global, local, group);
  }
}
