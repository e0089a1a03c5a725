package dev.barnacle.llvm.machine;

import java.util.List;
import java.util.Optional;

/** AArch64, the 64-bit mode of Arm. */
public final class AArch64 extends Machine {
  /** Its name. */
  public static final String NAME = "AArch64";

  static final AArch64 INSTANCE = new AArch64();

  private AArch64() {
    super(
        new Names(NAME, List.of("aarch64", "arm64"), List.of("aarch64", "arm64"), "arm64", 183),
        "/lib/ld-linux-aarch64.so.1");
  }

  /**
   * Clang makes calls of libgcc's functions for atomic operations, which choose between the
   * instructions of ARMv8.0 and those of 8.1, where it finds a GCC that has them. A library that is
   * linked without libgcc could not be loaded.
   */
  @Override
  public List<String> clangOptions() {
    return List.of("-mno-outline-atomics");
  }

  /** The cycle counter is the system's own: programs read the timer's. */
  @Override
  public String cycleCounter() {
    return "@llvm.readsteadycounter";
  }

  @Override
  public Optional<String> vectorMathLibrary() {
    return Optional.of("libsleef.so");
  }
}
