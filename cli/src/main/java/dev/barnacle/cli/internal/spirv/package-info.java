/**
 * The SPIR-V tools of Vulkan's shaderc, which take SPIR-V's text.
 *
 * <p>May use: nothing.
 */
package dev.barnacle.cli.internal.spirv;
