package dev.barnacle.llvm.module;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.llvm.error.LlvmException;
import dev.barnacle.llvm.error.LlvmParseException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LlvmModuleTest {
  private static final String SQUARE =
      """
      define i32 @square(i32 %x) {
        %s = alloca i32
        store i32 %x, ptr %s
        %v = load i32, ptr %s
        %r = mul i32 %v, %v
        ret i32 %r
      }
      """;

  @Test
  void textIsParsedAndPrinted() {
    try (LlvmContext context = LlvmContext.create();
        LlvmModule module = LlvmModule.parseText(context, "square.ll", SQUARE)) {
      module.verify();
      assertEquals(List.of("square"), module.definedFunctions());
      assertTrue(module.toString().contains("%r = mul i32 %v, %v"), module.toString());
    }
  }

  @Test
  void aSyntaxErrorNamesItsPlace() {
    try (LlvmContext context = LlvmContext.create()) {
      LlvmParseException e =
          assertThrows(
              LlvmParseException.class,
              () ->
                  LlvmModule.parseText(context, "bad.ll", "define i32 @f() {\n  ret i32 %y\n}\n"));
      assertEquals(2, e.line());
      assertEquals(11, e.column());
      assertTrue(e.getMessage().contains("use of undefined value '%y'"), e.getMessage());
    }
  }

  @Test
  void bitcodeGoesRoundWholeAndLazily() {
    byte[] bitcode;
    try (LlvmContext context = LlvmContext.create();
        LlvmModule module = LlvmModule.parseText(context, "m", SQUARE)) {
      bitcode = module.toBitcode();
    }
    try (LlvmContext context = LlvmContext.create();
        LlvmModule whole = LlvmModule.parseBitcode(context, "m", bitcode);
        LlvmModule lazy = LlvmModule.parseBitcodeLazily(context, "m", bitcode)) {
      assertTrue(whole.toString().contains("mul i32"));
      assertFalse(lazy.toString().contains("mul i32"));
      assertEquals(List.of("square"), lazy.definedFunctions());
    }
  }

  @Test
  void bytesThatAreNotBitcodeAreRefused() {
    try (LlvmContext context = LlvmContext.create()) {
      byte[] junk = "BC\u0001 not at all".getBytes(StandardCharsets.US_ASCII);
      LlvmParseException e =
          assertThrows(
              LlvmParseException.class, () -> LlvmModule.parseBitcode(context, "junk.bc", junk));
      assertTrue(e.getMessage().contains("junk.bc"), e.getMessage());
      assertThrows(
          LlvmParseException.class, () -> LlvmModule.parseBitcodeLazily(context, "junk.bc", junk));
    }
  }

  @Test
  void truncatedBitcodeIsRefused() {
    try (LlvmContext context = LlvmContext.create()) {
      byte[] bitcode;
      try (LlvmModule module = LlvmModule.parseText(context, "m", SQUARE)) {
        bitcode = module.toBitcode();
      }
      byte[] half = Arrays.copyOf(bitcode, bitcode.length / 2 / 4 * 4);
      assertThrows(
          LlvmParseException.class, () -> LlvmModule.parseBitcode(context, "half.bc", half));
    }
  }

  @Test
  void verifyTellsWhatIsWrong() {
    try (LlvmContext context = LlvmContext.create();
        LlvmModule module =
            LlvmModule.parseText(
                context,
                "m",
                """
                declare void @llvm.memset.p0.i64(ptr, i8, i64, i1 immarg)
                define void @f(ptr %p, i1 %b) {
                  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 4, i1 %b)
                  ret void
                }
                """)) {
      LlvmException e = assertThrows(LlvmException.class, module::verify);
      assertTrue(e.getMessage().contains("immarg"), e.getMessage());
    }
  }

  @Test
  void onlyUsedLinkOnceFunctionsAreLinked() {
    byte[] library;
    try (LlvmContext context = LlvmContext.create();
        LlvmModule module =
            LlvmModule.parseText(
                context,
                "library",
                """
                define i32 @one() {
                  %r = call i32 @helper()
                  ret i32 %r
                }
                define i32 @helper() {
                  ret i32 1
                }
                define i32 @two() {
                  ret i32 2
                }
                """)) {
      module.setLinkage(name -> true, Linkage.LINK_ONCE_ODR, Visibility.HIDDEN);
      library = module.toBitcode();
    }
    try (LlvmContext context = LlvmContext.create();
        LlvmModule user =
            LlvmModule.parseText(
                context,
                "user",
                """
                declare i32 @one()
                define i32 @f() {
                  %r = call i32 @one()
                  ret i32 %r
                }
                """)) {
      assertEquals(List.of("one"), user.declaredFunctions());
      user.link(LlvmModule.parseBitcodeLazily(context, "library", library));
      assertEquals(List.of(), user.declaredFunctions());
      assertEquals(Set.of("f", "one", "helper"), Set.copyOf(user.definedFunctions()));
    }
  }

  @Test
  void linkingTwoDefinitionsOfOneNameFails() {
    try (LlvmContext context = LlvmContext.create();
        LlvmModule a = LlvmModule.parseText(context, "a", SQUARE)) {
      LlvmModule b = LlvmModule.parseText(context, "b", SQUARE);
      LlvmException e = assertThrows(LlvmException.class, () -> a.link(b));
      assertTrue(e.getMessage().contains("square"), e.getMessage());
      assertThrows(IllegalStateException.class, b::verify);
    }
  }

  @Test
  void passesRun() {
    try (LlvmContext context = LlvmContext.create();
        LlvmModule module = LlvmModule.parseText(context, "m", SQUARE)) {
      module.runPasses("function(sroa)");
      assertFalse(module.toString().contains("alloca"), module.toString());
    }
  }

  @Test
  void anUnknownPassIsNamed() {
    try (LlvmContext context = LlvmContext.create();
        LlvmModule module = LlvmModule.parseText(context, "m", SQUARE)) {
      LlvmException e =
          assertThrows(LlvmException.class, () -> module.runPasses("function(nonsense)"));
      assertTrue(e.getMessage().contains("nonsense"), e.getMessage());
    }
  }

  @Test
  void aClosedModuleOrContextIsRefused() {
    LlvmContext context = LlvmContext.create();
    LlvmModule module = LlvmModule.parseText(context, "m", SQUARE);
    context.close();
    assertThrows(IllegalStateException.class, module::verify);
    module.close();
    assertThrows(IllegalStateException.class, () -> LlvmModule.create(context, "n"));
    context.close();
  }
}
