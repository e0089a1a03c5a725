package dev.barnacle.simd.internal;

/**
 * Why a work-group could not go on; the number that the code leaves in its arena is {@code
 * ordinal() + 1}.
 */
enum Fault {
  /** Work-items of one group came to different barriers. */
  BARRIER_DIVERGENCE(1);

  private final int code;

  Fault(int code) {
    this.code = code;
  }

  /** Returns the number that the code leaves in its arena. */
  int code() {
    return code;
  }
}
