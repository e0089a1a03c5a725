package dev.barnacle.cli.internal.explore;

import dev.barnacle.explore.KernelModel;
import dev.barnacle.explore.ProgressRules;
import dev.barnacle.model.Model;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The options of an exploration of launches.
 *
 * @param model the memory model; null for that of the version that the program is built for
 * @param axioms the model whose axioms are asked in its place; null for none
 * @param progress which work-groups are sure to come further
 * @param assertion what every final state must satisfy; null for nothing
 * @param exists what some final state must satisfy; null for nothing
 * @param filter what a final state must satisfy to count; null for nothing
 * @param locals what local memory holds at first, by name
 * @param unroll how often a loop that reads atomic objects goes round
 * @param jobs how many threads search
 * @param timeout how long a launch is explored; null for no limit
 * @param tune what is looked for besides
 * @param drawn whether executions are drawn
 */
public record ExploreOptions(
    @Nullable KernelModel model,
    @Nullable Model axioms,
    ProgressRules progress,
    @Nullable String assertion,
    @Nullable String exists,
    @Nullable String filter,
    Map<String, byte[]> locals,
    int unroll,
    int jobs,
    @Nullable Duration timeout,
    Tune tune,
    boolean drawn) {}
