package dev.barnacle.simd.internal.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.barnacle.ir.Module;
import dev.barnacle.ir.text.IrParser;
import dev.barnacle.ir.text.IrPrinter;
import dev.barnacle.ir.verify.Verifier;
import org.junit.jupiter.api.Test;

/** Where yields are put, and where none are. */
class InsertYieldsTest {
  private static final String HEAD =
      """
      module "test"

      kernel @k(ptr(global) %p, i32 %n)
        arg "p" "int*" global "none" ""
        arg "n" "int" private "none" ""
      {
      """;

  private static void check(String before, String after) {
    Module module = IrParser.parse(HEAD + before + "}\n", "test.ir");
    boolean changed = new InsertYields().run(module);
    Verifier.check(module, "after the pass");
    String wanted = IrPrinter.print(IrParser.parse(HEAD + after + "}\n", "test.ir"));
    assertEquals(wanted, IrPrinter.print(module));
    assertEquals(!before.equals(after), changed);
  }

  private static void unchanged(String body) {
    check(body, body);
  }

  @Test
  void aLockGetsAYieldInItsJumpBack() {
    check(
        """
        entry:
          br loop
        loop:
          %i = phi i32 (0, entry), (%i.next, loop)
          %i.next = add i32 %i, 1
          %old = atomic.rmw xchg ptr(global) %p, i32 1, acquire device
          %stay = icmp ne i32 %old, 0
          condbr i1 %stay, loop, out
        out:
          ret
        """,
        """
        entry:
          br loop
        loop:
          %i = phi i32 (0, entry), (%i.next, yield)
          %i.next = add i32 %i, 1
          %old = atomic.rmw xchg ptr(global) %p, i32 1, acquire device
          %stay = icmp ne i32 %old, 0
          condbr i1 %stay, yield, out
        yield:
          yield wait
          br loop
        out:
          ret
        """);
  }

  @Test
  void theLanesOfASubGroupMeetBeforeItsOperations() {
    check(
        """
        entry:
          br loop
        loop:
          %seen = atomic.load i32, ptr(global) %p, acquire device
          %stay = icmp eq i32 %seen, 0
          condbr i1 %stay, loop, out
        out:
          %sum = group sub_group reduce add i32 %seen
          %other = group sub_group shuffle i32 %sum, i32 1
          store i32 %other, ptr(global) %p, align 4
          ret
        """,
        """
        entry:
          br loop
        loop:
          %seen = atomic.load i32, ptr(global) %p, acquire device
          %stay = icmp eq i32 %seen, 0
          condbr i1 %stay, yield, out
        yield:
          yield wait
          br loop
        out:
          barrier sub_group {} work_item
          %sum = group sub_group reduce add i32 %seen
          yield gather
          %other = group sub_group shuffle i32 %sum, i32 1
          store i32 %other, ptr(global) %p, align 4
          ret
        """);
  }

  @Test
  void loopsInWhichNobodyWaitsStayAsTheyAre() {
    unchanged(
        """
        entry:
          br loop
        loop:
          %i = phi i32 (0, entry), (%i.next, loop)
          %old = atomic.rmw add ptr(global) %p, i32 1, relaxed device
          %i.next = add i32 %i, 1
          %stay = icmp ult i32 %i.next, %n
          condbr i1 %stay, loop, out
        out:
          %all = group sub_group all i32 %n
          store i32 %all, ptr(global) %p, align 4
          ret
        """);
  }
}
