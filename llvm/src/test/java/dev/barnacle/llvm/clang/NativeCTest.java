package dev.barnacle.llvm.clang;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Barnacle's own C needs no library of a compiler, also where a GCC is found that has one. */
class NativeCTest {
  private static final String ATOMICS =
      """
      int add(int *x) { return __atomic_fetch_add(x, 1, __ATOMIC_ACQ_REL); }
      int swap(long *x, long *old) {
        return __atomic_compare_exchange_n(x, old, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
      }
      """;

  static List<String> targets() {
    return NativeC.targets();
  }

  private static String assembly(List<String> options) {
    List<String> all = new ArrayList<>(options);
    all.addAll(List.of("-S", "-x", "c", "-", "-o", "-"));
    Clang.Result result = Clang.locate().run(all, ATOMICS.getBytes(StandardCharsets.UTF_8));
    assertEquals(0, result.status(), result.messages());
    return new String(result.output(), StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @MethodSource("targets")
  void atomicOperationsAreInstructions(String target) {
    List<String> options = new ArrayList<>();
    if (target.startsWith("aarch64")) {
      options.add("-moutline-atomics"); // as clang takes for granted where it finds a GCC for it
      options.addAll(List.of("--target=" + target, "-O2"));
      assertTrue(assembly(options).contains("__aarch64_ldadd4_acq_rel"), "the test is blind");
    }
    options.addAll(NativeC.options(target));
    String assembly = assembly(options);
    assertFalse(assembly.contains("__aarch64_") || assembly.contains("__atomic_"), assembly);
  }
}
