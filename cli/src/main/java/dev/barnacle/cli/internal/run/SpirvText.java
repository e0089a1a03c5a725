package dev.barnacle.cli.internal.run;

import static org.lwjgl.util.shaderc.Shaderc.*;

import dev.barnacle.cl.Context;
import dev.barnacle.cl.IlModule;
import dev.barnacle.cl.Program;
import dev.barnacle.cli.internal.InputException;
import dev.barnacle.cli.internal.InputFiles;
import dev.barnacle.cli.internal.Place;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.lwjgl.system.MemoryUtil;

/** SPIR-V in the text form of SPIRV-Tools, which assemble it. */
public final class SpirvText {
  private static final Pattern PLACE = Pattern.compile("(\\d+):(\\d+): (.*)");

  private SpirvText() {}

  /**
   * Builds the program of a file: OpenCL C, SPIR-V, or ({@code .spvasm}) its text.
   *
   * @throws InputException if a text can't be read or has an error
   */
  public static Program build(Context context, Path file, String options) {
    return file.toString().endsWith(".spvasm")
        ? context.build(IlModule.of(file.toString(), assemble(file)), options)
        : context.build(file, options);
  }

  /**
   * Returns the module of a file, or that which its text says.
   *
   * @throws InputException if it can't be read or has an error
   */
  public static byte[] read(Path file) {
    return file.toString().endsWith(".spvasm")
        ? assemble(file)
        : InputFiles.access(file, () -> Files.readAllBytes(file));
  }

  /**
   * Returns the module that a file says.
   *
   * @throws InputException if it can't be read or has an error, with its place
   */
  private static byte[] assemble(Path file) {
    byte[] text = InputFiles.access(file, () -> Files.readAllBytes(file));
    ByteBuffer source = MemoryUtil.memAlloc(text.length);
    long compiler = shaderc_compiler_initialize();
    long options = shaderc_compile_options_initialize();
    long result = 0;
    try {
      source.put(text).flip();
      shaderc_compile_options_set_target_spirv(options, shaderc_spirv_version_1_6);
      result = shaderc_assemble_into_spv(compiler, source, options);
      if (shaderc_result_get_compilation_status(result) != 0) {
        throw error(file, String.valueOf(shaderc_result_get_error_message(result)));
      }
      ByteBuffer bytes = Objects.requireNonNull(shaderc_result_get_bytes(result));
      byte[] module = new byte[bytes.remaining()];
      bytes.get(module);
      return module;
    } finally {
      shaderc_result_release(result);
      shaderc_compile_options_release(options);
      shaderc_compiler_release(compiler);
      MemoryUtil.memFree(source);
    }
  }

  private static InputException error(Path file, String message) {
    Matcher matcher = PLACE.matcher(message.strip());
    return matcher.lookingAt()
        ? new InputException(
            new Place(
                file.toString(),
                Integer.parseInt(matcher.group(1)),
                Integer.parseInt(matcher.group(2))),
            matcher.group(3))
        : new InputException(Place.file(file.toString()), message.strip());
  }
}
