package dev.barnacle.simd.internal.abi;

import dev.barnacle.simd.internal.text.LlvmText;

/** Why a work-group could not go on. */
public enum Fault {
  /** Work-items of one group came to different barriers. */
  BARRIER_DIVERGENCE(1),
  /** A work-item came to a {@link dev.barnacle.ir.Trap}. */
  TRAP(2);

  private final int code;

  Fault(int code) {
    this.code = code;
  }

  /** Writes it into the arena, with the work-group. */
  public void emit(LlvmText text) {
    String at = text.assign("getelementptr i8, ptr %arena, i64 " + ArenaLayout.FAULT);
    text.line("store i64 " + code + ", ptr " + at);
    for (int d = 0; d < 3; d++) {
      String place =
          text.assign("getelementptr i8, ptr %arena, i64 " + (ArenaLayout.FAULT_GROUP + 8L * d));
      text.line("store i64 %grp" + d + ", ptr " + place);
    }
  }

  /** Returns the number that the code leaves in its arena. */
  public int code() {
    return code;
  }
}
