package dev.barnacle.explore.internal.kernel.code;

/**
 * The head of a loop.
 *
 * @param number its number in the program
 * @param live the registers whose values matter from there on
 */
@SuppressWarnings("ArrayRecordComponent") // never changed once made
public record LoopHead(int number, int[] live) {}
