package dev.barnacle.explore.internal.kernel.tune;

import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.KernelEdit;
import dev.barnacle.explore.KernelSite;
import dev.barnacle.explore.KernelTuner;
import dev.barnacle.explore.KernelTuner.Tuning;
import dev.barnacle.explore.MemoryStrength;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/**
 * Finds the cheapest edits that make a kernel correct. Edits are first tried as strong as can be:
 * what does not help then does not help at all, as stronger programs have fewer executions. Those
 * that help are weakened as far as the kernel stays correct.
 */
public final class Repair {
  private static final int FENCE = 2;
  private static final int BARRIER = 3;
  private static final int MOST_ANSWERS = 3;

  private final Trial trial;
  private final List<Candidate> candidates = new ArrayList<>();

  /** An edit that may be made, as strong as can be. */
  private record Candidate(KernelEdit edit, int cost) {}

  /** Makes one. */
  public Repair(Trial trial) {
    this.trial = trial;
  }

  /** Returns the repairs of the least cost, the first ones in the order of the source. */
  public List<Tuning> run() throws ExploreException {
    trial
        .sites()
        .forEach(
            (site, strength) -> {
              for (MemoryStrength stronger : Ladder.strongest(site.kind(), strength)) {
                candidates.add(new Candidate(new KernelEdit(site, strength, stronger), 1));
              }
            });
    boolean strengthened = trial.isCorrect(everyStrengthening());
    for (KernelSite place : trial.places()) {
      boolean fence = place.kind() == KernelSite.Kind.NEW_FENCE;
      KernelEdit edit = new KernelEdit(place, null, Ladder.added(place.kind()));
      candidates.add(new Candidate(edit, fence ? FENCE : BARRIER));
    }
    for (int cost = 1; cost <= BARRIER * KernelTuner.MOST_EDITS && !trial.isStopped(); cost++) {
      List<Tuning> found = new ArrayList<>();
      boolean hopeful = strengthened || cost >= FENCE;
      if (hopeful) {
        choose(0, cost, new ArrayList<>(), strengthened, found);
      }
      if (!found.isEmpty()) {
        return weakened(found);
      }
    }
    return List.of();
  }

  private List<KernelEdit> everyStrengthening() {
    return merged(candidates.stream().map(Candidate::edit).toList());
  }

  /** One edit of each operation: what several edits of it say together. */
  private static List<KernelEdit> merged(List<KernelEdit> edits) {
    Map<KernelSite, KernelEdit> bySite = new LinkedHashMap<>();
    for (KernelEdit edit : edits) {
      bySite.merge(edit.site(), edit, Repair::both);
    }
    return new ArrayList<>(bySite.values());
  }

  private static KernelEdit both(KernelEdit a, KernelEdit b) {
    MemoryStrength before = a.before();
    if (before == null) {
      return a;
    }
    MemoryStrength after = a.after();
    MemoryStrength other = b.after();
    if (other.order() != before.order() || other.failureOrder() != before.failureOrder()) {
      after = after.with(other.order(), other.failureOrder());
    }
    if (other.scope() != before.scope()) {
      after = after.with(other.scope());
    }
    if (!other.flags().equals(before.flags())) {
      after = after.with(other.flags());
    }
    return new KernelEdit(a.site(), before, after);
  }

  /**
   * Tries the sets of candidates of a cost.
   *
   * @param strengthened whether strengthening alone may help
   */
  private void choose(
      int from, int cost, List<KernelEdit> chosen, boolean strengthened, List<Tuning> found)
      throws ExploreException {
    if (cost == 0) {
      boolean adds = chosen.stream().anyMatch(e -> e.site().kind().isNew());
      if ((adds || strengthened) && trial.isCorrect(merged(chosen))) {
        found.add(new Tuning(merged(chosen)));
      }
      return;
    }
    if (chosen.size() == KernelTuner.MOST_EDITS || trial.isStopped()) {
      return;
    }
    for (int i = from; i < candidates.size(); i++) {
      Candidate c = candidates.get(i);
      if (c.cost() <= cost && found.size() < MOST_ANSWERS) {
        chosen.add(c.edit());
        choose(i + 1, cost - c.cost(), chosen, strengthened, found);
        chosen.removeLast();
      }
    }
  }

  private List<Tuning> weakened(List<Tuning> found) throws ExploreException {
    LinkedHashSet<Tuning> weakest = new LinkedHashSet<>();
    Weakening weakening = new Weakening(trial);
    for (Tuning tuning : found) {
      weakest.add(weakening.run(tuning.edits()));
    }
    return List.copyOf(weakest);
  }
}
