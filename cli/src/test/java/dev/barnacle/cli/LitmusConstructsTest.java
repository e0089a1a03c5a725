package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cli.internal.litmus.LitmusTask;
import dev.barnacle.cli.internal.stress.RefusedException;
import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.Explorer;
import dev.barnacle.explore.Outcome;
import dev.barnacle.frontend.FrontendException;
import dev.barnacle.frontend.litmus.LitmusReader;
import dev.barnacle.model.Model;
import dev.barnacle.model.ModelException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What each construct of the two dialects means, told by the states that a test can end in. */
final class LitmusConstructsTest {
  private static Outcome run(String model, String text) {
    return run(Model.shipped(model), text);
  }

  private static Outcome run(Model model, String text) {
    try {
      Outcome outcome =
          new LitmusTask(LitmusReader.parse("t.litmus", text))
              .run(new Explorer(model), false, Explorer.DEFAULT_UNROLL, () -> false);
      assertTrue(outcome.complete(), () -> text + outcome.limits());
      return outcome;
    } catch (FrontendException | ExploreException e) {
      throw new AssertionError(text + e, e);
    }
  }

  /** One thread computes: its only final state satisfies the condition. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      quoteCharacter = '"',
      value = {
        "int a[3] = {5, 6}; int i = 1; a[i] += 2; a[2] = a[0] + a[i];#0:a[1]=8 /\\ 0:a[2]=13",
        "int a[2]; int *p = &a[1]; *p = 4; r0 = a[1];#0:r0=4",
        "int i; int s = 0; for (i = 0; i < 4; i++) { if (i == 2) continue; s += i; }#0:s=4",
        "int i = 0; do { i++; if (i > 2) break; } while (true);#0:i=3",
        "int i = 5; int j = i-- - --i; int k = i > 2 && !(i == 4) ? 7 : 8;#0:i=3 /\\ 0:j=2 /\\"
            + " 0:k=7",
        "unsigned int u = 0; u--; int g = u > 1; long l = (long)u;#0:g=1 /\\ 0:u=0xffffffff"
            + " /\\ 0:l=4294967295",
        "char c = (char)300; unsigned char d = -1; int e = c + d;#0:c=44 /\\ 0:d=255 /\\ 0:e=299",
        "int e = 0; int r = atomic_compare_exchange_strong(x, &e, 3); int f = e;#0:r=1 /\\ x=3",
        "int e = 1; int r = SCAS(x, &e, 3, memory_order_relaxed, memory_order_relaxed);#"
            + "0:r=0 /\\ 0:e=0 /\\ x=0",
        "int e = 1; int r = atomic_compare_exchange_strong_explicit(x, &e, 3,"
            + " memory_order_acq_rel, memory_order_acquire);#0:r=0 /\\ 0:e=0",
        "int r = atomic_flag_test_and_set(x); int s = atomic_flag_test_and_set(x);"
            + " atomic_flag_clear(x);#0:r=0 /\\ 0:s=1 /\\ x=0",
        "int r = atomic_fetch_or(x, 6); r += atomic_fetch_xor(x, 3); r += atomic_fetch_and(x, 4);"
            + " atomic_exchange(x, r);#0:r=11 /\\ x=11",
        "atomic_fetch_min(x, -5); atomic_fetch_max(x, 9); atomic_inc(x); atomic_sub(x, 3);#x=7",
        "int r = atomic_cmpxchg(x, 0, 8); (void) atomic_xchg(x, r + 1);#x=1 /\\ 0:r=0",
        "mtx_lock(m); *y = 1; mtx_unlock(m);#y=1 /\\ m=0",
        "int *p = y; *p = 3; int same = p == y; int null = p == NULL;#y=3 /\\ 0:same=1 /\\"
            + " 0:null=0",
        "if (0) { *y = 1; } else if (1) *y = 2; else *y = 3; return; *y = 4;#y=2",
        "b[1] = 5; *(b + 2) = b[1] << 1; int r = *(&b[2] - 1) ^ 1;#b={0,5,10} /\\ 0:r=4",
        "int s = 0; for (int i = -1; i < 4; i++) { switch (i) { case -1: s += 1; break; case 1:"
            + " s += 10; case 2: s += 100; break; default: continue; } s += 1000; }"
            + "#0:s=3211",
        "switch (*y) { } switch (*y) { case 1: *y = 2; } switch (*y + 3) { default: *y = 4; case"
            + " 0x3: *y += 5; }#y=5",
        "int z = 7 / 2 * 2 % 4 | 8; z &= ~1; z <<= 2; z >>= 1;#0:z=20",
      })
  void computes(String body, String condition) throws RefusedException {
    String text =
        "C t\n{ int b[3]; mtx_t m; }\nP0 (atomic_int* x, int* y, int b[], mtx_t* m) { "
            + body
            + " }\nforall ("
            + condition
            + ")\n";
    Outcome outcome = run("c11", text);
    assertEquals(0, outcome.negative(), () -> body + outcome.states());
    assertTrue(outcome.positive() > 0, body);
    // So does the device, unless it has to do with addresses of its own.
    if (body.contains("int *p") || body.contains("a[i]")) {
      assertThrows(RefusedException.class, () -> DeviceRuns.run("c11", text), body);
    } else {
      String seen = DeviceRuns.run("c11", text).text();
      assertTrue(seen.contains("\nObservation t Always 256 0\n"), () -> text + seen);
      assertTrue(seen.endsWith(" 1 of them seen; 0 seen that it forbids\n"), () -> text + seen);
    }
  }

  /** The initial state may say where a parameter points to; values are those of the type. */
  @Test
  void initialStatesOfOtherTypesAndNames() {
    Outcome outcome =
        run(
            "c11",
            """
            C t
            { uint32_t w = 4294967295; int8_t b = 200; 0:p = w; 0:w = w; 1:p = b; }
            P0 (uint32_t* w, uint32_t* p) { uint32_t r0 = *p; int r1 = *p == *w; }
            P1 (int8_t* p) { int r0 = *p; *p = 1; }
            forall (0:r0=0xffffffff /\\ 0:r1=1 /\\ w=-1 /\\ 1:r0=-56 /\\ b=1)
            """);
    assertEquals(0, outcome.negative(), () -> outcome.states().toString());
    assertTrue(outcome.positive() > 0);
  }

  /** A lock's holder is alone: both increments count, and nobody races. */
  @Test
  void mutexesExclude() {
    String thread = " (mtx_t* m, int* x) { mtx_lock(m); *x = *x + 1; mtx_unlock(m); }\n";
    String text = "C t\n{ mtx_t m; }\nP0" + thread + "P1" + thread + "P2" + thread;
    for (String model : new String[] {"c11", "c11-original", "rc11", "sc"}) {
      Outcome outcome = run(model, text + "forall x=3\n");
      assertEquals(0, outcome.negative(), model);
      assertTrue(outcome.positive() > 0, model);
      assertEquals(0, outcome.faults().size(), model + outcome.faults());
    }
  }

  /**
   * Loops that end once their compare-exchange succeeds write once: so a thread can see two new
   * values at most, and the loops need no bound.
   */
  @Test
  void compareExchangeLoopsEnd() {
    String update =
        """
         (atomic_int* x) {
          int e = atomic_load_explicit(x, memory_order_relaxed);
          while (atomic_compare_exchange_strong_explicit(
              x, &e, e, memory_order_relaxed, memory_order_relaxed) == 0) {}
          atomic_store_explicit(x, %d, memory_order_relaxed);
        }
        """;
    String text =
        "C t\n{}\nP0"
            + update.formatted(1)
            + "P1"
            + update.formatted(2)
            + "P2 (atomic_int* x) {\n"
            + "  int r0 = atomic_load_explicit(x, memory_order_relaxed);\n"
            + "  int r1 = atomic_load_explicit(x, memory_order_relaxed);\n"
            + "}\nexists (2:r0=2 /\\ 2:r1=0)\n";
    for (String model : new String[] {"c11", "rc11"}) {
      assertEquals(0, run(model, text).positive(), model);
    }
    assertTrue(run("c11", text.replace("2:r1=0", "2:r1=1 /\\ 0:e=2 /\\ 1:e=0")).positive() > 0);
  }

  /** Message passing through a pointer that is consumed. */
  @ParameterizedTest
  @CsvSource({
    "c11, memory_order_consume, *r0, false, false",
    "c11, memory_order_consume, *x, true, true",
    "c11, memory_order_acquire, *x, false, false",
    "c11, memory_order_relaxed, *r0, true, true",
    "c11-original, memory_order_consume, *r0, false, false",
    "rc11, memory_order_consume, *r0, true, true",
  })
  void consumeOrdersWhatDependsOnIt(
      String model, String order, String read, boolean allowed, boolean racy) {
    Outcome outcome =
        run(
            model,
            "C t\n{ y = -1; p = y; }\nP0 (_Atomic (int *) *p, int* x) {\n  *x = 1;\n"
                + "  atomic_store_explicit(p, x, memory_order_release);\n}\n"
                + "P1 (_Atomic (int *) *p, int* x) {\n"
                + "  int *r0 = atomic_load_explicit(p, "
                + order
                + ");\n  int r1 = -1;\n  if (r0 == x) r1 = "
                + read
                + ";\n}\nexists (1:r0=x /\\ 1:r1=0)\n");
    assertEquals(allowed, outcome.positive() > 0);
    assertEquals(racy, !outcome.faults().isEmpty());
  }

  /** What is only sequenced after a consume is not ordered, even behind a dependent store. */
  @Test
  void consumeIsNotFollowedBySequencedBefore() {
    Outcome outcome =
        run(
            "c11",
            """
            C t
            { }
            P0 (int* x, atomic_int* y) {
              *x = 1;
              atomic_store_explicit(y, 1, memory_order_release);
            }
            P1 (int* x, atomic_int* y, atomic_int* z) {
              int r0 = atomic_load_explicit(y, memory_order_consume);
              atomic_store_explicit(z, r0, memory_order_relaxed);
              int r1 = -1;
              if (r0) r1 = *x;
            }
            exists (1:r1=0)
            """);
    assertTrue(outcome.positive() > 0);
  }

  /** Dependencies on late reads of a long thread are there, and only they. */
  @ParameterizedTest
  @CsvSource({
    "data, 'atomic_store_explicit(y, r69, memory_order_relaxed);'",
    "ctrl, 'if (r69 == 0) atomic_store_explicit(y, 1, memory_order_relaxed);'",
    "addr, 'atomic_store_explicit(y + r69, 1, memory_order_relaxed);'",
  })
  void dependenciesOnLateReadsAreExact(String relation, String store) throws ModelException {
    StringBuilder reads = new StringBuilder();
    for (int i = 0; i < 70; i++) {
      reads.append("int r" + i + " = atomic_load_explicit(x, memory_order_relaxed);\n");
    }
    for (String other : List.of("data", "ctrl", "addr")) {
      Model model =
          Model.parse(
              "m",
              "m.cat",
              "m\nwith mo from generate_orders (W, loc & (I * ~I))\nempty " + other + " as None\n");
      Outcome outcome =
          run(
              model,
              "C t\n{}\nP0 (atomic_int* x, atomic_int* y) {\n"
                  + reads
                  + store
                  + "\n}\nexists ()\n");
      assertEquals(other.equals(relation) ? 0 : 1, outcome.positive(), other);
    }
  }

  /** Work-groups from a scope tree and from the threads' heads are the same. */
  @ParameterizedTest
  @CsvSource({
    "P0, P1, scopeTree (device (work_group P0 P1)), false",
    "P0, P1, scopeTree (device (work_group P0) (work_group P1)), true",
    "'P0@wg 0, dev 0', 'P1@wg 0, dev 0', '', false",
    "'P0@work_group 0', 'P1@wg 1', '', true",
    "'P0@dev 0, wg 0', 'P1@device 1, wg 0', '', true",
  })
  void scopesIncludeTheGroup(String first, String second, String tree, boolean allowed) {
    Outcome outcome =
        run(
            "opencl",
            "OPENCL t\n{ [x]=0; [y]=0; }\n"
                + first
                + " (__global int* x, global atomic_uint* y) {\n"
                + "  *x = 1;\n"
                + "  atomic_store_explicit(y, 1, memory_order_release, memory_scope_work_group);\n"
                + "}\n"
                + second
                + " (__global int* x, global atomic_uint* y) {\n  int r0 = atomic_load_explicit("
                + "y, memory_order_acquire, memory_scope_work_group);\n"
                + "  int r1 = *x;\n}\n"
                + (tree == null ? "" : tree)
                + "\nexists (1:r0=1 /\\ 1:r1=0)\n");
    assertEquals(allowed, outcome.positive() > 0);
  }
}
