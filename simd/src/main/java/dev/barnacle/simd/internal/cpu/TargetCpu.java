package dev.barnacle.simd.internal.cpu;

import dev.barnacle.llvm.machine.Machine;
import dev.barnacle.llvm.machine.RiscV;
import dev.barnacle.llvm.module.OptLevel;
import dev.barnacle.llvm.module.TargetMachine;
import dev.barnacle.simd.InstructionSet;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

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
public record TargetCpu(
    String triple, String cpu, String tune, String features, int vectorBits, boolean fma) {
  /**
   * Returns the processor for a set of instructions, on a computer with this one.
   *
   * @throws IllegalArgumentException if it does not have them, or is of no family there is
   */
  public static TargetCpu of(InstructionSet set, HostCpu computer) {
    String triple = computer.triple();
    String hostCpu = computer.cpu();
    String hostFeatures = computer.features();
    Set<String> host = Set.copyOf(List.of(hostFeatures.split(",")));
    Machine machine = Machine.hostOfTriple(triple);
    if (set == InstructionSet.HOST) {
      int bits = machine.vectorBits(host);
      return new TargetCpu(
          triple, hostCpu, hostCpu, hostFeatures, bits, machine.hasFusedVectors(host));
    }
    if (!set.architecture().equals(machine.name())) {
      throw new IllegalArgumentException(
          "features="
              + set.optionName()
              + ": instructions of "
              + set.architecture()
              + ", this computer's processor does not have them; there are "
              + Arrays.stream(InstructionSet.values())
                  .filter(s -> s.architecture().equals(machine.name()))
                  .map(InstructionSet::optionName)
                  .collect(Collectors.joining(", ", "host, ", "")));
    }
    List<String> features = set.features().stream().map(f -> "+" + f).toList();
    if (!host.containsAll(features)) {
      throw new IllegalArgumentException(
          "features=" + set.optionName() + ": this computer's processor does not have them");
    }
    int bits = set == InstructionSet.AVX512 ? 512 : set == InstructionSet.AVX2 ? 256 : 128;
    String beside = machine.hasLevels() ? "" : String.join(",", features);
    return new TargetCpu(triple, set.cpu(), hostCpu, beside, bits, bits >= 256);
  }

  /**
   * Returns a RISC-V processor as each Linux for them asks for. It has no vectors, so kernels are
   * compiled for it with one lane; this computer does not run them.
   */
  public static TargetCpu riscV() {
    Machine machine = Machine.ofTriple("riscv64");
    String features = RiscV.GENERAL_FEATURES;
    int bits = machine.vectorBits(Set.of());
    return new TargetCpu(machine.triple(), RiscV.GENERAL, RiscV.GENERAL, features, bits, false);
  }

  /** Returns the family of processors that it is of. */
  public Machine family() {
    return Machine.ofTriple(triple);
  }

  /**
   * Returns whether it gathers words in one instruction, for lanes under a mask. AMD's processors
   * have it, but take longer than for single loads, and LLVM doesn't use it there.
   */
  public boolean gathers() {
    return vectorBits == 512 || (fma && !tune.startsWith("znver"));
  }

  /** Returns whether it scatters words in one instruction, for lanes under a mask. */
  public boolean scatters() {
    return vectorBits == 512;
  }

  /**
   * Returns the bits that each lane of a mask takes in a vector register, or 1 where LLVM's choice
   * is as good: masks of lanes that are narrower than words take their form from what is compared.
   */
  public int maskBits(int lanes) {
    boolean words = family().widensMasks(vectorBits) && vectorBits / lanes >= 32;
    return words ? Math.min(Long.SIZE, vectorBits / lanes) : 1;
  }

  /** Returns the function attributes that the processor asks for. */
  public String attributes() {
    String width = "\"prefer-vector-width\"=\"" + Math.max(256, vectorBits) + "\"";
    return tune.equals(cpu) ? width : width + " \"tune-cpu\"=\"" + tune + "\"";
  }

  /** Returns a new machine to compile for, which the caller closes. */
  public TargetMachine machine(OptLevel level) {
    return TargetMachine.create(triple, cpu, features, level);
  }
}
