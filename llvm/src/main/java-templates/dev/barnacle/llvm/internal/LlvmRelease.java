package dev.barnacle.llvm.internal;

/** The version of LLVM that the build takes from Maven Central; the build writes it here. */
final class LlvmRelease {
  static final String VERSION = "${llvm.version}";

  private LlvmRelease() {}
}
