/**
 * The arguments of each entry point, by their names and with their types. The classes are made of
 * {@code src/main/entries/entries.txt} by {@code build/EntryViews.java}.
 *
 * <p>Begin with that file.
 *
 * <p>May use: abi.
 */
package dev.barnacle.icd.internal.entry;
