package dev.barnacle.cl;

/**
 * A change of a recorded launch ({@code cl_mutable_dispatch_config_khr}).
 *
 * @param command a launch that was recorded
 * @param kernel what it is to launch, with its arguments
 * @param range over which it runs
 */
public record KernelUpdate(RecordedCommand command, BoundKernel kernel, NDRange range) {}
