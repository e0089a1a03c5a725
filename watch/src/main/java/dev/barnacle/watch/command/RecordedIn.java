package dev.barnacle.watch.command;

/**
 * The place where a command was recorded.
 *
 * @param buffer the number of its command-buffer
 * @param number its place there, from 1
 * @param queue the place of its queue among the command-buffer's
 * @param outOfOrder whether that queue is out of order
 */
public record RecordedIn(int buffer, int number, int queue, boolean outOfOrder) {}
