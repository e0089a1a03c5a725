package dev.barnacle.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.ir.Module;
import dev.barnacle.ir.text.IrParser;
import org.junit.jupiter.api.Test;

class KernelTraitsTest {
  @Test
  void idsInTheNdRangeDoNotSeeGroups() {
    KernelTraits traits = of("", "%i = query global_id i32 0\n  %n = query global_size i32 0");
    assertFalse(traits.cooperates());
    assertFalse(traits.seesGroups());
    assertEquals(0, traits.localBytes());
  }

  @Test
  void idsInTheGroupDo() {
    KernelTraits traits = of("", "%i = query local_id i32 0");
    assertFalse(traits.cooperates());
    assertTrue(traits.seesGroups());
  }

  @Test
  void groupFunctionsCooperate() {
    KernelTraits traits = of("", "%s = group work_group reduce add i32 1");
    assertTrue(traits.cooperates());
    assertTrue(traits.seesGroups());
  }

  @Test
  void localVariablesCountOnceEach() {
    KernelTraits traits =
        of(
            "@l = local size 12 align 4\n@m = local size 8 align 8\n@unused = local size 5 align 1",
            """
            %a = load i32, ptr(local) @l, align 4
              %b = load i32, ptr(local) @l, align 4
              %c = load i32, ptr(local) @m, align 4\
            """);
    assertEquals(20, traits.localBytes());
  }

  @Test
  void calledFunctionsCountToo() {
    Module module =
        IrParser.parse(
            """
            module "m"

            kernel @k()
            {
            entry:
              call @f()
              ret
            }

            function @f() -> void {
            entry:
              %i = query local_id i32 0
              ret
            }
            """,
            "m.ir");
    assertTrue(KernelTraits.of(module.functions().getFirst()).seesGroups());
  }

  private static KernelTraits of(String variables, String body) {
    Module module =
        IrParser.parse(
            "module \"m\"\n" + variables + "\n\nkernel @k()\n{\nentry:\n  " + body + "\n  ret\n}\n",
            "m.ir");
    return KernelTraits.of(module.functions().getFirst());
  }
}
