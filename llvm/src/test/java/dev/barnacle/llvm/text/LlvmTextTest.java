package dev.barnacle.llvm.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class LlvmTextTest {
  private final LlvmNames names = new LlvmNames();
  private final LlvmText text = new LlvmText(names);

  private void assertLines(String... lines) {
    assertEquals(String.join("\n", lines) + "\n", text.toString());
  }

  @Test
  void resultsHaveFreshNames() {
    String sum = text.add("i32", "%a", 1);
    text.store("i32", text.mul("i32", sum, sum), "%p", 4, ", !tbaa !0");
    assertLines(
        "  %t0 = add i32 %a, 1", //
        "  %t1 = mul i32 %t0, %t0", "  store i32 %t1, ptr %p, align 4, !tbaa !0");
  }

  /** A name may itself come from the counter: it does so after those of the operands. */
  @Test
  void aNameIsAskedForWhenTheOperandsAreKnown() {
    LlvmText named = text.as(() -> "%v" + names.number());
    assertEquals("%v1", named.add("i64", text.load("i64", "%p"), "%b"));
    text.as("%next").icmp("ult", "i64", "%v1", -1);
    assertLines(
        "  %t0 = load i64, ptr %p", //
        "  %v1 = add i64 %t0, %b", "  %next = icmp ult i64 %v1, -1");
  }

  @Test
  void vectors() {
    String vector = LlvmText.vector(4, "float");
    text.select("<4 x i1>", "%m", vector, "%a", "zeroinitializer");
    text.shuffle(vector, "%a", 2, e -> e == 0 ? 3 : -1);
    text.splat(2, "i64", "%x");
    assertLines(
        "  %t0 = select <4 x i1> %m, <4 x float> %a, <4 x float> zeroinitializer",
        "  %t1 = shufflevector <4 x float> %a, <4 x float> poison, <2 x i32> <i32 3, i32 poison>",
        "  %t2 = insertelement <2 x i64> poison, i64 %x, i32 0",
        "  %t3 = shufflevector <2 x i64> %t2, <2 x i64> poison, <2 x i32> zeroinitializer");
  }

  @Test
  void vectorsOneAfterTheOther() {
    assertEquals("%only", text.concatenated("i8", 2, List.of("%only")));
    assertEquals("%t0", text.concatenated("i8", 2, List.of("%a", "%b")));
    assertLines(
        "  %t0 = shufflevector <2 x i8> %a, <2 x i8> %b,"
            + " <4 x i32> <i32 0, i32 1, i32 2, i32 3>");
  }

  @Test
  void controlFlow() {
    text.label("head");
    text.phi("i32", LlvmText.incoming("0", "entry"), LlvmText.incoming("%n", "body"));
    text.br("%more", "body", "done", ", !llvm.loop !1");
    text.switchTo(
        "i32",
        "%t0",
        "end",
        List.of(LlvmText.switchCase("i32", 1, "one"), LlvmText.switchCase("i32", 2, "two")));
    assertLines(
        "head:",
        "  %t0 = phi i32 [ 0, %entry ], [ %n, %body ]",
        "  br i1 %more, label %body, label %done, !llvm.loop !1",
        "  switch i32 %t0, label %end [ i32 1, label %one i32 2, label %two ]");
  }

  @Test
  void callsWithAndWithoutResult() {
    assertEquals("", text.call("void", "@f", "i32 1", "ptr %p"));
    assertEquals(
        "%t0", text.call("fast float", "@g", LlvmText.typed("float", List.of("%a", "%b"))));
    assertLines("  call void @f(i32 1, ptr %p)", "  %t0 = call fast float @g(float %a, float %b)");
    assertEquals("define void @h() {\n" + text + "}\n", text.function("void @h()"));
  }
}
