package dev.barnacle.simd.internal.abi;

import dev.barnacle.llvm.text.LlvmText;

/** Why a work-group could not go on. */
public enum FaultCode {
  /** Work-items of one group came to different barriers. */
  BARRIER_DIVERGENCE(1),
  /** A work-item came to a {@link dev.barnacle.ir.Trap}. */
  TRAP(2);

  private final int code;

  FaultCode(int code) {
    this.code = code;
  }

  /** Writes it into the arena, with the work-group as the program numbers it. */
  public void emit(LlvmText text, Specialization specialization) {
    String at = text.gep("%arena", ArenaLayout.FAULT);
    text.store("i64", code, at);
    for (int d = 0; d < 3; d++) {
      String place = text.gep("%arena", ArenaLayout.FAULT_GROUP + 8L * d);
      text.store("i64", "%grp" + specialization.asked(d), place);
    }
  }

  /** Returns the number that the code leaves in its arena. */
  public int code() {
    return code;
  }
}
