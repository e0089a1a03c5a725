package dev.barnacle.ir.analysis;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.ir.text.IrParser;
import org.junit.jupiter.api.Test;

class UndefinedLanesTest {
  private static boolean areUsed(String body) {
    return UndefinedLanes.areUsed(
        IrParser.parse(
            """
            module "m"
            function @f(i1 %c, i32 %x) {
            entry:
            """
                + body.indent(2)
                + "}\n",
            "test"));
  }

  @Test
  void computingWithAnUndefinedLaneUsesIt() {
    assertTrue(areUsed("%y = add i32 undef, %x\nret"));
    assertTrue(areUsed("%s = select i1 %c, i32 undef, %x\n%y = add i32 %s, %x\nret"));
  }

  @Test
  void movingOneDoesNot() {
    assertFalse(areUsed("%s = select i1 %c, i32 undef, %x\nret"));
  }

  /** Else a kernel with any array in a block would have all its variables in memory. */
  @Test
  void theLifetimeOfAnArrayIsNoUse() {
    assertFalse(
        areUsed(
            """
            %a = alloca 64, align 4
            memset ptr(private) %a, i8 undef, i64 64, align 1
            ret
            """));
  }
}
