package dev.barnacle.bench.internal;

/** Families of litmus tests in C that grow with a number of threads. */
final class LitmusFamilies {
  private LitmusFamilies() {}

  /** So many threads that each add one to the same location. */
  static String fetchAdd(int threads) {
    StringBuilder text = new StringBuilder("C fetch_add_" + threads + "\n{ [x] = 0; }\n");
    for (int i = 0; i < threads; i++) {
      text.append("P").append(i).append(" (atomic_int* x) {\n");
      text.append("  int r0 = atomic_fetch_add_explicit(x, 1, memory_order_relaxed);\n}\n");
    }
    return text.append("~exists (~(x=").append(threads).append("))\n").toString();
  }

  /** So many threads that each write once, and one that reads as often: coherence is asked. */
  static String writers(int writers) {
    StringBuilder text = new StringBuilder("C writers_" + writers + "\n{ [x] = 0; }\n");
    for (int i = 0; i < writers; i++) {
      text.append("P").append(i).append(" (atomic_int* x) {\n  atomic_store_explicit(x, ");
      text.append(i + 1).append(", memory_order_relaxed);\n}\n");
    }
    text.append("P").append(writers).append(" (atomic_int* x) {\n");
    StringBuilder condition = new StringBuilder();
    for (int i = 0; i < writers; i++) {
      text.append("  int r").append(i);
      text.append(" = atomic_load_explicit(x, memory_order_relaxed);\n");
      int value = i == writers - 1 ? 1 : i + 1; // back to the first value: never
      condition.append(i == 0 ? "" : " /\\ ");
      condition.append(writers).append(":r").append(i).append('=').append(value);
    }
    return text.append("}\n~exists (").append(condition).append(")\n").toString();
  }

  /** Store buffering around a ring of so many threads, all seq_cst. */
  static String storeBuffering(int threads) {
    StringBuilder text = new StringBuilder("C store_buffering_" + threads + "\n{ ");
    StringBuilder body = new StringBuilder();
    StringBuilder condition = new StringBuilder();
    for (int i = 0; i < threads; i++) {
      int next = (i + 1) % threads;
      text.append("[x").append(i).append("] = 0; ");
      body.append("P%d (atomic_int* x%d, atomic_int* x%d) {\n".formatted(i, i, next));
      body.append("  atomic_store_explicit(x%d, 1, memory_order_seq_cst);\n".formatted(i));
      body.append(
          "  int r0 = atomic_load_explicit(x%d, memory_order_seq_cst);\n}\n".formatted(next));
      condition.append(i == 0 ? "" : " /\\ ").append(i).append(":r0=0");
    }
    return text.append("}\n")
        .append(body)
        .append("~exists (")
        .append(condition)
        .append(")\n")
        .toString();
  }

  /** So many threads that each add one to a plain counter under a ticket lock. */
  static String ticketLock(int threads) {
    StringBuilder text = new StringBuilder("C ticket_lock_" + threads + "\n");
    text.append("{ [next] = 0; [serving] = 0; [count] = 0; }\n");
    for (int i = 0; i < threads; i++) {
      text.append("P").append(i);
      text.append(
          """
           (atomic_int* next, atomic_int* serving, int* count) {
            int t = atomic_fetch_add_explicit(next, 1, memory_order_relaxed);
            while (atomic_load_explicit(serving, memory_order_acquire) != t) { }
            int c = *count;
            *count = c + 1;
            atomic_store_explicit(serving, t + 1, memory_order_release);
          }
          """);
    }
    return text.append("~exists (~(count=").append(threads).append("))\n").toString();
  }
}
