package dev.barnacle.cli.internal.check;

import dev.barnacle.cl.Kernel;
import dev.barnacle.cl.KernelParameter;
import dev.barnacle.cli.internal.launch.ArgumentSpec;
import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.watch.Finding;
import dev.barnacle.watch.Report;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * A launch that is clean, with two buffers of one type as one, both of which may be written: a
 * program may pass one buffer twice. Some kernels are not meant to be run so: what is found is said
 * in a note, and the launch is clean all the same. Who declares a pointer {@code restrict} promises
 * that nobody does, and who declares one {@code const} says which of the two is read (a
 * transposition, a stencil). Races with atomic operations are left out, and what is {@code
 * volatile}: a counter is no list.
 */
final class InPlace {
  /** The most pairs that are looked at one by one. */
  private static final int MOST_PAIRS = 4;

  /** A race is all that is asked for. */
  static final Set<FindingKind> ENDS = Set.of(FindingKind.DATA_RACE);

  private final Kernel kernel;
  private final Defaults clean;
  private final Function<Defaults, Optional<Report>> launch;

  InPlace(Kernel kernel, Defaults clean, Function<Defaults, Optional<Report>> launch) {
    this.kernel = kernel;
    this.clean = clean;
    this.launch = launch;
  }

  /** Returns a note for each pair of buffers that can't be one. */
  List<String> notes() {
    List<List<KernelParameter>> pairs = pairs();
    if (pairs.isEmpty() || (pairs.size() > 1 && race(together()).isEmpty())) {
      return List.of();
    }
    List<String> notes = new ArrayList<>();
    for (List<KernelParameter> pair : pairs.subList(0, Math.min(MOST_PAIRS, pairs.size()))) {
      String of = pair.getFirst().name();
      String other = pair.getLast().name();
      race(Map.of(other, new ArgumentSpec.Same(of, 0)))
          .ifPresent(race -> notes.add(note(of, other, race)));
    }
    return notes;
  }

  private List<KernelParameter> buffers() {
    return kernel.parameters().stream()
        .filter(p -> p.kind() == KernelParameter.Kind.GLOBAL)
        .filter(p -> clean.counts().containsKey(p.name()))
        .filter(p -> !p.isConst())
        .filter(p -> !p.qualifiers().contains("restrict"))
        .filter(p -> !p.qualifiers().contains("volatile"))
        .toList();
  }

  /** Returns those of one type. */
  private List<List<KernelParameter>> pairs() {
    List<KernelParameter> buffers = buffers();
    List<List<KernelParameter>> pairs = new ArrayList<>();
    for (int i = 0; i < buffers.size(); i++) {
      for (int j = i + 1; j < buffers.size(); j++) {
        KernelParameter one = buffers.get(i);
        KernelParameter other = buffers.get(j);
        if (ObjectWords.type(one).equals(ObjectWords.type(other))) {
          pairs.add(List.of(one, other));
        }
      }
    }
    return pairs;
  }

  /** Returns all buffers of a type as one: where nothing races then, no pair does. */
  private Map<String, ArgumentSpec> together() {
    Map<Object, String> first = new LinkedHashMap<>();
    Map<String, ArgumentSpec> same = new LinkedHashMap<>();
    for (KernelParameter buffer : buffers()) {
      String of = first.putIfAbsent(ObjectWords.type(buffer).orElseThrow(), buffer.name());
      if (of != null) {
        same.put(buffer.name(), new ArgumentSpec.Same(of, 0));
      }
    }
    return same;
  }

  private Optional<Finding> race(Map<String, ArgumentSpec> same) {
    return launch.apply(clean.with(same)).map(Report::findings).orElse(List.of()).stream()
        .filter(f -> f.kind() == FindingKind.DATA_RACE)
        .filter(f -> f.accesses().stream().noneMatch(a -> a.access().equals("atomic")))
        .findFirst();
  }

  private static String note(String one, String other, Finding race) {
    List<String> places =
        race.accesses().stream()
            .filter(a -> a.location() != null)
            .map(a -> String.valueOf(a.location()))
            .distinct()
            .toList();
    return "not in place: with '"
        + other
        + "' and '"
        + one
        + "' as one buffer, work-items race at "
        + String.join(" and ", places)
        + "; if a program passes it twice, see --arg "
        + other
        + "=same:"
        + one;
  }
}
