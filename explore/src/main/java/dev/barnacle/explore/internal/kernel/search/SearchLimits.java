package dev.barnacle.explore.internal.kernel.search;

import java.util.function.BooleanSupplier;
import java.util.function.DoubleConsumer;

/**
 * What a search may take.
 *
 * @param jobs how many threads search
 * @param stop asked now and then; the search ends when it says true
 * @param behind is told which part of the search lies behind
 */
public record SearchLimits(int jobs, BooleanSupplier stop, DoubleConsumer behind) {}
