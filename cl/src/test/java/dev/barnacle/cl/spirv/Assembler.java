package dev.barnacle.cl.spirv;

import static org.lwjgl.util.shaderc.Shaderc.*;

import java.nio.ByteBuffer;
import java.util.Objects;
import org.lwjgl.system.MemoryUtil;

/** SPIR-V from its text, by SPIRV-Tools. */
final class Assembler {
  private Assembler() {}

  /** Returns the module that a text says; the test fails where it is wrong. */
  static byte[] assemble(String text) {
    long compiler = shaderc_compiler_initialize();
    long options = shaderc_compile_options_initialize();
    shaderc_compile_options_set_target_env(
        options, shaderc_target_env_vulkan, shaderc_env_version_vulkan_1_3);
    shaderc_compile_options_set_target_spirv(options, shaderc_spirv_version_1_6);
    ByteBuffer source = MemoryUtil.memUTF8(text, false);
    long result = shaderc_assemble_into_spv(compiler, source, options);
    try {
      if (shaderc_result_get_compilation_status(result) != 0) {
        throw new AssertionError(shaderc_result_get_error_message(result) + "\n" + text);
      }
      ByteBuffer bytes = Objects.requireNonNull(shaderc_result_get_bytes(result));
      byte[] module = new byte[bytes.remaining()];
      bytes.get(module);
      return module;
    } finally {
      shaderc_result_release(result);
      MemoryUtil.memFree(source);
      shaderc_compile_options_release(options);
      shaderc_compiler_release(compiler);
    }
  }
}
