/**
 * Brings the native libraries and tools out of their jars and into the process, and keeps LLVM's
 * fatal errors from ending it. Nothing outside of this module sees it.
 *
 * <p>Begin with {@link ToolFolder} and {@link FatalErrors}.
 *
 * <p>May use: machine, error, host.
 */
package dev.barnacle.llvm.internal;
