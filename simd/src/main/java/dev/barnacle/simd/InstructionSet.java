package dev.barnacle.simd;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Which of the processor's instructions kernels are compiled for. */
public enum InstructionSet {
  /** All that this computer's processor has. */
  HOST(""),
  /** x86-64 with AVX-512 F, BW, CD, DQ and VL: vectors of 512 bits. */
  AVX512("x86-64-v4"),
  /** x86-64 with AVX2 and FMA: vectors of 256 bits. */
  AVX2("x86-64-v3"),
  /** x86-64 with SSE4.2: vectors of 128 bits. */
  SSE4("x86-64-v2"),
  /** x86-64 as every processor of that kind has it, with SSE2: vectors of 128 bits. */
  SSE2("x86-64");

  private final String cpu;

  InstructionSet(String cpu) {
    this.cpu = cpu;
  }

  /** Returns LLVM's name of the processor that has these and no more; empty for the host's own. */
  public String cpu() {
    return cpu;
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
