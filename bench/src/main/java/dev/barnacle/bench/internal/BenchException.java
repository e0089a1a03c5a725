package dev.barnacle.bench.internal;

/** A platform that can't run a workload, or whose results are wrong. */
final class BenchException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  BenchException(String message) {
    super(message);
  }
}
