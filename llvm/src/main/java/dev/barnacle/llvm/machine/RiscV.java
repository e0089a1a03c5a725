package dev.barnacle.llvm.machine;

import java.util.List;
import java.util.Set;

/**
 * RISC-V with 64 bits. Kernels are compiled for it, one work-item after the other, and their code
 * runs in a program of another compiler; Barnacle itself does not run on it.
 */
public final class RiscV extends Machine {
  /** Its name. */
  public static final String NAME = "RISC-V";

  /** LLVM's name of a processor with the standard extensions that each Linux asks for: RV64GC. */
  public static final String GENERAL = "generic-rv64";

  /** The extensions of {@link #GENERAL}, as LLVM's features. */
  public static final String GENERAL_FEATURES = "+m,+a,+f,+d,+c";

  static final RiscV INSTANCE = new RiscV();

  private RiscV() {
    super(
        new Names(NAME, List.of("riscv64"), List.of("riscv64"), "riscv64", 243),
        "/lib/ld-linux-riscv64-lp64d.so.1");
  }

  /** Without the vector extension, whose registers have no fixed length, there are none. */
  @Override
  public int vectorBits(Set<String> features) {
    return Long.SIZE;
  }
}
