package dev.barnacle.llvm.machine;

import java.util.List;

/** AArch64, the 64-bit mode of Arm. */
public final class AArch64 extends Machine {
  /** Its name. */
  public static final String NAME = "AArch64";

  private static final String SYSTEM_CALLS =
      """
      define internal void @write(i32 %file, ptr %text, i64 %bytes) {
        %number = zext i32 %file to i64
        %r = call i64 asm sideeffect "svc #0", "={x0},{x8},{x0},{x1},{x2},~{memory}"(i64 64, i64 %number, ptr %text, i64 %bytes)
        ret void
      }
      define internal void @exit(i32 %status) noreturn {
        %number = zext i32 %status to i64
        %r = call i64 asm sideeffect "svc #0", "={x0},{x8},{x0},~{memory}"(i64 94, i64 %number)
        unreachable
      }
      define internal void @sleep(ptr %time) {
        %r = call i64 asm sideeffect "svc #0", "={x0},{x8},{x0},{x1},~{memory}"(i64 101, ptr %time, i64 0)
        ret void
      }
      """;

  static final AArch64 INSTANCE = new AArch64();

  private AArch64() {
    super(
        new Names(NAME, List.of("aarch64", "arm64"), List.of("aarch64", "arm64"), "arm64", 183),
        "/lib/ld-linux-aarch64.so.1",
        SYSTEM_CALLS);
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
}
