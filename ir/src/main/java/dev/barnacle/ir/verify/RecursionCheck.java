package dev.barnacle.ir.verify;

import dev.barnacle.ir.Function;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.analysis.CallGraph;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** Finds functions that call themselves, directly or through others. */
final class RecursionCheck {
  private final Module module;
  private final VerifierErrors errors;
  private final Map<Function, Set<Function>> callees = new HashMap<>();

  RecursionCheck(Module module, VerifierErrors errors) {
    this.module = module;
    this.errors = errors;
  }

  void check() {
    CallGraph graph = new CallGraph(module);
    for (Function function : module.functions()) {
      callees.put(function, new LinkedHashSet<>(graph.callees(function)));
    }
    removeFunctionsWithoutCallees();
    for (Function function : module.functions()) {
      Set<Function> rest = callees.get(function);
      if (rest != null && reaches(function)) {
        errors.add(Invariant.NO_RECURSION, function, "it calls itself, by way of " + rest);
      }
    }
  }

  /** Whoever calls nobody, or only such functions, does not call itself. */
  private void removeFunctionsWithoutCallees() {
    boolean changed = true;
    while (changed) {
      changed = callees.values().removeIf(Set::isEmpty);
      callees.values().forEach(rest -> rest.retainAll(callees.keySet()));
    }
  }

  private boolean reaches(Function start) {
    Set<Function> seen = new LinkedHashSet<>(callees.getOrDefault(start, Set.of()));
    Set<Function> frontier = seen;
    while (!frontier.isEmpty()) {
      Set<Function> next = new LinkedHashSet<>();
      frontier.forEach(f -> next.addAll(callees.getOrDefault(f, Set.of())));
      next.removeAll(seen);
      seen.addAll(next);
      frontier = next;
    }
    return seen.contains(start);
  }
}
