/**
 * The driver as a whole: the table of its entry points, the way of a call into Java, the C half
 * that is compiled on the user's machine. The C sources beside it name {@code Boot} and {@code
 * Driver}.
 *
 * <p>Begin with {@link Driver} and {@link Entries}.
 *
 * <p>May use: abi, entry, process, record, handle, query, call, recording, svm.
 */
package dev.barnacle.icd.internal;
