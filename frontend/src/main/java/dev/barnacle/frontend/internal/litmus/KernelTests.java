package dev.barnacle.frontend.internal.litmus;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Recognises tests of the Linux kernel's memory model, which share the header C. */
final class KernelTests {
  private static final Pattern PRIMITIVE =
      Pattern.compile(
          "\\b(READ_ONCE|WRITE_ONCE|smp_\\w+|s?rcu_\\w+|synchronize_s?rcu\\w*|spin_\\w*lock\\w*"
              + "|xchg\\w*|cmpxchg\\w*|atomic_(?:read|set|add_return|sub_return|inc_return)\\w*"
              + "|__(?:load|store|fence|xchg|cmpxchg|srcu|atomic_(?:op\\w*|fetch_op|add_unless)|lock|unlock|trylock))"
              + "\\s*[({]|\\b(atomic_t|spinlock_t|struct\\s+srcu_struct)\\b");

  private KernelTests() {}

  /** The error at the first of its primitives, or null if there is none. */
  static LitmusErrors.@Nullable LitmusError find(String body) {
    Matcher m = PRIMITIVE.matcher(body);
    if (!m.find()) {
      return null;
    }
    String word = m.group(1) == null ? m.group(2) : m.group(1);
    int line = 1 + (int) body.substring(0, m.start()).chars().filter(c -> c == '\n').count();
    int column = m.start() - body.lastIndexOf('\n', m.start());
    return new LitmusErrors.LitmusError(
        line,
        column,
        "'"
            + word
            + "' belongs to the Linux kernel's memory model, which is not supported: the"
            + " tests here use C11's or OpenCL's atomics");
  }
}
