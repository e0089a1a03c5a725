package dev.barnacle.cli.internal.explore;

import dev.barnacle.explore.KernelEdit;
import dev.barnacle.explore.KernelTuner.Tuning;
import dev.barnacle.explore.MemoryStrength;
import dev.barnacle.ir.FenceFlag;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The result of a search for weaker or for repaired kernels.
 *
 * @param tune what was looked for
 * @param tunings the answers: one for the weakest, any number of repairs
 * @param explored how many programs were explored
 * @param stopped whether the search was stopped, so that there may be more to find
 */
public record TuneResult(Tune tune, List<Tuning> tunings, int explored, boolean stopped) {
  /** Copies the list. */
  public TuneResult {
    tunings = List.copyOf(tunings);
  }

  /** Returns the JSON array: the edits, or the repairs with the edits of each. */
  List<Object> json() {
    if (tune == Tune.WEAKEST) {
      return edits(tunings.getFirst());
    }
    return tunings.stream().<Object>map(t -> Map.of("edits", edits(t))).toList();
  }

  private static List<Object> edits(Tuning tuning) {
    return tuning.edits().stream().<Object>map(TuneResult::json).toList();
  }

  private static Map<String, Object> json(KernelEdit edit) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("file", edit.site().location().file());
    json.put("line", edit.site().location().line());
    json.put("column", edit.site().location().knownColumn());
    json.put("operation", edit.site().kind().toString());
    MemoryStrength after = edit.after();
    json.put("order", after.order().keyword());
    json.put("failure_order", after.failureOrder().keyword());
    json.put("scope", after.scope().keyword());
    json.put("flags", after.flags().stream().map(FenceFlag::keyword).sorted().toList());
    json.put("change", StrengthWords.of(edit));
    return json;
  }
}
