package dev.barnacle.llvm.clang;

import dev.barnacle.llvm.internal.ToolFolder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How Barnacle's own C is compiled on the user's machine by the clang that it carries: without
 * headers or libraries, for programs that have a C library.
 */
public final class NativeC {
  private static final String X86_64 = "x86_64-unknown-linux-gnu";
  private static final String AARCH64 = "aarch64-unknown-linux-gnu";

  private NativeC() {}

  /** Returns clang's name of this machine, if it is one that such C is written for. */
  public static Optional<String> target() {
    return switch (ToolFolder.platform()) {
      case "linux-x86_64" -> Optional.of(X86_64);
      case "linux-arm64" -> Optional.of(AARCH64);
      default -> Optional.empty();
    };
  }

  /** Returns the names of all machines that such C is written for. */
  public static List<String> targets() {
    return List.of(X86_64, AARCH64);
  }

  /**
   * Returns clang's options to compile C for a shared library.
   *
   * <p>On AArch64 clang makes calls of libgcc's functions for atomic operations, which choose
   * between the instructions of ARMv8.0 and those of 8.1, where it finds a GCC that has them. A
   * library that is linked without libgcc could not be loaded.
   *
   * @param target one of {@link #targets}
   */
  public static List<String> options(String target) {
    List<String> options = new ArrayList<>(List.of("--target=" + target, "-std=c11", "-O2"));
    options.addAll(List.of("-ffreestanding", "-nostdinc", "-fPIC", "-fno-stack-protector"));
    options.addAll(List.of("-Wall", "-Werror"));
    if (target.equals(AARCH64)) {
      options.add("-mno-outline-atomics");
    }
    return options;
  }
}
