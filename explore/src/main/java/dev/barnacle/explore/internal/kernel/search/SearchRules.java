package dev.barnacle.explore.internal.kernel.search;

import dev.barnacle.explore.internal.kernel.memory.MemoryObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rules of a search.
 *
 * @param observed the memory whose final content matters
 * @param blind the updates that need no choice
 * @param waiting what counts as a hang
 * @param twins which work-items may change places
 * @param queue which launches wait for others
 * @param seen the states that were come to; null if each execution is to be visited
 */
public record SearchRules(
    List<MemoryObject> observed,
    BlindUpdates blind,
    Waiting waiting,
    Twins twins,
    CommandQueue queue,
    @Nullable SeenStates seen) {
  /** Returns the same with other launches that wait. */
  public SearchRules with(CommandQueue other) {
    return new SearchRules(observed, blind, waiting, twins, other, seen);
  }
}
