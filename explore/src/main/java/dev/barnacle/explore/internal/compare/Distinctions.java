package dev.barnacle.explore.internal.compare;

import dev.barnacle.explore.Distinction;
import dev.barnacle.model.Axiom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Makes what is shown of an execution whose choices are all made. */
final class Distinctions {
  private Distinctions() {}

  static Distinction of(PartialExecution partial, int model, boolean fault, List<Axiom> axioms) {
    Shape shape = partial.shape;
    long[] written = new long[shape.size()];
    List<Long> finals = new ArrayList<>();
    for (int l = 0; l < shape.locations(); l++) {
      long value = 0;
      for (int write : shape.writesOf(l)) {
        written[write] = ++value;
      }
      List<Integer> order = partial.order.get(l);
      finals.add(order.size() > 1 ? written[order.getLast()] : -1);
    }
    List<Distinction.Worker> threads = new ArrayList<>();
    Numbers numbers = new Numbers(partial.placements.get(0));
    for (int t = 0; t < shape.threads(); t++) {
      List<Distinction.Operation> operations = new ArrayList<>();
      for (int i = shape.starts()[t]; i < shape.starts()[t + 1]; i++) {
        operations.add(operation(partial, i, written));
      }
      threads.add(numbers.thread(t, operations));
    }
    List<Boolean> local = new ArrayList<>();
    for (int region : partial.regions) {
      local.add(region == PartialExecution.LOCAL);
    }
    return new Distinction(threads, local, finals, model, fault, axioms);
  }

  private static Distinction.Operation operation(PartialExecution partial, int i, long[] written) {
    Shape shape = partial.shape;
    Label label = partial.label(i);
    return new Distinction.Operation(
        shape.kinds()[i],
        shape.location()[i],
        label.atomic(),
        label.order(),
        label.scope(),
        label.global(),
        label.local(),
        shape.reads(i) && partial.source[i] >= 0 ? written[partial.source[i]] : 0,
        written[i]);
  }

  /** The numbers of sub-groups within their work-group, and of work-groups within their device. */
  private record Numbers(
      Placement placement, Map<Integer, Integer> subGroups, Map<Integer, Integer> workGroups) {
    Numbers(Placement placement) {
      this(placement, new HashMap<>(), new HashMap<>());
      int[] sizes = new int[placement.device().length];
      int[] groups = new int[placement.device().length];
      for (int t = 0; t < sizes.length; t++) {
        int device = placement.device()[t];
        int group = placement.workGroup()[t];
        workGroups.computeIfAbsent(group, g -> groups[device]++);
        subGroups.computeIfAbsent(placement.subGroup()[t], g -> sizes[group]++);
      }
    }

    Distinction.Worker thread(int t, List<Distinction.Operation> operations) {
      return new Distinction.Worker(
          subGroups.getOrDefault(placement.subGroup()[t], 0),
          workGroups.getOrDefault(placement.workGroup()[t], 0),
          placement.device()[t],
          operations);
    }
  }
}
