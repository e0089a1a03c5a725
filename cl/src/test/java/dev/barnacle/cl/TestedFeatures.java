package dev.barnacle.cl;

import java.util.List;

/** Values of the engine's option {@code features}, on the kind of machine that tests run on. */
public final class TestedFeatures {
  private static final boolean ARM = System.getProperty("os.arch").equals("aarch64");

  /** The instructions that every processor of the kind has: vectors of 128 bits. */
  public static final String FEWEST = ARM ? "neon" : "sse2";

  /** Sets that differ in what is compiled. */
  public static final List<String> SOME =
      ARM ? List.of("host", "lse", "neon") : List.of("host", "avx2", "sse2");

  private TestedFeatures() {}
}
