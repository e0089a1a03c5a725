package dev.barnacle.watch.internal.run.exec;

import dev.barnacle.watch.internal.run.kernel.KernelCode;

/**
 * A kernel that can be run.
 *
 * @param code what is known of it
 * @param body its code
 */
public record LoadedKernel(KernelCode code, KernelBody body) {}
