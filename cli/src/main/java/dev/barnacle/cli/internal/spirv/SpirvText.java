package dev.barnacle.cli.internal.spirv;

import dev.barnacle.cl.Context;
import dev.barnacle.cl.IlModule;
import dev.barnacle.cl.Program;
import dev.barnacle.command.input.InputException;
import dev.barnacle.command.input.InputFiles;
import java.nio.file.Files;
import java.nio.file.Path;

/** SPIR-V in the text form of SPIRV-Tools, which assemble it. */
public final class SpirvText {
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
    return new SpirvTools().assemble(file.toString(), text);
  }
}
