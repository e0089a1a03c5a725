package dev.barnacle.frontend.internal.spirv;

import dev.barnacle.frontend.FrontendException;
import dev.barnacle.frontend.OpenClVersion;
import dev.barnacle.frontend.internal.spirv.write.SpirvWriter;
import dev.barnacle.llvm.module.LlvmContext;
import dev.barnacle.llvm.module.LlvmModule;
import java.util.Map;

/**
 * Has each program of OpenCL C go through SPIR-V, so that all tests are tests of the writer and the
 * reader of SPIR-V too: with the system property {@code barnacle.through-spirv=true}.
 */
public final class RoundTrip {
  private static final boolean ON = Boolean.getBoolean("barnacle.through-spirv");

  private RoundTrip() {}

  /** Returns whether programs take this way. */
  public static boolean isOn() {
    return ON;
  }

  /** Writes what clang has made as SPIR-V and reads that. */
  public static byte[] of(byte[] bitcode, String source, OpenClVersion language)
      throws FrontendException {
    byte[] il;
    try (LlvmContext context = LlvmContext.create();
        LlvmModule program = LlvmModule.parseBitcode(context, source, bitcode)) {
      il = SpirvWriter.write(program, source, language, 0, true).bytes();
    }
    return SpirvCompiler.compile(source, il, Map.of());
  }
}
