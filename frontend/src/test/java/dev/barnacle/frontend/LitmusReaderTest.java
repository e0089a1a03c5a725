package dev.barnacle.frontend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.frontend.litmus.LitmusReader;
import dev.barnacle.frontend.litmus.LitmusTest;
import dev.barnacle.ir.AddressSpace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LitmusReaderTest {
  @Test
  void readsAllPartsOfATest() throws FrontendException {
    LitmusTest test =
        LitmusReader.parse(
            "t.litmus",
            """
            OPENCL name+with[odd]||chars
            "a description"
            Cycle=Rfe PodRR
            (* a comment with P0 { *)
            { [x] = 1; local atomic_int y[2] = {0, 3}; 0:r5 = 7; int *p = &x; }
            P0@wg 2, dev 1 (global atomic_int* x, local atomic_int* y) { // one
              int r0 = atomic_load_explicit(x, memory_order_acquire) + y[1]; /* two */
              while (atomic_compare_exchange_weak(x, y, *y + 1) == 0) { r0++; }
              B1: barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
              if (r0 != 3 && !(r0 > 4)) atomic_store(x, r0 ? -1 : 2); else return;
            }
            P1 (global int* z) { for (int i = 0; i < 3; i++) { *z += i; } }
            locations [x; 1:i;]
            filter (0:r0=1 \\/ x=2)
            ~exists (0:r0=1 /\\ y[1]=3 /\\ not (z=-1) /\\ 0:r5=7)
            """);
    assertEquals("name+with[odd]||chars", test.name());
    assertEquals(LitmusTest.Dialect.OPENCL, test.dialect());
    assertEquals(List.of(2, 0), test.threads().stream().map(t -> t.workGroup()).toList());
    assertEquals(1, test.threads().get(0).device());
    assertEquals(
        List.of("x", "y", "p", "z"), test.locations().stream().map(l -> l.name()).toList());
    assertEquals(AddressSpace.LOCAL, test.locations().get(1).space());
    assertTrue(test.locations().get(0).atomic());
    assertEquals(3, test.locations().get(1).initial().get(1).value());
    assertEquals(List.of("B1"), List.copyOf(test.barriers().values()));
    assertEquals("0:r0=1 /\\ y[1]=3 /\\ not (z=-1) /\\ 0:r5=7", test.condition().toString());
    assertEquals(LitmusTest.Quantifier.NOT_EXISTS, test.quantifier());
    assertEquals("[0:r0, y[1], z, 0:r5, x, 1:i]", test.observed().toString());
    assertTrue(!test.unsequenced().isEmpty());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "X86 t!1:1:!expected the header",
        "C t\\n{}\\nP0 (int* x) { *x = ; }\\nexists (x=1)!3:20:!found ';'",
        "C t\\n{}\\nP0 (int* x) { *y = 1; }\\nexists (x=1)!3:16:!unknown name 'y'",
        "C t\\n{}\\nP0 (int* x) { foo(x); }\\nexists (x=1)!3:15:!function 'foo' is not supported",
        "C t\\n{}\\nP0 (int* x) { }\\nexists (q=1)!4:9:!no location 'q'",
        "C t\\n{}\\nP1 (int* x) { }\\nexists (x=1)!3:1:!expected thread P0",
        "C t\\n{}\\nP0 (float* x) { }\\nexists (x=1)!3:5:!type 'float' is not supported",
        "C t\\n"
            + "{}\\n"
            + "P0 (atomic_int* x) { atomic_store_explicit(x, 1, memory_order_foo); }!3:50:!expected"
            + " a memory order",
        "C t\\n{}\\nP0 (atomic_int* x) {!3:21:!expected",
        "C t!1:4:!expected '{'",
      })
  void errorsNameThePlace(String text, String place, String message) {
    FrontendException e =
        assertThrows(
            FrontendException.class,
            () -> LitmusReader.parse("t.litmus", text.replace("\\n", "\n")));
    String text2 = String.valueOf(e.getMessage());
    assertTrue(text2.startsWith("t.litmus:" + place), text2);
    assertTrue(text2.contains(message), text2);
  }

  @Test
  void scopeTreesPlaceTheThreads() throws FrontendException {
    LitmusTest test =
        LitmusReader.parse(
            "t.litmus",
            """
            OpenCL t
            { [x]=0; }
            P0 (global atomic_int* x) { }
            P1 (global atomic_int* x) { }
            P2 (global atomic_int* x) { }
            P3 (global atomic_int* x) { }
            scopeTree (device (work_group P0 P1) (work_group (sub_group P2)))
                      (device (work_group P3))
            exists ()
            """);
    assertEquals(List.of(0, 0, 1, 2), test.threads().stream().map(t -> t.workGroup()).toList());
    assertEquals(List.of(0, 0, 0, 1), test.threads().stream().map(t -> t.device()).toList());
  }

  @Test
  void namesOfTheInitialStateAndOfAssignmentsMayBeUsed() throws FrontendException {
    LitmusTest test =
        LitmusReader.parse(
            "t.litmus",
            """
            C t
            { x = 0; int *p = &x; 0:r2 = x; int y = 0; }
            P0 (_Atomic (int *) *p, int x[]) {
              int a[3] = {1, 2};
              r0 = atomic_load_explicit(p, memory_order_consume);
              a[r1 = 1] = *y;
            }
            exists (0:r0=x /\\ 0:a[1]=2 /\\ y=0xffffffff)
            """);
    assertEquals(
        List.of("r2", "a[0]", "a[1]", "a[2]", "r0", "r1"),
        List.copyOf(test.threads().get(0).registers().keySet()));
    assertEquals(List.of(1, 0, 2), test.threads().get(0).arguments());
    assertTrue(test.locations().get(1).atomic());
    assertEquals("0:r0=x /\\ 0:a[1]=2 /\\ y=-1", test.condition().toString());
  }

  @Test
  void readsThePublishedTests() throws IOException, FrontendException {
    Path folder = Path.of(System.getProperty("barnacle.litmus", "../../shared/litmus"));
    Assumptions.assumeTrue(Files.isDirectory(folder), "SKIPPED: there is no " + folder);
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".litmus")).sorted().toList()) {
        assertTrue(!LitmusReader.read(file).threads().isEmpty(), file.toString());
      }
    }
  }
}
