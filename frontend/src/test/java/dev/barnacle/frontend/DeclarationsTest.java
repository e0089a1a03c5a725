package dev.barnacle.frontend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.ir.Module;
import dev.barnacle.ir.text.IrParser;
import dev.barnacle.ir.text.IrPrinter;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the source calls variables: engines that look at memory are told, others need not know. */
class DeclarationsTest {
  private static final String S =
      """
      struct "S" 32 ("count" at 0 "int" 4, "v" at 16 vector 3 of 4 "float3" 16)\
      """;
  private static final String SOURCE =
      """
      typedef float real;
      typedef struct { int count; float3 v; } S;
      typedef struct { union { int i; real f; } u; char tag[5]; } T;
      constant int table[3][2] = {{1, 2}, {3, 4}, {5, 6}};
      kernel void k(global real *x, constant S *s, int n, const T t, local uint *at, global S *next)
      {
        local real tile[4];
        global S *link[2] = {next, next};
        const int b[2] = {n, t.u.i};
        tile[n] = s[0].v.x + table[n][0];
        {
          int b[3];
          b[n] = 1;
          x[0] = b[1] + tile[1] + t.tag[n] + link[n]->count;
        }
        x[1] = b[n];
      }
      """;

  private static String ir(PrivateVariables variables) throws Exception {
    CompileRequest request = CompileRequest.of("k.cl", SOURCE).withVariables(variables);
    Module module = OpenClCompiler.create().compile(request).module();
    String text = IrPrinter.print(module);
    assertEquals(text, IrPrinter.print(IrParser.parse(text, "k.ir")));
    return text;
  }

  @Test
  void variablesHaveNamesTypesAndFields() throws Exception {
    String text = ir(PrivateVariables.WHOLE_VALUES);
    for (String declared :
        List.of(
            "declared \"table\" at 0 array 3 array 2 \"int\" 4 init",
            "declared \"tile\" at 0 array 4 \"real\" 4",
            "declared \"b\" at 0 array 2 \"int\" 4",
            "declared \"b\" at 0 array 3 \"int\" 4",
            "declared \"x\" at 0 array 0 \"real\" 4 %x",
            "declared \"s\" at 0 array 0 " + S + " %s",
            "declared \"at\" at 0 array 0 \"uint\" 4 %at",
            "declared \"t\" at 0 struct \"T\" 12 (\"u\" at 0 struct \"\" 4 (\"i\" at 0 \"int\" 4,"
                + " \"f\" at 0 \"real\" 4), \"tag\" at 4 array 5 \"char\" 1)",
            "declared \"link\" at 0 array 2 \"S*\" 8")) {
      assertTrue(text.contains(declared), () -> declared + "\n" + text);
    }
  }

  @Test
  void variablesInMemoryHaveThemToo() throws Exception {
    String text = ir(PrivateVariables.MEMORY);
    assertTrue(text.contains("declared \"n\" at 0 \"int\" 4"), text);
    assertTrue(text.contains("declared \"x\" at 0 \"real*\" 8"), text);
  }

  @Test
  void valuesAreNotDeclared() throws Exception {
    assertFalse(ir(PrivateVariables.VALUES).contains("declared"));
  }
}
