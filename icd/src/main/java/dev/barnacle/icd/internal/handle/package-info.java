/**
 * The objects that a C program holds: what each is in Java, how often it is retained, and whom its
 * errors are told.
 *
 * <p>Begin with {@link Handle} and {@link Handles}.
 *
 * <p>May use: abi, entry, process, record.
 */
package dev.barnacle.icd.internal.handle;
