/**
 * A compiled kernel without its code: facts, cuts, and the instructions that reports name; the
 * shape of its work-groups and their order.
 *
 * <p>Begin with {@link KernelCode} and {@link CutSite}.
 *
 * <p>May use: race.access.
 */
package dev.barnacle.watch.internal.run.kernel;
