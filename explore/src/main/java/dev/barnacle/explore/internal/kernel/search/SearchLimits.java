package dev.barnacle.explore.internal.kernel.search;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleConsumer;

/**
 * The limits of a search.
 *
 * @param jobs how many threads search
 * @param stop asked now and then; the search ends when it says true
 * @param forks how many forks of executions are left; the search ends when there are none
 * @param behind is given the part of the search that is done
 */
public record SearchLimits(
    int jobs, BooleanSupplier stop, AtomicLong forks, DoubleConsumer behind) {}
