package dev.barnacle.icd.internal.record;

import dev.barnacle.cl.NDRange;
import java.util.List;

/** The ranges that one plan is for: one, or all with a local size. */
record PlanKey(List<Long> global, List<Long> local, List<Long> offset) {
  static PlanKey of(NDRange range) {
    return new PlanKey(range.global(), range.local(), range.offset());
  }

  /** Returns that of all ranges with the same local size. */
  PlanKey anyGlobal() {
    return new PlanKey(List.of(), local, List.of());
  }
}
