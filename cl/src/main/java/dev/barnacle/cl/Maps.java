package dev.barnacle.cl;

import java.util.HashMap;
import java.util.Map;

/** Where a memory object is mapped; it may be mapped several times, also at one address. */
final class Maps {
  private final Map<Long, Integer> counts = new HashMap<>();

  /** Counts one map more. */
  synchronized void add(long address) {
    counts.merge(address, 1, Integer::sum);
  }

  /** Throws {@code CL_INVALID_VALUE} unless there is a map at the address. */
  synchronized void checkMapped(long address) {
    if (!counts.containsKey(address)) {
      throw new ClException(
          ErrorCode.CL_INVALID_VALUE,
          "the memory object is not mapped at 0x" + Long.toHexString(address));
    }
  }

  /** Counts one map less, if there is one at the address. */
  synchronized void remove(long address) {
    counts.computeIfPresent(address, (a, count) -> count == 1 ? null : count - 1);
  }

  /** Returns how many maps there are. */
  synchronized int count() {
    return counts.values().stream().mapToInt(Integer::intValue).sum();
  }
}
