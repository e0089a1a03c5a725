package dev.barnacle.simd;

import java.util.Locale;

/** The linker of machine code into the process. Both give the same results. */
public enum Linking {
  /** Barnacle, without LLVM; LLVM for what Barnacle does not know, and on other systems. */
  AUTO,

  /** LLVM: to compare with. */
  LLVM;

  /**
   * Returns the one of that name.
   *
   * @throws IllegalArgumentException if there is none
   */
  static Linking parse(String name) {
    for (Linking linking : values()) {
      if (linking.name().toLowerCase(Locale.ROOT).equals(name)) {
        return linking;
      }
    }
    throw new IllegalArgumentException("linker=" + name + ": expected auto or llvm");
  }
}
