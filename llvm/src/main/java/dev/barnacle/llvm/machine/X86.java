package dev.barnacle.llvm.machine;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/** x86-64. */
public final class X86 extends Machine {
  /** Its name. */
  public static final String NAME = "x86-64";

  static final X86 INSTANCE = new X86();

  private X86() {
    super(
        new Names(NAME, List.of("amd64", "x86_64", "x64"), List.of("x86_64"), "x86_64", 62),
        "/lib64/ld-linux-x86-64.so.2");
  }

  @Override
  public boolean cachesCode() {
    return false;
  }

  @Override
  public int vectorBits(Set<String> features) {
    boolean wide = features.contains("+avx512f") && features.contains("+avx512dq");
    return wide ? 512 : hasFusedVectors(features) ? 256 : 128;
  }

  @Override
  public boolean hasFusedVectors(Set<String> features) {
    return features.contains("+avx2");
  }

  @Override
  public boolean hasLevels() {
    return true;
  }

  /** AVX-512 has registers for truth values. */
  @Override
  public boolean widensMasks(int vectorBits) {
    return vectorBits < 512;
  }

  @Override
  public Optional<String> vectorMathLibrary() {
    return Optional.of("libjsvml.so");
  }
}
