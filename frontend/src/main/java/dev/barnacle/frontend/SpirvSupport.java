package dev.barnacle.frontend;

import dev.barnacle.frontend.internal.spirv.module.Environment;
import java.util.List;

/** The parts of SPIR-V that modules may use ({@code cl_khr_spirv_queries}). */
public final class SpirvSupport {
  private SpirvSupport() {}

  /** Returns the extended instruction sets, such as {@code OpenCL.std}. */
  public static List<String> instructionSets() {
    return Environment.instructionSets();
  }

  /** Returns the extensions, such as {@code SPV_KHR_linkonce_odr}. */
  public static List<String> extensions() {
    return Environment.extensions();
  }

  /** Returns the numbers of the capabilities (SPIR-V, 3.31 "Capability"). */
  public static List<Integer> capabilities() {
    return Environment.capabilities();
  }
}
