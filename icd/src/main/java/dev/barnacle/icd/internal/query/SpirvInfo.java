package dev.barnacle.icd.internal.query;

import static dev.barnacle.icd.internal.abi.Cl.*;

import dev.barnacle.cl.Platform;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.stream.IntStream;

/** What modules of SPIR-V may use ({@code cl_khr_spirv_queries}; OpenCL 3.1). */
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

  /** Answers a query, or tells that it is none of these. */
  static boolean write(int parameter, Info out) {
    switch (parameter) {
      case CL_DEVICE_SPIRV_EXTENDED_INSTRUCTION_SETS -> out.longs(Texts.SETS);
      case CL_DEVICE_SPIRV_EXTENSIONS -> out.longs(Texts.EXTENSIONS);
      case CL_DEVICE_SPIRV_CAPABILITIES -> out.bytes(words(Platform.spirvCapabilities()));
      case CL_DEVICE_IL_VERSION ->
          out.string(
              String.join(" ", versions().stream().map(v -> "SPIR-V_1." + minor(v)).toList()));
      case CL_DEVICE_ILS_WITH_VERSION -> out.versions(versions());
      default -> {
        return false;
      }
    }
    return true;
  }

  private static int minor(Info.NameVersion version) {
    return version.version() >>> 12 & 0x3ff;
  }

  private static List<Info.NameVersion> versions() {
    return IntStream.range(0, MINOR_VERSIONS)
        .mapToObj(v -> new Info.NameVersion(1 << 22 | v << 12, "SPIR-V"))
        .toList();
  }

  private static byte[] words(List<Integer> numbers) {
    ByteBuffer bytes =
        ByteBuffer.allocate(numbers.size() * Integer.BYTES).order(ByteOrder.nativeOrder());
    numbers.forEach(bytes::putInt);
    return bytes.array();
  }
}
