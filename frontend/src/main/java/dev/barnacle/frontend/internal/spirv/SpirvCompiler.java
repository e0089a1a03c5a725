package dev.barnacle.frontend.internal.spirv;

import dev.barnacle.frontend.FrontendException;
import dev.barnacle.frontend.internal.spirv.binary.InvalidModuleException;
import dev.barnacle.frontend.internal.spirv.binary.SpirvBinary;
import dev.barnacle.frontend.internal.spirv.lower.ModuleLowering;
import dev.barnacle.frontend.internal.spirv.module.SpirvModule;
import dev.barnacle.llvm.error.LlvmException;
import dev.barnacle.llvm.module.LlvmContext;
import dev.barnacle.llvm.module.LlvmModule;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * From a SPIR-V module to bitcode like that which clang makes of OpenCL C, to be linked with the
 * library and other programs.
 */
public final class SpirvCompiler {
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
    SpirvBinary parsed = parse(name, binary);
    @Nullable SpirvModule module = null;
    try {
      module = SpirvModule.read(parsed, specialization);
      return bitcode(name, module);
    } catch (InvalidModuleException e) {
      throw new Refusal(name, parsed).of(e, module);
    }
  }

  private static SpirvBinary parse(String name, byte[] binary) throws FrontendException {
    try {
      return SpirvBinary.parse(binary);
    } catch (InvalidModuleException e) {
      throw Refusal.failure(name, e.word(), String.valueOf(e.getMessage()));
    }
  }

  /**
   * Returns the bytes of a module's specialisation constants by their {@code SpecId}s.
   *
   * @throws FrontendException if it is not valid
   */
  public static Map<Integer, Integer> specializationConstants(String name, byte[] binary)
      throws FrontendException {
    SpirvBinary parsed = parse(name, binary);
    try {
      return SpirvModule.read(parsed, Map.of()).specializationConstants();
    } catch (InvalidModuleException e) {
      throw new Refusal(name, parsed).of(e, null);
    }
  }

  private static byte[] bitcode(String name, SpirvModule module) {
    try {
      return bitcode(name, ModuleLowering.write(module, name, false));
    } catch (LlvmException e) {
      throw refusal(name, ModuleLowering.write(module, name, true), e);
    }
  }

  /** LLVM's reader ends the process where debug information is not well formed: it gets none. */
  private static byte[] bitcode(String name, ModuleLowering.Written written) {
    try (LlvmContext context = LlvmContext.create();
        LlvmModule module = LlvmModule.parseText(context, name, written.output().text())) {
      module.verify();
      written.lines().add(module);
      return module.toBitcode();
    }
  }

  /**
   * Returns what LLVM says of a module whose values have names.
   *
   * @param other what it said of the same one without
   */
  private static InvalidModuleException refusal(
      String name, ModuleLowering.Written written, LlvmException other) {
    try {
      byte[] unused = bitcode(name, written);
      return LlvmRefusal.of(other.getMessage(), written.output()).exception();
    } catch (LlvmException e) {
      return LlvmRefusal.of(e.getMessage(), written.output()).exception();
    }
  }
}
