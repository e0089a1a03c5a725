package dev.barnacle.explore.internal.compare;

import dev.barnacle.model.BaseRelation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The next decisions on a partial execution, stage by stage: which accesses are plain, the memory
 * orders, the places, the regions of locations, the scopes, the regions of fences.
 */
final class Choices {
  private static final Function<Label, Object> ATOMIC = Label::atomic;
  private static final Function<Label, Object> ORDER = Label::order;
  private static final Function<Label, Object> SCOPE = Label::scope;
  private static final Function<Label, Object> REGION = Label::regions;

  private Choices() {}

  /** Makes a decision, and takes it back. */
  interface Choice {
    /** Makes it. */
    void make();

    /** Takes it back. */
    void undo();

    /** The operation whose label it decides, or -1. */
    int operation();
  }

  /**
   * The alternatives of the next decision; empty where all is decided.
   *
   * @param scopesFirst whether scopes are decided before orders: they tell whether what is atomic
   *     races
   */
  static List<Choice> next(PartialExecution partial, boolean scopesFirst) {
    List<Choice> choices = labels(partial, scopesFirst ? List.of(ATOMIC) : List.of(ATOMIC, ORDER));
    if (choices.isEmpty()) {
      choices = places(partial);
    }
    if (choices.isEmpty()) {
      choices = regions(partial);
    }
    return choices.isEmpty() ? labels(partial, List.of(SCOPE, ORDER, REGION)) : choices;
  }

  private static List<Choice> labels(
      PartialExecution partial, List<Function<Label, Object>> parts) {
    for (Function<Label, Object> part : parts) {
      for (int i = 0; i < partial.labels.length; i++) {
        if (Long.bitCount(partial.labels[i]) > 1) {
          Collection<Long> groups = groups(partial, i, part);
          if (groups.size() > 1) {
            return choices(partial, i, groups);
          }
        }
      }
    }
    return List.of();
  }

  private static Collection<Long> groups(
      PartialExecution partial, int operation, Function<Label, Object> part) {
    List<Label> all = partial.vocabulary.labels(partial.shape.kinds()[operation]);
    Map<Object, Long> groups = new LinkedHashMap<>();
    for (long left = partial.labels[operation]; left != 0; left &= left - 1) {
      int label = Long.numberOfTrailingZeros(left);
      groups.merge(part.apply(all.get(label)), 1L << label, (a, b) -> a | b);
    }
    return groups.values();
  }

  private static List<Choice> choices(
      PartialExecution partial, int operation, Collection<Long> groups) {
    long before = partial.labels[operation];
    List<Choice> choices = new ArrayList<>();
    for (long group : groups) {
      choices.add(
          choice(
              operation,
              () -> partial.labels[operation] = group,
              () -> partial.labels[operation] = before));
    }
    return choices;
  }

  private static List<Choice> places(PartialExecution partial) {
    List<Placement> before = partial.placements;
    if (before.size() == 1) {
      return List.of();
    }
    for (BaseRelation relation :
        List.of(BaseRelation.DEVICE, BaseRelation.WORK_GROUP, BaseRelation.SUB_GROUP)) {
      Map<Object, List<Placement>> groups = new LinkedHashMap<>();
      for (Placement placement : before) {
        groups.computeIfAbsent(key(placement, relation), k -> new ArrayList<>()).add(placement);
      }
      if (groups.size() > 1) {
        List<Choice> choices = new ArrayList<>();
        for (List<Placement> group : groups.values()) {
          choices.add(
              choice(-1, () -> partial.placements = group, () -> partial.placements = before));
        }
        return choices;
      }
    }
    throw new IllegalStateException("two placements that are the same");
  }

  private static Object key(Placement placement, BaseRelation relation) {
    return java.util.Arrays.stream(placement.parts(relation)).boxed().toList();
  }

  private static List<Choice> regions(PartialExecution partial) {
    int both = PartialExecution.GLOBAL | PartialExecution.LOCAL;
    for (int l = 0; l < partial.regions.length; l++) {
      if (partial.regions[l] == both) {
        int location = l;
        List<Choice> choices = new ArrayList<>();
        choices.add(region(partial, location, PartialExecution.GLOBAL));
        if (isOfOneGroup(partial, location)) {
          choices.add(region(partial, location, PartialExecution.LOCAL));
        }
        return choices;
      }
    }
    return List.of();
  }

  private static Choice region(PartialExecution partial, int location, int region) {
    int before = partial.regions[location];
    return choice(
        -1, () -> partial.regions[location] = region, () -> partial.regions[location] = before);
  }

  /** Returns whether all threads that access a location are in one work-group. */
  private static boolean isOfOneGroup(PartialExecution partial, int location) {
    int[] groups = partial.placements.get(0).workGroup();
    int group = -1;
    for (int i = 0; i < partial.shape.size(); i++) {
      if (partial.shape.location()[i] == location) {
        int own = groups[partial.shape.thread(i)];
        if (group >= 0 && group != own) {
          return false;
        }
        group = own;
      }
    }
    return true;
  }

  private static Choice choice(int operation, Runnable make, Runnable undo) {
    return new Choice() {
      @Override
      public void make() {
        make.run();
      }

      @Override
      public void undo() {
        undo.run();
      }

      @Override
      public int operation() {
        return operation;
      }
    };
  }
}
