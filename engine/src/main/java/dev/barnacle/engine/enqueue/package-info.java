/**
 * Device-side enqueue: what kernels enqueue, when it may run, and when it and who enqueued it are
 * complete (OpenCL architecture, "Device-side enqueue"). It is the same for all engines: an engine
 * has kernels call an {@link dev.barnacle.engine.enqueue.Enqueuer}, and runs what a {@link
 * dev.barnacle.engine.enqueue.CommandTree} gives it.
 */
package dev.barnacle.engine.enqueue;
