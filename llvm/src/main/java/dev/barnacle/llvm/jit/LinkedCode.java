package dev.barnacle.llvm.jit;

import dev.barnacle.llvm.error.LlvmException;

/** Code in memory, whoever has linked it. */
interface LinkedCode {
  /**
   * Returns the address of what it defines.
   *
   * @throws LlvmException if it does not define it
   */
  long address(String symbol);

  /** Frees it, once. */
  void free();
}
