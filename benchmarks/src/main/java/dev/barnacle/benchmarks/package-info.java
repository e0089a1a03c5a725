/**
 * JMH benchmarks of the paths that are run most: a launch, the race detector's shadow, the
 * evaluator of memory models. They use exported packages only.
 */
@org.jspecify.annotations.NullMarked
package dev.barnacle.benchmarks;
