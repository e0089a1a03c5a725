package dev.barnacle.frontend.internal.spirv;

import dev.barnacle.frontend.Diagnostic;
import dev.barnacle.frontend.FrontendException;
import dev.barnacle.frontend.internal.spirv.binary.InvalidModuleException;
import dev.barnacle.frontend.internal.spirv.binary.SpirvBinary;
import dev.barnacle.frontend.internal.spirv.binary.SpirvInstruction;
import dev.barnacle.frontend.internal.spirv.lower.LlvmOutput;
import dev.barnacle.frontend.internal.spirv.lower.ModuleLowering;
import dev.barnacle.frontend.internal.spirv.module.SpirvModule;
import dev.barnacle.llvm.error.LlvmException;
import dev.barnacle.llvm.module.LlvmContext;
import dev.barnacle.llvm.module.LlvmModule;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * From a SPIR-V module to bitcode like that which clang makes of OpenCL C, to be linked with the
 * library and other programs.
 */
public final class SpirvCompiler {
  private static final Pattern LINE = Pattern.compile("(?:^|:)(\\d+):\\d+: (?:error: )?(.*)");

  private SpirvCompiler() {}

  /** Returns whether bytes begin as a module of either byte order does. */
  public static boolean isSpirv(byte[] bytes) {
    return SpirvBinary.isSpirv(bytes);
  }

  /**
   * Compiles a module.
   *
   * @param name what messages call it
   * @param specialization the values of specialisation constants by their {@code SpecId}s
   * @throws FrontendException if it is not valid or has what is not supported, with the number of
   *     the instruction's word
   */
  public static byte[] compile(String name, byte[] binary, Map<Integer, Long> specialization)
      throws FrontendException {
    try {
      SpirvModule module = SpirvModule.read(SpirvBinary.parse(binary), specialization);
      return bitcode(name, ModuleLowering.write(module, name));
    } catch (InvalidModuleException e) {
      throw failure(name, e.word(), e.getMessage());
    }
  }

  /**
   * Returns the bytes of a module's specialisation constants by their {@code SpecId}s.
   *
   * @throws FrontendException if it is not valid
   */
  public static Map<Integer, Integer> specializationConstants(String name, byte[] binary)
      throws FrontendException {
    try {
      return SpirvModule.read(SpirvBinary.parse(binary), Map.of()).specializationConstants();
    } catch (InvalidModuleException e) {
      throw failure(name, e.word(), e.getMessage());
    }
  }

  /** LLVM's reader ends the process where debug information is not well formed: it gets none. */
  private static byte[] bitcode(String name, ModuleLowering.Written written)
      throws FrontendException {
    LlvmOutput output = written.output();
    try (LlvmContext context = LlvmContext.create();
        LlvmModule module = LlvmModule.parseText(context, name, output.text())) {
      module.verify();
      written.lines().add(module);
      return module.toBitcode();
    } catch (LlvmException e) {
      Matcher matcher = LINE.matcher(e.getMessage());
      SpirvInstruction origin =
          matcher.find() ? output.origin(Integer.parseInt(matcher.group(1))) : null;
      throw origin == null
          ? failure(name, 0, "the module is not valid: " + e.getMessage())
          : failure(name, origin.word(), origin.name() + ": " + matcher.group(2));
    }
  }

  private static FrontendException failure(String name, int word, String message) {
    return new FrontendException(
        List.of(new Diagnostic(Diagnostic.Severity.ERROR, name + ":word " + word, 0, 0, message)));
  }
}
