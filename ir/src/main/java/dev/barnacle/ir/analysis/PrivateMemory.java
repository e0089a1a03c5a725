package dev.barnacle.ir.analysis;

import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Call;
import dev.barnacle.ir.Function;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;

/** The private memory that a work-item's variables take. */
public final class PrivateMemory {
  private PrivateMemory() {}

  /** Returns the bytes of a kernel and of all functions that it calls. */
  public static long byteSize(Function kernel) {
    Set<Function> functions = new LinkedHashSet<>();
    reach(kernel, functions);
    return byteSize(functions);
  }

  /** Returns the bytes of these functions. */
  public static long byteSize(Collection<Function> functions) {
    return functions.stream()
        .flatMap(f -> f.entry().instructions().stream())
        .mapToLong(i -> i instanceof Alloca alloca ? alloca.byteSize() : 0)
        .sum();
  }

  private static void reach(Function function, Set<Function> reached) {
    if (reached.add(function)) {
      function.instructions().stream()
          .filter(Call.class::isInstance)
          .forEach(call -> reach(((Call) call).callee(), reached));
    }
  }
}
