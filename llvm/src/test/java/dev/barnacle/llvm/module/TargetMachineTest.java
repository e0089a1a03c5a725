package dev.barnacle.llvm.module;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.llvm.error.LlvmDiagnostic;
import dev.barnacle.llvm.error.LlvmException;
import dev.barnacle.llvm.error.LlvmFatalException;
import org.junit.jupiter.api.Test;

class TargetMachineTest {
  private static final String SUM =
      """
      define float @sum(ptr %p, i64 %n) {
      entry:
        br label %loop
      loop:
        %i = phi i64 [0, %entry], [%j, %loop]
        %s = phi float [0.0, %entry], [%t, %loop]
        %q = getelementptr float, ptr %p, i64 %i
        %v = load float, ptr %q
        %t = fadd fast float %s, %v
        %j = add i64 %i, 1
        %c = icmp ult i64 %j, %n
        br i1 %c, label %loop, label %done
      done:
        ret float %t
      }
      """;

  @Test
  void theHostIsDescribed() {
    try (TargetMachine host = TargetMachine.host(OptLevel.DEFAULT)) {
      assertFalse(host.triple().isEmpty());
      assertFalse(host.cpu().isEmpty());
      assertFalse(host.dataLayout().isEmpty());
      assertEquals(TargetMachine.hostFeatures(), host.features());
    }
  }

  @Test
  void assemblyAndObjectCodeAreEmitted() {
    try (LlvmContext context = LlvmContext.create();
        TargetMachine host = TargetMachine.host(OptLevel.AGGRESSIVE)) {
      try (LlvmModule module = LlvmModule.parseText(context, "sum", SUM)) {
        host.prepare(module);
        module.runPasses("default<O3>", host, PassOptions.DEFAULT.verifying());
        assertTrue(
            module.toString().contains("x float>"),
            "vectorised for the host: " + module.toString());
        String assembly = host.emitAssembly(module);
        assertTrue(assembly.contains("sum:"), assembly);
      }
      try (LlvmModule module = LlvmModule.parseText(context, "sum", SUM)) {
        host.prepare(module);
        assertTrue(host.emitObject(module).length > 100);
      }
    }
  }

  @Test
  void largeStackFramesAreTold() {
    String text =
        """
        declare void @use(ptr)
        define void @small() #0 {
          %p = alloca [1000 x i8]
          call void @use(ptr %p)
          ret void
        }
        define void @large() #0 {
          %p = alloca [100000 x i8]
          call void @use(ptr %p)
          ret void
        }
        attributes #0 = { "warn-stack-size"="16384" }
        """;
    try (LlvmContext context = LlvmContext.create();
        LlvmModule module = LlvmModule.parseText(context, "frames", text);
        TargetMachine host = TargetMachine.host(OptLevel.NONE)) {
      host.prepare(module);
      host.emitObject(module);
      long bytes = context.takeDiagnostics().stream().mapToLong(LlvmDiagnostic::frameBytes).sum();
      assertTrue(bytes >= 100_000 && bytes < 101_000, () -> bytes + " bytes");
    }
  }

  @Test
  void aForeignDataLayoutIsRefused() {
    try (LlvmContext context = LlvmContext.create();
        LlvmModule module = LlvmModule.parseText(context, "sum", SUM);
        TargetMachine host = TargetMachine.host(OptLevel.NONE)) {
      LlvmException e = assertThrows(LlvmException.class, () -> host.emitObject(module));
      assertTrue(e.getMessage().contains("data layout"), e.getMessage());
    }
  }

  @Test
  void anUnknownTripleIsAnError() {
    LlvmException e =
        assertThrows(
            LlvmException.class, () -> TargetMachine.create("abacus-none", "", "", OptLevel.NONE));
    assertTrue(e.getMessage().contains("abacus"), e.getMessage());
  }

  @Test
  void whatTheBackEndCannotExpressIsAnExceptionAndTheProcessLivesOn() {
    try (LlvmContext context = LlvmContext.create();
        TargetMachine host = TargetMachine.host(OptLevel.DEFAULT)) {
      LlvmModule module =
          LlvmModule.parseText(
              context,
              "foreign",
              """
              declare i32 @llvm.amdgcn.workitem.id.x()
              define i32 @f() {
                %r = call i32 @llvm.amdgcn.workitem.id.x()
                ret i32 %r
              }
              """);
      host.prepare(module);
      LlvmFatalException e = assertThrows(LlvmFatalException.class, () -> host.emitObject(module));
      assertTrue(e.getMessage().contains("Cannot select"), e.getMessage());
      assertThrows(IllegalStateException.class, module::verify);
    }
    assemblyAndObjectCodeAreEmitted();
  }
}
