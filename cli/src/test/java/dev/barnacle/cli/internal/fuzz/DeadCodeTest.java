package dev.barnacle.cli.internal.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Where code that never runs is put, and into what. */
class DeadCodeTest {
  private static final String PROGRAM =
      """
      #define EACH(i) for (int i = 0; i < 4; i++)
      int f(int x) { return x; } // kernel void k(int z) { }
      kernel void other(global int *x) { x[0] = 1; }
      __kernel /* ; { */ void k(global int *x, int n) {
        int a[2] = {1, 2};
        if (n > 0) x[0] = ';'; else x[1] = a[0];
        do { n--; } while (n > 0);
      #define LAST 3
        x[2] = LAST;
      }
      """;

  /** Not between an if and its else, a do and its while, or within values, comments and macros. */
  @Test
  void sitesAreBetweenStatements() {
    KernelSource kernel = KernelSource.find(PROGRAM, "k").orElseThrow();
    assertEquals("global int *x, int n", kernel.parameters());
    List<String> before =
        kernel.sites().stream()
            .map(site -> PROGRAM.substring(PROGRAM.lastIndexOf('\n', site - 1) + 1, site).strip())
            .toList();
    assertEquals(
        List.of(
            "__kernel /* ; { */ void k(global int *x, int n) {",
            "int a[2] = {1, 2};",
            "if (n > 0) x[0] = ';'; else x[1] = a[0];",
            "do {",
            "do { n--;",
            "do { n--; } while (n > 0);",
            "x[2] = LAST;"),
        before);
  }

  @Test
  void aParameterIsAdded() {
    String with = DeadCode.into(PROGRAM, "k", 1).orElseThrow();
    assertTrue(with.contains("void k(global int *x, int n, __global int *barnacle_never) {"), with);
    assertTrue(with.contains("if (barnacle_never["), with);
    assertTrue(
        DeadCode.into("kernel void k(void) { ; }", "k", 1)
            .orElseThrow()
            .contains("kernel void k(__global int *barnacle_never) {"));
    assertEquals(with, DeadCode.into(PROGRAM, "k", 1).orElseThrow());
    assertEquals(Optional.empty(), DeadCode.into("#define K(n) kernel void n()\nK(k) {}", "k", 1));
  }

  /** A program that assigns to a constant is not built, and nothing is compared. */
  @Test
  void constantsStayAsTheyAre() {
    String program =
        """
        kernel void k(global int *x) {
          const uint base = 1;
          const unsigned int last = 2;
          unsigned int number = 3;
          x[0] = base + last + number;
        }
        """;
    boolean assigned = false;
    for (int seed = 0; seed < 200; seed++) {
      String with = DeadCode.into(program, "k", seed).orElseThrow();
      assertTrue(!with.matches("(?s).*\\b(base|last) \\+?= (?!1|2).*"), with);
      assigned |= with.contains("number = barnacle") || with.contains("number += barnacle");
    }
    assertTrue(assigned);
  }
}
