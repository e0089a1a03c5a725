package dev.barnacle.simd;

import dev.barnacle.llvm.machine.AArch64;
import dev.barnacle.llvm.machine.X86;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The instructions of the processor that kernels are compiled for. */
public enum InstructionSet {
  /** All that this computer's processor has. */
  HOST("", "", ""),
  /** x86-64 with AVX-512 F, BW, CD, DQ and VL: vectors of 512 bits. */
  AVX512(X86.NAME, "x86-64-v4", "avx512vl"),
  /** x86-64 with AVX2 and FMA: vectors of 256 bits. */
  AVX2(X86.NAME, "x86-64-v3", "avx2"),
  /** x86-64 with SSE4.2: vectors of 128 bits. */
  SSE4(X86.NAME, "x86-64-v2", "sse4.2"),
  /** x86-64 as every processor of that kind has it, with SSE2: vectors of 128 bits. */
  SSE2(X86.NAME, "x86-64", ""),
  /** AArch64 as every processor of that kind has it (ARMv8.0-A): vectors of 128 bits. */
  NEON(AArch64.NAME, "generic", ""),
  /** AArch64 with the atomic operations of ARMv8.1-A: vectors of 128 bits. */
  LSE(AArch64.NAME, "generic", "lse"),
  /** AArch64 with these and the Scalable Vector Extension: vectors of 128 bits. */
  SVE(AArch64.NAME, "generic", "lse,sve"),
  /** AArch64 with these and SVE2, as ARMv9-A has them: vectors of 128 bits. */
  SVE2(AArch64.NAME, "generic", "lse,sve,sve2");

  private final String architecture;
  private final String cpu;
  private final String features;

  InstructionSet(String architecture, String cpu, String features) {
    this.architecture = architecture;
    this.cpu = cpu;
    this.features = features;
  }

  /** Returns the kind of processor that has these: x86-64 or AArch64; empty for the host's own. */
  public String architecture() {
    return architecture;
  }

  /**
   * Returns LLVM's name of a processor of that kind, which has these and no more, or on AArch64 no
   * more than all have; empty for the host's own.
   */
  public String cpu() {
    return cpu;
  }

  /** Returns LLVM's names of what a processor must have beyond what all of its kind have. */
  public List<String> features() {
    return Arrays.stream(features.split(",")).filter(f -> !f.isEmpty()).toList();
  }

  /** Returns the name that options use, such as {@code avx2}. */
  public String optionName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns the set of that name.
   *
   * @throws IllegalArgumentException naming those there are
   */
  public static InstructionSet parse(String text) {
    return Arrays.stream(values())
        .filter(set -> set.optionName().equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "features="
                        + text
                        + ": expected one of "
                        + Arrays.stream(values())
                            .map(InstructionSet::optionName)
                            .collect(Collectors.joining(", "))));
  }
}
