package dev.barnacle.explore.internal.compare;

import dev.barnacle.explore.ComparisonBounds;
import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.ModelComparison.Answer;
import dev.barnacle.explore.ModelComparison.Extent;
import dev.barnacle.explore.ModelComparison.Judge;
import dev.barnacle.model.BaseRelation;
import dev.barnacle.model.BaseSet;
import dev.barnacle.model.Model;
import dev.barnacle.model.ModelPair;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds the executions of one size that two models do not agree on.
 *
 * <p>Shapes (threads, kinds, locations), reads-from and modification order are enumerated. What is
 * left, the memory orders, scopes, regions and places, is decided step by step; after each step
 * both models are asked what they can say already ({@link ModelPair}), and where it is certain that
 * they agree nothing more is decided. So a shape whose events no axiom of only one model can speak
 * of is looked at once.
 *
 * <p>What has a known difference ({@link Known}) or the same difference in a part of it, or with a
 * weaker order, scope or region, is left out: only minimal executions are shown, as in Lustig,
 * Wright, Papakonstantinou and Giroux, "Automated synthesis of comprehensive memory model litmus
 * test suites" (ASPLOS 2017).
 */
public final class DifferenceSearch {
  private static final int CAPACITY = 32;

  private final ModelPair pair;
  private final ModelPair other;
  private final Vocabulary vocabulary;
  private final ComparisonBounds bounds;
  private final Judge judge;
  private final BooleanSupplier stop;
  private final boolean scopesFirst;
  private final Known known;
  private final Set<String> settled = new HashSet<>();
  private Known.@Nullable Parts parts;
  private long shapes;
  private long executions;

  /** Ends the search. */
  private static final class Stopped extends RuntimeException {
    private static final long serialVersionUID = 1;

    Stopped() {
      super(null, null, false, false);
    }
  }

  /**
   * Makes a search; see {@link dev.barnacle.explore.ModelComparison}.
   *
   * @param known what was found of smaller sizes; what is found is added
   */
  public DifferenceSearch(
      Model first,
      Model second,
      boolean openCl,
      ComparisonBounds bounds,
      Known known,
      Judge judge,
      BooleanSupplier stop) {
    this.bounds = bounds;
    this.pair = new ModelPair(first, second, CAPACITY);
    this.other = new ModelPair(first, second, CAPACITY);
    this.vocabulary = new Vocabulary(pair, openCl, bounds);
    this.scopesFirst = !pair.haveSameFaults();
    this.known = known;
    this.judge = judge;
    this.stop = stop;
  }

  /** See {@link dev.barnacle.explore.ModelComparison#speakOfOpenCl}. */
  public static boolean speakOfOpenCl(Model first, Model second) {
    ModelPair pair = new ModelPair(first, second, CAPACITY);
    return pair.uses(BaseSet.ENTRY_FENCE)
        || pair.uses(BaseSet.LOCAL)
        || pair.uses(BaseRelation.WORK_GROUP)
        || pair.uses(BaseRelation.DEVICE)
        || pair.uses(BaseRelation.SUB_GROUP);
  }

  /** See {@link dev.barnacle.explore.ModelComparison#compare}. */
  public Extent run(int size) throws ExploreException {
    try {
      new Shapes(vocabulary.kinds(), size, bounds.threads(), this::shape).run();
      return new Extent(shapes, executions, true);
    } catch (Stopped e) {
      return new Extent(shapes, executions, false);
    }
  }

  private void check() {
    if (stop.getAsBoolean()) {
      throw new Stopped();
    }
  }

  // --- executions of a shape ---

  private void shape(Shape shape) throws ExploreException {
    check();
    shapes++;
    parts = known.in(shape, vocabulary);
    List<Placement> placements =
        Placement.all(shape.threads(), vocabulary, bounds.devices()).stream()
            .filter(p -> bounds.global() || sharesWithinGroups(shape, p))
            .toList();
    if (!placements.isEmpty()) {
      sources(new ShapeEvents(shape, pair), 0, new int[shape.size()], placements);
    }
  }

  /** Returns whether the threads of each location are in one work-group. */
  private static boolean sharesWithinGroups(Shape shape, Placement placement) {
    for (int i = 0; i < shape.size(); i++) {
      for (int k = 0; k < i; k++) {
        boolean shared = shape.location()[i] >= 0 && shape.location()[i] == shape.location()[k];
        int[] groups = placement.workGroup();
        if (shared && groups[shape.thread(i)] != groups[shape.thread(k)]) {
          return false;
        }
      }
    }
    return true;
  }

  private void sources(ShapeEvents events, int i, int[] source, List<Placement> placements)
      throws ExploreException {
    Shape shape = events.shape;
    if (i == shape.size()) {
      orders(events, source, new ArrayList<>(), placements);
      return;
    }
    source[i] = -1;
    sources(events, i + 1, source, placements);
    if (shape.reads(i)) {
      for (int write : shape.writesOf(shape.location()[i])) {
        if (write != i) {
          source[i] = write;
          sources(events, i + 1, source, placements);
        }
      }
    }
  }

  private void orders(
      ShapeEvents events, int[] source, List<List<Integer>> order, List<Placement> placements)
      throws ExploreException {
    Shape shape = events.shape;
    if (order.size() == shape.locations()) {
      executions++;
      decide(
          new PartialExecution(events, vocabulary, source.clone(), List.copyOf(order), placements));
      return;
    }
    List<Integer> writes = shape.writesOf(order.size());
    for (int[] permutation : Permutations.of(writes.size())) {
      List<Integer> sorted = new ArrayList<>();
      for (int i : permutation) {
        sorted.add(writes.get(i));
      }
      order.add(sorted);
      orders(events, source, order, placements);
      order.removeLast();
    }
  }

  // --- decisions ---

  private void decide(PartialExecution partial) throws ExploreException {
    check();
    if (parts != null && parts.isAnyIn(partial)) {
      return;
    }
    Agreement agreement = Agreement.of(partial, pair);
    if (!agreement.mayDiffer(0) && !agreement.mayDiffer(1)) {
      return;
    }
    List<Choices.Choice> choices = Choices.next(partial, scopesFirst);
    if (choices.isEmpty()) {
      decided(partial, agreement);
      return;
    }
    int next = choices.get(0).operation();
    if (next >= 0 && isShownWithout(next, partial, agreement)) {
      return;
    }
    for (Choices.Choice choice : choices) {
      choice.make();
      decide(partial);
      choice.undo();
    }
  }

  /** Returns whether what is left without an operation shows all that it may still come to show. */
  private boolean isShownWithout(int operation, PartialExecution partial, Agreement agreement) {
    PartialExecution smaller = partial.without(operation);
    if (smaller == null) {
      return false;
    }
    Agreement less = Agreement.of(smaller, other);
    for (int model = 0; model < 2; model++) {
      if (agreement.mayDiffer(model) && !less.showsAsMuchAs(agreement, model)) {
        return false;
      }
    }
    return true;
  }

  private void decided(PartialExecution partial, Agreement agreement) throws ExploreException {
    String key = ProgramText.of(partial);
    if (settled.contains(key)) {
      return;
    }
    for (int i = 0; i < partial.shape.size(); i++) {
      if (isShownWithout(i, partial, agreement)) {
        return;
      }
    }
    for (int model = 0; model < 2; model++) {
      int allows = model;
      if (agreement.mayDiffer(model)
          && !Weaker.isAny(partial, w -> Agreement.of(w, other).showsAsMuchAs(agreement, allows))) {
        Agreement.of(partial, pair);
        boolean fault = agreement.differsInFaults(model);
        Answer answer =
            judge.differ(
                Distinctions.of(
                    partial, model, fault, fault ? List.of() : pair.violated(1 - model)));
        if (answer != Answer.SAME) {
          settled.add(key);
          if (answer == Answer.DIFFERENT) {
            known.add(partial);
          }
          return;
        }
      }
    }
  }
}
