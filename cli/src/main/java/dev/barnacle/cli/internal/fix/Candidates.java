package dev.barnacle.cli.internal.fix;

import dev.barnacle.watch.Finding;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Names the edits that may make a finding go away, of all rules, each once. */
final class Candidates {
  private static final List<EditRule> RULES =
      List.of(
          new BarrierRule(),
          new DivergenceRule(),
          new LeavingRule(),
          new PlainRule(),
          new AtomicRule(),
          new MemoryRule(),
          new VectorRule(),
          new GuardRule());

  private Candidates() {}

  /** Returns the edits, the smallest and cheapest first, among equals as the rules name them. */
  static List<Edit> of(Finding finding, Code code) {
    Map<Object, Edit> edits = new LinkedHashMap<>();
    for (EditRule rule : RULES) {
      rule.edits(finding, code).forEach(edit -> edits.putIfAbsent(edit.changes(), edit));
    }
    List<Edit> sorted = new ArrayList<>(edits.values());
    sorted.sort(
        (a, b) ->
            a.size() != b.size()
                ? Integer.compare(a.size(), b.size())
                : Integer.compare(a.cost(), b.cost()));
    return sorted;
  }
}
