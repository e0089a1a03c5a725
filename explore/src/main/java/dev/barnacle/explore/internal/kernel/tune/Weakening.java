package dev.barnacle.explore.internal.kernel.tune;

import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.KernelEdit;
import dev.barnacle.explore.KernelSite;
import dev.barnacle.explore.KernelTuner.Tuning;
import dev.barnacle.explore.MemoryStrength;
import dev.barnacle.ir.MemoryScope;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Weakens operations one after the other, each as far as the kernel stays correct, until none can
 * be weakened any more.
 */
public final class Weakening {
  private final Trial trial;

  /** Makes one. */
  public Weakening(Trial trial) {
    this.trial = trial;
  }

  /** Weakens the operations of the kernel. */
  public Tuning run() throws ExploreException {
    Map<KernelSite, MemoryStrength> sites = trial.sites();
    Map<KernelSite, KernelEdit> edits = new LinkedHashMap<>();
    sites.forEach((site, s) -> edits.put(site, new KernelEdit(site, s, s)));
    narrow(edits);
    weaken(edits, false);
    return new Tuning(changed(edits));
  }

  /**
   * Narrows the scopes of all operations together: where scopes must be the same, none can be
   * narrowed by itself.
   */
  private void narrow(Map<KernelSite, KernelEdit> edits) throws ExploreException {
    Map<KernelSite, KernelEdit> before = new LinkedHashMap<>(edits);
    for (MemoryScope scope : List.of(MemoryScope.WORK_GROUP, MemoryScope.DEVICE)) {
      before.forEach(
          (site, e) -> {
            boolean narrows = scope.compareTo(e.after().scope()) < 0;
            edits.put(site, narrows ? e.with(e.after().with(scope)) : e);
          });
      if (trial.isCorrect(changed(edits))) {
        return;
      }
    }
    edits.putAll(before);
  }

  /** Weakens what some edits say, but not below what the program says. */
  Tuning run(List<KernelEdit> given) throws ExploreException {
    Map<KernelSite, KernelEdit> edits = new LinkedHashMap<>();
    given.forEach(e -> edits.put(e.site(), e));
    weaken(edits, true);
    return new Tuning(changed(edits));
  }

  private static List<KernelEdit> changed(Map<KernelSite, KernelEdit> edits) {
    return edits.values().stream().filter(e -> !e.after().equals(e.before())).toList();
  }

  private void weaken(Map<KernelSite, KernelEdit> edits, boolean above) throws ExploreException {
    boolean again = true;
    while (again) {
      again = false;
      for (KernelSite site : new ArrayList<>(edits.keySet())) {
        while (weaken(edits, site, above)) {
          again = true;
        }
      }
    }
  }

  private boolean weaken(Map<KernelSite, KernelEdit> edits, KernelSite site, boolean above)
      throws ExploreException {
    KernelEdit now = edits.get(site);
    if (now == null) {
      return false;
    }
    for (MemoryStrength weaker : Ladder.weaker(site.kind(), now.after(), trial.memories())) {
      MemoryStrength before = now.before();
      if (above && before != null && !Ladder.isAtLeast(weaker, before)) {
        continue;
      }
      edits.put(site, now.with(weaker));
      if (trial.isCorrect(changed(edits))) {
        return true;
      }
    }
    edits.put(site, now);
    return false;
  }
}
