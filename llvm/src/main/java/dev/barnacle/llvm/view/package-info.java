/**
 * A module's contents, to be read: functions, instructions, constants, types, debug information. A
 * catalogue, one class a kind.
 *
 * <p>Begin with {@link LlvmModuleView}.
 *
 * <p>May use: error, internal, module.
 */
package dev.barnacle.llvm.view;
