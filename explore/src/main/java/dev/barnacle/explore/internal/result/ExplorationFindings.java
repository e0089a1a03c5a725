package dev.barnacle.explore.internal.result;

import dev.barnacle.explore.ExecutionGraph;
import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.Outcome;
import dev.barnacle.explore.Question;
import dev.barnacle.explore.internal.properties.FaultKinds;
import dev.barnacle.explore.internal.search.Limits;
import dev.barnacle.explore.internal.symmetry.CanonicalChoices;
import dev.barnacle.explore.internal.symmetry.Orbits;
import dev.barnacle.model.Model;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The results of an exploration: final states with their counts, faults, pictures.
 *
 * <p>An execution that stands for others (see {@link CanonicalChoices}) is recorded under its own
 * final state with its weight; at the end the counts of the states that exchanges of threads turn
 * into each other are shared out evenly among them, which is what they would have been. Where the
 * search ended early that says nothing: then the executions that were looked at are counted.
 */
public final class ExplorationFindings {
  /** Draws the execution at hand under other names of its threads. */
  public interface Artist {
    /** Draws it, as {@link Drawing#witness} or {@link Drawing#fault}. */
    ExecutionGraph draw(String reason, int fault, int[] names);

    /** The events of a fault. */
    List<ExecutionGraph.Node> faultEvents(int fault, int[] names);
  }

  /** The counts of one final state. */
  private static final class Tally {
    final long[] state;

    /** The number of executions, and the number with each fault. */
    final long[] weights;

    /** The same of those that were looked at. */
    final long[] looked;

    /** An exchange that makes it a state that the filter lets pass, if there is one. */
    int @Nullable [] passing;

    /** One that makes it satisfy the condition too. */
    int @Nullable [] positive;

    /** One that makes it a state that decides the verdict. */
    int @Nullable [] deciding;

    Tally(long[] state, int faults) {
      this.state = state;
      this.weights = new long[1 + faults];
      this.looked = new long[1 + faults];
    }
  }

  private final Model model;
  private final Question question;
  private final Orbits orbits;
  private final @Nullable Verdict verdict;
  private final Map<List<Long>, Tally> tallies = new LinkedHashMap<>();
  private final long[] faults;
  private final @Nullable ExecutionGraph[] faultGraphs;
  private final List<List<ExecutionGraph.Node>> faultEvents = new ArrayList<>();
  private @Nullable ExecutionGraph witness;
  private long candidates;
  private long candidatesLooked;
  private boolean decided;

  public ExplorationFindings(
      Model model, Question question, Orbits orbits, @Nullable Verdict verdict) {
    this.model = model;
    this.question = question;
    this.orbits = orbits;
    this.verdict = verdict;
    this.faults = new long[model.faults().size()];
    this.faultGraphs = new ExecutionGraph[faults.length];
    for (int i = 0; i < faults.length; i++) {
      faultEvents.add(List.of());
    }
  }

  /** A complete candidate execution was looked at, which stands for so many. */
  public void candidate(long weight) throws ExploreException {
    candidates = sum(candidates, weight);
    candidatesLooked++;
  }

  private static long sum(long a, long b) throws ExploreException {
    if (a + b < 0) {
      throw new ExploreException("there are more than 2^63 executions", null);
    }
    return a + b;
  }

  /**
   * A consistent execution was found.
   *
   * @param state what it leaves in the observed places, see {@link Orbits#observables}
   * @param weight how many executions it stands for
   * @param certain which faults it has
   */
  public void add(long[] state, long weight, boolean[] certain, Artist artist)
      throws ExploreException {
    Tally tally = tally(state);
    if (tally.passing == null) {
      return;
    }
    count(tally.weights, certain, weight);
    count(tally.looked, certain, 1);
    if (tally.positive != null && witness == null) {
      witness = artist.draw("witness", -1, tally.positive);
    }
    for (int i = 0; i < faults.length; i++) {
      if (certain[i] && faults[i]++ == 0) {
        String kind = FaultKinds.of(model.faults().get(i).name()).keyword();
        faultEvents.set(i, artist.faultEvents(i, tally.passing));
        faultGraphs[i] = artist.draw(kind, i, tally.passing);
      }
    }
    if (verdict != null && verdict.decidedBy(tally.deciding != null, faults)) {
      decided = true;
      throw new Limits.Decided();
    }
  }

  /** Returns whether nothing else can change the verdict. */
  public boolean isDecided() {
    return decided;
  }

  /** Adds what was found in a part of the search that comes after this one's. */
  public void add(ExplorationFindings next) throws ExploreException {
    boolean decides = false;
    for (var entry : next.tallies.entrySet()) {
      Tally theirs = entry.getValue();
      decides |= theirs.deciding != null && theirs.looked[0] > 0;
      Tally ours = tallies.putIfAbsent(entry.getKey(), theirs);
      for (int i = 0; ours != null && i < ours.weights.length; i++) {
        ours.weights[i] = sum(ours.weights[i], theirs.weights[i]);
        ours.looked[i] = sum(ours.looked[i], theirs.looked[i]);
      }
    }
    candidates = sum(candidates, next.candidates);
    candidatesLooked = sum(candidatesLooked, next.candidatesLooked);
    witness = witness == null ? next.witness : witness;
    for (int i = 0; i < faults.length; i++) {
      if (faults[i] == 0) {
        faultGraphs[i] = next.faultGraphs[i];
        faultEvents.set(i, next.faultEvents.get(i));
      }
      faults[i] += next.faults[i];
    }
    decided |= next.decided || (verdict != null && verdict.decidedBy(decides, faults));
  }

  private static void count(long[] counts, boolean[] certain, long weight) throws ExploreException {
    counts[0] = sum(counts[0], weight);
    for (int i = 0; i < certain.length; i++) {
      counts[1 + i] = sum(counts[1 + i], certain[i] ? weight : 0);
    }
  }

  private Tally tally(long[] state) {
    List<Long> key = list(state);
    Tally known = tallies.get(key);
    if (known != null) {
      return known;
    }
    Tally tally = new Tally(state, faults.length);
    tallies.put(key, tally);
    orbits.images(
        state,
        (image, names) -> {
          long[] asked = asked(image);
          if (question.filter().holds(asked)) {
            tally.passing = tally.passing == null ? names.clone() : tally.passing;
            if (tally.positive == null && question.condition().holds(asked)) {
              tally.positive = names.clone();
            }
          }
          if (verdict != null && tally.deciding == null && verdict.decides(asked)) {
            tally.deciding = names.clone();
          }
          return tally.passing == null
              || tally.positive == null
              || (verdict != null && tally.deciding == null);
        });
    return tally;
  }

  /** The part of a state that was asked for. */
  private long[] asked(long[] state) {
    int length = question.observables().size();
    return state.length == length ? state : Arrays.copyOf(state, length);
  }

  private static List<Long> list(long[] values) {
    Long[] boxed = new Long[values.length];
    for (int i = 0; i < boxed.length; i++) {
      boxed[i] = values[i];
    }
    return List.of(boxed);
  }

  /** Returns the results, in sum. */
  public Outcome outcome(boolean ended, List<String> limits) throws ExploreException {
    Sum sum = new Sum();
    boolean exact = ended && sum.shareOut();
    if (ended && !exact && limits.isEmpty()) {
      throw new IllegalStateException("executions that differ by names were not all counted");
    }
    if (!exact) {
      sum = new Sum();
      sum.takeLooked();
    }
    return new Outcome(
        sum.states,
        exact ? candidates : candidatesLooked,
        sum.consistent,
        sum.positive,
        faults(sum),
        limits.isEmpty(),
        limits,
        graphs());
  }

  private Map<String, Outcome.Fault> faults(Sum sum) {
    Map<String, Outcome.Fault> found = new LinkedHashMap<>();
    for (int i = 0; i < faults.length; i++) {
      if (faults[i] > 0) {
        String name = model.faults().get(i).name();
        found.put(
            name, new Outcome.Fault(name, FaultKinds.of(name), sum.faulty[i], faultEvents.get(i)));
      }
    }
    return found;
  }

  private List<ExecutionGraph> graphs() {
    List<ExecutionGraph> graphs = new ArrayList<>();
    if (witness != null) {
      graphs.add(witness);
    }
    for (ExecutionGraph graph : faultGraphs) {
      if (graph != null) {
        graphs.add(graph);
      }
    }
    return graphs;
  }

  /** The numbers of an outcome. */
  private final class Sum {
    final Map<List<Long>, Long> states = new HashMap<>();
    final long[] faulty = new long[faults.length];
    long consistent;
    long positive;

    private void add(long[] all, long[] counts) throws ExploreException {
      long[] state = asked(all);
      if (counts[0] == 0 || !question.filter().holds(state)) {
        return;
      }
      consistent = sum(consistent, counts[0]);
      states.merge(list(state), counts[0], Long::sum);
      positive += question.condition().holds(state) ? counts[0] : 0;
      for (int i = 0; i < faulty.length; i++) {
        faulty[i] = sum(faulty[i], counts[1 + i]);
      }
    }

    /** Shares the counts out among the states that are alike; false where that does not work. */
    boolean shareOut() throws ExploreException {
      Map<List<Long>, long[]> alike = new LinkedHashMap<>();
      for (Tally tally : tallies.values()) {
        long[] canonical = orbits.canonical(tally.state);
        long[] counts = alike.computeIfAbsent(list(canonical), k -> new long[tally.weights.length]);
        for (int i = 0; i < counts.length; i++) {
          counts[i] = sum(counts[i], tally.weights[i]);
        }
      }
      for (var entry : alike.entrySet()) {
        long[] state = entry.getKey().stream().mapToLong(Long::longValue).toArray();
        List<long[]> images = new ArrayList<>();
        orbits.images(state, (image, names) -> images.add(image.clone()));
        long[] counts = entry.getValue();
        for (int i = 0; i < counts.length; i++) {
          if (counts[i] % images.size() != 0) {
            return false;
          }
          counts[i] /= images.size();
        }
        for (long[] image : images) {
          add(image, counts);
        }
      }
      return true;
    }

    void takeLooked() throws ExploreException {
      for (Tally tally : tallies.values()) {
        int[] names =
            tally.deciding != null && verdict != null
                ? tally.deciding
                : tally.positive != null ? tally.positive : tally.passing;
        if (names != null) {
          add(orbits.image(tally.state, names), tally.looked);
        }
      }
    }
  }
}
