package dev.barnacle.cl;

/**
 * What a recorded launch is to be from now on ({@code cl_mutable_dispatch_config_khr}).
 *
 * @param command a launch that was recorded
 * @param kernel what it is to launch, with its arguments
 * @param range over which
 */
public record KernelUpdate(RecordedCommand command, BoundKernel kernel, NDRange range) {}
