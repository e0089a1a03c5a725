package dev.barnacle.explore;

import java.util.List;

/**
 * A question about the final states of a scenario.
 *
 * @param observables the parts of the final state that matter
 * @param condition the final condition
 * @param filter what a final state must satisfy to count at all
 * @param constants numbers that the condition speaks of
 */
public record Question(
    List<Observable> observables,
    StatePredicate condition,
    StatePredicate filter,
    List<Long> constants) {}
