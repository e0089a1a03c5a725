package dev.barnacle.cl.internal.memory;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.ErrorCode;
import java.util.HashMap;
import java.util.Map;

/** The maps of a memory object by address; there may be several, also at one address. */
public final class MapCount {
  private final Map<Long, Integer> counts = new HashMap<>();

  /** Counts one map more. */
  public synchronized void add(long address) {
    counts.merge(address, 1, Integer::sum);
  }

  /** Throws {@code CL_INVALID_VALUE} unless there is a map at the address. */
  public synchronized void checkMapped(long address) {
    if (!counts.containsKey(address)) {
      throw new ClException(
          ErrorCode.CL_INVALID_VALUE,
          "the memory object is not mapped at 0x" + Long.toHexString(address));
    }
  }

  /** Counts one map less, if there is one at the address. */
  public synchronized void remove(long address) {
    counts.computeIfPresent(address, (a, count) -> count == 1 ? null : count - 1);
  }

  /** Returns how many maps there are. */
  public synchronized int count() {
    return counts.values().stream().mapToInt(Integer::intValue).sum();
  }
}
