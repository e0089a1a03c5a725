/**
 * Faults in words: the sentences are in {@code sentences.txt}, a section a fact.
 *
 * <p>Begin with {@link FaultWords}.
 *
 * <p>May use: kernel.item.
 */
package dev.barnacle.explore.internal.kernel.words;
