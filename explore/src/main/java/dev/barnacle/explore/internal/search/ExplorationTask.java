package dev.barnacle.explore.internal.search;

import dev.barnacle.explore.Goal;
import dev.barnacle.explore.Question;
import dev.barnacle.explore.Scenario;
import dev.barnacle.explore.internal.program.ThreadCode;
import dev.barnacle.explore.internal.properties.ModelProperties;
import dev.barnacle.model.Model;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The task of an exploration.
 *
 * @param properties what the model forbids in every execution
 * @param apart whether identical threads are told apart, see {@code Exploration}
 * @param goal what decides the verdict, where nothing but the verdict is asked for
 */
public record ExplorationTask(
    Model model,
    ModelProperties properties,
    boolean apart,
    Scenario scenario,
    List<ThreadCode> code,
    Question question,
    @Nullable Goal goal,
    int unroll,
    BooleanSupplier stop) {}
