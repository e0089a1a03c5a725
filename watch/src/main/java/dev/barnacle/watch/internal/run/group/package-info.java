/**
 * Work-groups as they run: barriers, collective operations, and who waits where if they don't meet.
 *
 * <p>Begin with {@link GroupRunner}.
 *
 * <p>May use: race.shadow, run.kernel, run.fault, run.exec.
 */
package dev.barnacle.watch.internal.run.group;
