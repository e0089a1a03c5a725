package dev.barnacle.cli;

import java.io.PrintWriter;
import java.io.StringWriter;

/** Runs {@code barnacle litmus} and keeps what it prints. */
abstract class LitmusCommandRuns {
  static final String STORE_BUFFERING =
      """
      C sb
      { [x] = 0; [y] = 0; }
      P0 (atomic_int* x, atomic_int* y) {
        atomic_store_explicit(x, 1, memory_order_relaxed);
        int r0 = atomic_load_explicit(y, memory_order_relaxed);
      }
      P1 (atomic_int* x, atomic_int* y) {
        atomic_store_explicit(y, 1, memory_order_relaxed);
        int r0 = atomic_load_explicit(x, memory_order_relaxed);
      }
      exists (0:r0=0 /\\ 1:r0=0)
      """;

  final StringWriter out = new StringWriter();
  final StringWriter err = new StringWriter();

  final int run(String... args) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    return Main.run(new PrintWriter(out), new PrintWriter(err), args);
  }
}
