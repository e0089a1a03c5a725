package dev.barnacle.ir.analysis;

import dev.barnacle.ir.Call;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Module;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The calls between functions, as they were when this was made. */
public final class CallGraph {
  private final Map<Function, Set<Function>> callees = new LinkedHashMap<>();

  /** Reads the calls of {@code module}. */
  public CallGraph(Module module) {
    module.functions().forEach(function -> callees.put(function, directCallees(function)));
  }

  /** Returns the functions that {@code function} calls directly. */
  public Set<Function> callees(Function function) {
    return Collections.unmodifiableSet(callees.getOrDefault(function, Set.of()));
  }

  /** Returns a function and all that it calls, directly or not. */
  public Set<Function> reachable(Function function) {
    Set<Function> seen = new LinkedHashSet<>();
    visit(function, new HashSet<>(), seen);
    return seen;
  }

  /** Returns all functions, each behind those that it calls (but for recursion). */
  public List<Function> calleesFirst() {
    Set<Function> seen = new HashSet<>();
    Set<Function> order = new LinkedHashSet<>();
    for (Function function : callees.keySet()) {
      visit(function, seen, order);
    }
    return List.copyOf(order);
  }

  private record Visit(Function function, Iterator<Function> rest) {}

  private void visit(Function start, Set<Function> seen, Set<Function> order) {
    Deque<Visit> stack = new ArrayDeque<>();
    if (seen.add(start)) {
      stack.push(new Visit(start, callees(start).iterator()));
    }
    while (!stack.isEmpty()) {
      Visit visit = stack.element();
      if (!visit.rest().hasNext()) {
        order.add(visit.function());
        stack.pop();
        continue;
      }
      Function next = visit.rest().next();
      if (seen.add(next)) {
        stack.push(new Visit(next, callees(next).iterator()));
      }
    }
  }

  /**
   * Returns a function and all that it calls, directly or not, as they are now: the function first,
   * each of the others where the first call of it stands.
   */
  public static Set<Function> reached(Function function) {
    Set<Function> reached = new LinkedHashSet<>();
    Deque<Iterator<Function>> stack = new ArrayDeque<>();
    reached.add(function);
    stack.push(directCallees(function).iterator());
    while (!stack.isEmpty()) {
      if (!stack.element().hasNext()) {
        stack.pop();
        continue;
      }
      Function next = stack.element().next();
      if (reached.add(next)) {
        stack.push(directCallees(next).iterator());
      }
    }
    return reached;
  }

  private static Set<Function> directCallees(Function function) {
    Set<Function> called = new LinkedHashSet<>();
    for (Instruction instruction : function.instructions()) {
      if (instruction instanceof Call call) {
        called.add(call.callee());
      }
    }
    return called;
  }
}
