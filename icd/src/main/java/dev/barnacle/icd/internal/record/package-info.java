/**
 * The shim's records of objects, so that the calls of a program's inner loop need not enter Java.
 * They are in native memory, whose layouts {@code records.h} gets from here.
 *
 * <p>Begin with {@link dev.barnacle.icd.internal.record.Records} and {@code launch.c}.
 *
 * <p>May use: abi.
 */
@org.jspecify.annotations.NullMarked
package dev.barnacle.icd.internal.record;
