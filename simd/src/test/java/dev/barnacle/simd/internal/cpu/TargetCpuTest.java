package dev.barnacle.simd.internal.cpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.barnacle.simd.InstructionSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which processor kernels are compiled for, on computers of both kinds. */
class TargetCpuTest {
  private static final String LINUX = "-unknown-linux-gnu";
  private static final String SKYLAKE =
      "+sse2,+sse4.2,+avx2,+avx512f,+avx512dq,+avx512vl,-amx-bf16";
  private static final String HASWELL = "+sse2,+sse4.2,+avx2,-avx512f,-avx512dq,-avx512vl";

  /** Neoverse N1, V1 and N2, and Cortex-A72, as LLVM reads the system's flags of them. */
  private static final String N1 = "+fp-armv8,+neon,+lse,+crc,+fullfp16,+dotprod";

  private static final String V1 = N1 + ",+sve,+bf16";
  private static final String N2 = V1 + ",+sve2,+sve2-bitperm";
  private static final String A72 = "+fp-armv8,+neon,+crc";

  private static TargetCpu of(InstructionSet set, String host) {
    boolean arm = host.contains("neon");
    String triple = (arm ? "aarch64" : "x86_64") + LINUX;
    return TargetCpu.of(set, new HostCpu(triple, arm ? "neoverse-n1" : "skylake-avx512", host));
  }

  @Test
  void theHostIsTakenAsItIs() {
    assertEquals(
        new TargetCpu("aarch64" + LINUX, "neoverse-n1", "neoverse-n1", N2, 128, false),
        of(InstructionSet.HOST, N2));
    assertEquals(512, of(InstructionSet.HOST, SKYLAKE).vectorBits());
    assertEquals(256, of(InstructionSet.HOST, HASWELL).vectorBits());
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "NEON, generic, \"\", 128",
        "LSE, generic, +lse, 128",
        "SVE, generic, \"+lse,+sve\", 128",
        "SVE2, generic, \"+lse,+sve,+sve2\", 128"
      })
  void fewerInstructionsOfAArch64(InstructionSet set, String cpu, String features, int bits) {
    assertEquals(
        new TargetCpu("aarch64" + LINUX, cpu, "neoverse-n1", features, bits, false), of(set, N2));
  }

  @ParameterizedTest
  @CsvSource({"AVX512, x86-64-v4, 512", "AVX2, x86-64-v3, 256", "SSE4, x86-64-v2, 128"})
  void fewerInstructionsOfX86(InstructionSet set, String cpu, int bits) {
    assertEquals(
        new TargetCpu("x86_64" + LINUX, cpu, "skylake-avx512", "", bits, bits >= 256),
        of(set, SKYLAKE));
  }

  private static String refused(InstructionSet set, String host) {
    return String.valueOf(
        assertThrows(IllegalArgumentException.class, () -> of(set, host)).getMessage());
  }

  @Test
  void whatTheProcessorLacksIsRefused() {
    String lacks = ": this computer's processor does not have them";
    assertEquals("features=avx512" + lacks, refused(InstructionSet.AVX512, HASWELL));
    assertEquals("features=sve2" + lacks, refused(InstructionSet.SVE2, V1));
    assertEquals("features=sve" + lacks, refused(InstructionSet.SVE, N1));
    assertEquals("features=lse" + lacks, refused(InstructionSet.LSE, A72));
    assertEquals("", of(InstructionSet.NEON, A72).features());
  }

  @Test
  void otherMachinesAreRefusedByTheirNames() {
    HostCpu other = new HostCpu("riscv64" + LINUX, "generic-rv64", "+m,+a,+f,+d");
    for (InstructionSet set : InstructionSet.values()) {
      assertEquals(
          "Barnacle runs on x86-64 and AArch64 only, not on 'riscv64'",
          assertThrows(IllegalArgumentException.class, () -> TargetCpu.of(set, other))
              .getMessage());
    }
  }

  @Test
  void whatIsOfAnotherArchitectureIsRefusedByItsName() {
    assertEquals(
        "features=sse2: instructions of x86-64, this computer's processor does not have them;"
            + " there are host, neon, lse, sve, sve2",
        refused(InstructionSet.SSE2, A72));
    assertEquals(
        "features=neon: instructions of AArch64, this computer's processor does not have them;"
            + " there are host, avx512, avx2, sse4, sse2",
        refused(InstructionSet.NEON, SKYLAKE));
  }
}
