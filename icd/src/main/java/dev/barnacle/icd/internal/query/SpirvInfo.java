package dev.barnacle.icd.internal.query;

import static dev.barnacle.icd.internal.abi.Cl.*;

import dev.barnacle.cl.Platform;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.stream.IntStream;

/** The parts of SPIR-V that modules may use ({@code cl_khr_spirv_queries}; OpenCL 3.1). */
final class SpirvInfo {
  private static final int MINOR_VERSIONS = 7;

  private SpirvInfo() {}

  /** Strings that live as long as the process, by their addresses. */
  private static final class Texts {
    static final long[] SETS = addresses(Platform.spirvInstructionSets());
    static final long[] EXTENSIONS = addresses(Platform.spirvExtensions());

    private static long[] addresses(List<String> texts) {
      return texts.stream().mapToLong(t -> Arena.global().allocateFrom(t).address()).toArray();
    }
  }

  /** Returns the addresses of the names of sets of extended instructions. */
  static long[] instructionSets() {
    return Texts.SETS;
  }

  /** Returns the addresses of the names of extensions of SPIR-V. */
  static long[] extensions() {
    return Texts.EXTENSIONS;
  }

  /** Returns the versions in words: {@code SPIR-V_1.0 SPIR-V_1.1 …}. */
  static String versionNames() {
    return String.join(" ", versions().stream().map(v -> "SPIR-V_1." + minor(v)).toList());
  }

  private static int minor(Info.NameVersion version) {
    return version.version() >>> 12 & 0x3ff;
  }

  /** Returns the versions that are read. */
  static List<Info.NameVersion> versions() {
    return IntStream.range(0, MINOR_VERSIONS)
        .mapToObj(v -> new Info.NameVersion(1 << 22 | v << 12, "SPIR-V"))
        .toList();
  }
}
