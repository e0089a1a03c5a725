/**
 * The process that Barnacle runs in: functions of the C library, and of other libraries, by their
 * addresses.
 *
 * <p>Begin with {@link NativeCall}.
 *
 * <p>May use: nothing.
 */
package dev.barnacle.llvm.host;
