/**
 * Commands that are recorded once and replayed many times: which of them wait for which, in what
 * parts they are put into queues, and how a replay runs them. It knows none of the API's objects:
 * {@code CommandBuffer} and {@code RecordedCommand} are handles of what is here.
 *
 * <p>Begin with {@link ReplayPlan} and {@link Replay}.
 *
 * <p>May use: life, memory, queue.
 */
package dev.barnacle.cl.internal.record;
