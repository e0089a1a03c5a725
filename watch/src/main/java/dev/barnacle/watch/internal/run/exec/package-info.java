/**
 * The methods that compiled kernels call for the work-item that runs: accesses, atomic operations,
 * copies, and the checks for faults in them.
 *
 * <p>Begin with {@link WorkItem} and {@link Memory}.
 *
 * <p>May use: race.access, race.shadow, run.kernel, run.memory, run.fault, run.pipe.
 */
package dev.barnacle.watch.internal.run.exec;
