package dev.barnacle.simd.internal;

import dev.barnacle.llvm.OptLevel;
import dev.barnacle.llvm.TargetMachine;
import dev.barnacle.simd.InstructionSet;

/**
 * The processor that kernels are compiled for: this computer's, or a lesser one that it can stand
 * for.
 *
 * @param triple LLVM's name of the kind of machine
 * @param cpu LLVM's name of the processor
 * @param tune LLVM's name of the processor that instructions are chosen and ordered for: this
 *     computer's own
 * @param features what it has beside, in LLVM's notation
 * @param vectorBits the width of a vector register
 * @param fma whether it has AVX2 and FMA
 */
record TargetCpu(
    String triple, String cpu, String tune, String features, int vectorBits, boolean fma) {
  /**
   * Returns the processor for a set of instructions.
   *
   * @throws IllegalArgumentException if this computer does not have them
   */
  static TargetCpu of(InstructionSet set) {
    String triple = TargetMachine.hostTriple();
    String host = "," + TargetMachine.hostFeatures() + ",";
    if (set == InstructionSet.HOST) {
      boolean wide = host.contains(",+avx512f,") && host.contains(",+avx512dq,");
      boolean middle = host.contains(",+avx2,");
      return new TargetCpu(
          triple,
          TargetMachine.hostCpu(),
          TargetMachine.hostCpu(),
          TargetMachine.hostFeatures(),
          wide ? 512 : middle ? 256 : 128,
          middle);
    }
    if (!triple.startsWith("x86_64") || !host.contains("," + feature(set) + ",")) {
      throw new IllegalArgumentException(
          "features=" + set.optionName() + ": this computer's processor does not have them");
    }
    int bits = set == InstructionSet.AVX512 ? 512 : set == InstructionSet.AVX2 ? 256 : 128;
    return new TargetCpu(triple, set.cpu(), TargetMachine.hostCpu(), "", bits, bits >= 256);
  }

  private static String feature(InstructionSet set) {
    return switch (set) {
      case AVX512 -> "+avx512vl";
      case AVX2 -> "+avx2";
      case SSE4 -> "+sse4.2";
      case SSE2, HOST -> "+sse2";
    };
  }

  /**
   * Tells whether it gathers words in one instruction, for lanes under a mask. AMD's processors
   * have it, but take longer than for single loads, and LLVM doesn't use it there.
   */
  boolean gathers() {
    return vectorBits == 512 || (fma && !tune.startsWith("znver"));
  }

  /** Tells whether it scatters words in one instruction, for lanes under a mask. */
  boolean scatters() {
    return vectorBits == 512;
  }

  /**
   * Returns the bits that each lane of a mask takes in a vector register, or 1 where LLVM's choice
   * is as good: AVX-512 has registers for truth values, and masks of lanes that are narrower than
   * words take their form from what is compared.
   */
  int maskBits(int lanes) {
    boolean words = triple.startsWith("x86_64") && vectorBits < 512 && vectorBits / lanes >= 32;
    return words ? Math.min(Long.SIZE, vectorBits / lanes) : 1;
  }

  /** Returns the function attributes that the processor asks for. */
  String attributes() {
    String width = "\"prefer-vector-width\"=\"" + Math.max(256, vectorBits) + "\"";
    return tune.equals(cpu) ? width : width + " \"tune-cpu\"=\"" + tune + "\"";
  }

  /** Returns a new machine to compile for, which the caller closes. */
  TargetMachine machine(OptLevel level) {
    return TargetMachine.create(triple, cpu, features, level);
  }
}
