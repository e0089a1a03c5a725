/**
 * The shim's records of objects, so that the calls of a program's inner loop need not enter Java.
 * They are in native memory, with the layouts of {@code records.h}.
 *
 * <p>Begin with {@link dev.barnacle.icd.internal.record.Records} and {@code launch.c}.
 *
 * <p>May use: abi.
 */
@org.jspecify.annotations.NullMarked
package dev.barnacle.icd.internal.record;
