package dev.barnacle.frontend.internal.spirv.dictionary;

import java.util.Arrays;
import java.util.Optional;

/** The scopes of kernels (SPIR-V, 3.27 "Scope"). */
public enum Scope {
  CROSS_DEVICE(0, 3),
  DEVICE(1, 2),
  WORKGROUP(2, 1),
  SUBGROUP(3, 4),
  INVOCATION(4, 0);

  private final int number;
  private final int openCl;

  Scope(int number, int openCl) {
    this.number = number;
    this.openCl = openCl;
  }

  /** Returns its number in SPIR-V. */
  public int number() {
    return number;
  }

  /** Returns its number as a {@code memory_scope} of OpenCL C. */
  public int openCl() {
    return openCl;
  }

  /** Returns the scope of a number; none where kernels have none of that. */
  public static Optional<Scope> of(int number) {
    return Arrays.stream(values()).filter(s -> s.number == number).findFirst();
  }

  /** Returns the scope of a {@code memory_scope}. */
  public static Optional<Scope> ofOpenCl(int memoryScope) {
    return Arrays.stream(values()).filter(s -> s.openCl == memoryScope).findFirst();
  }
}
