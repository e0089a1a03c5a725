package dev.barnacle.cl;

/**
 * The times of a command's states, in nanoseconds of {@link Device#timeNanos} (OpenCL architecture,
 * "Execution Model": queued, submitted, ready and running, ended, complete; OpenCL API,
 * clGetEventProfilingInfo).
 *
 * @param queued {@code CL_PROFILING_COMMAND_QUEUED}: the host enqueued it
 * @param submitted {@code CL_PROFILING_COMMAND_SUBMIT}: the queue was flushed up to it
 * @param started {@code CL_PROFILING_COMMAND_START}: it was ready and began to run; compiling a
 *     kernel for the launch comes before
 * @param ended {@code CL_PROFILING_COMMAND_END}: it had run
 * @param completed {@code CL_PROFILING_COMMAND_COMPLETE}: it and all that it enqueued had run
 */
public record Profiling(long queued, long submitted, long started, long ended, long completed) {}
