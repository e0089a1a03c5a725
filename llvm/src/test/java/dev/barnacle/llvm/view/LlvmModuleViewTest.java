package dev.barnacle.llvm.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.llvm.module.LlvmContext;
import dev.barnacle.llvm.module.LlvmModule;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LlvmModuleViewTest {
  private static final String TEXT =
      """
      target datalayout = "e-i64:64-v96:128-v128:128"
      %s = type { i8, <3 x float>, [5 x i16] }
      @table = internal addrspace(2) constant [2 x ptr addrspace(2)] [ptr addrspace(2) @x, ptr addrspace(2) getelementptr (i8, ptr addrspace(2) @x, i64 3)], align 8
      @x = addrspace(2) constant i128 -5
      @nan = addrspace(2) constant half 0xH7D01
      declare void @callee(ptr byval(%s) align 4, ...)
      define spir_kernel void @k(ptr noalias align 16 %p, i32 %n) !numbers !{i32 3, !"word", null} !dbg !3 {
      entry:
        %sum = add nuw i32 %n, 7
        %wide = fmul nnan arcp float 1.5, 2.5
        %lanes = shufflevector <2 x i32> <i32 1, i32 2>, <2 x i32> poison, <3 x i32> <i32 1, i32 poison, i32 0>
        call void (ptr, ...) @callee(ptr byval(%s) align 8 %p, i32 %n), !dbg !6
        switch i32 %n, label %other [ i32 -1, label %entry.2 ]
      entry.2:
        br label %other
      other:
        %phi = phi i32 [ %sum, %entry ], [ 1, %entry.2 ]
        %old = atomicrmw umax ptr %p, i32 %phi syncscope("agent") acq_rel, align 4
        ret void
      }
      !llvm.module.flags = !{!0}
      !llvm.dbg.cu = !{!1}
      !0 = !{i32 2, !"Debug Info Version", i32 3}
      !1 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2, emissionKind: FullDebug)
      !2 = !DIFile(filename: "a.c", directory: "/d")
      !3 = distinct !DISubprogram(name: "k", scope: !2, file: !2, line: 4, unit: !1, spFlags: DISPFlagDefinition)
      !4 = distinct !DISubprogram(name: "inner", scope: !2, file: !2, line: 1, unit: !1, spFlags: DISPFlagDefinition)
      !5 = distinct !DILexicalBlock(scope: !4, file: !2, line: 2)
      !6 = !DILocation(line: 2, column: 3, scope: !5, inlinedAt: !7)
      !7 = distinct !DILocation(line: 5, column: 9, scope: !3)
      """;

  private final LlvmContext context = LlvmContext.create();
  private LlvmModule module;
  private LlvmModuleView view;

  @BeforeEach
  void parse() {
    module = LlvmModule.parseText(context, "test", TEXT);
    view = LlvmModuleView.of(module);
  }

  @AfterEach
  void close() {
    module.close();
    context.close();
  }

  private LlvmFunction function(String name) {
    return view.functions().stream().filter(f -> f.name().equals(name)).findFirst().orElseThrow();
  }

  private LlvmConstant initializer(String name) {
    LlvmGlobalVariable global =
        view.globals().stream().filter(g -> g.name().equals(name)).findFirst().orElseThrow();
    return assertInstanceOf(LlvmConstant.class, global.initializer().orElseThrow());
  }

  private LlvmInstruction instruction(LlvmOpcode opcode) {
    return function("k").blocks().stream()
        .flatMap(block -> block.instructions().stream())
        .filter(instruction -> instruction.opcode() == opcode)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void constantsKeepTheirExactBits() {
    assertEquals(BigInteger.valueOf(-5), initializer("x").integerValue());
    assertEquals(0x7D01, initializer("nan").floatBits());
    assertThrows(IllegalStateException.class, () -> initializer("nan").integerValue());
  }

  @Test
  void arraysOfAddressesHaveGlobalsAndExpressions() {
    LlvmConstant table = initializer("table");
    assertEquals("x", assertInstanceOf(LlvmGlobalVariable.class, table.element(0)).name());
    LlvmConstant second = assertInstanceOf(LlvmConstant.class, table.element(1));
    assertEquals(LlvmOpcode.GETELEMENTPTR, second.opcode());
    assertEquals(8, second.gepSourceType().integerBits());
    assertThrows(IndexOutOfBoundsException.class, () -> table.element(2));
  }

  @Test
  void structsAreLaidOutByTheModulesDataLayout() {
    LlvmType struct = function("callee").parameterAttributeType(0, "byval").orElseThrow();
    LlvmDataLayout layout = view.dataLayout();
    assertEquals(3, struct.count());
    assertEquals(16, layout.memberOffset(struct, 1));
    assertEquals(32, layout.memberOffset(struct, 2));
    assertEquals(48, layout.allocSize(struct));
    assertEquals(16, layout.alignment(struct));
    assertEquals(12, layout.storeSize(struct.members().get(1)));
  }

  @Test
  void functionsHaveAttributesAndMetadata() {
    LlvmFunction kernel = function("k");
    assertEquals(LlvmFunction.SPIR_KERNEL, kernel.callingConvention());
    assertTrue(kernel.hasParameterAttribute(0, "noalias"));
    assertEquals(Optional.of(16L), kernel.parameterAttributeNumber(0, "align"));
    assertTrue(function("callee").functionType().isVariadic());
    List<Optional<LlvmMetadata>> operands =
        kernel.metadata(context, "numbers").getFirst().operands();
    assertEquals(
        BigInteger.valueOf(3),
        operands.get(0).flatMap(LlvmMetadata::constant).orElseThrow().integerValue());
    assertEquals(Optional.of("word"), operands.get(1).flatMap(LlvmMetadata::string));
    assertEquals(Optional.empty(), operands.get(2));
    assertEquals(List.of(), kernel.metadata(context, "absent"));
  }

  @Test
  void instructionsCarryTheirFlagsAndParts() {
    assertEquals(Set.of(LlvmInstruction.Flag.NUW), instruction(LlvmOpcode.ADD).flags());
    assertEquals(
        Set.of(LlvmInstruction.Flag.NNAN, LlvmInstruction.Flag.ARCP),
        instruction(LlvmOpcode.FMUL).flags());
    assertEquals(List.of(1, -1, 0), instruction(LlvmOpcode.SHUFFLEVECTOR).shuffleMask());
    LlvmInstruction switching = instruction(LlvmOpcode.SWITCH);
    assertEquals(BigInteger.ONE.negate(), switching.switchCases().getFirst().integerValue());
    List<LlvmBlock> blocks = function("k").blocks();
    assertEquals(List.of(blocks.get(2), blocks.get(1)), switching.successors());
    assertEquals(
        List.of(blocks.get(0), blocks.get(1)), instruction(LlvmOpcode.PHI).incomingBlocks());
    assertThrows(IllegalStateException.class, switching::isVolatile);
  }

  @Test
  void atomicsHaveAnOrderingAndAScope() {
    LlvmInstruction atomic = instruction(LlvmOpcode.ATOMICRMW);
    assertEquals(LlvmAtomicOperation.UMAX, atomic.atomicOperation());
    assertEquals(LlvmOrdering.ACQUIRE_RELEASE, atomic.ordering());
    assertTrue(atomic.hasSyncScope(context, "agent"));
    assertEquals(false, atomic.hasSyncScope(context, ""));
  }

  @Test
  void callsKnowTheirCalleeAndTheirPlaceThroughInlining() {
    LlvmInstruction call = instruction(LlvmOpcode.CALL);
    assertEquals(function("callee"), call.calledFunction().orElseThrow());
    assertEquals(2, call.arguments().size());
    assertEquals(Optional.of(8L), call.argumentAlignment(0));
    assertEquals(48, view.dataLayout().allocSize(call.argumentByValue(0).orElseThrow()));
    LlvmDebugLocation outer = new LlvmDebugLocation("a.c", 5, 9, "k", Optional.empty());
    assertEquals(
        Optional.of(new LlvmDebugLocation("a.c", 2, 3, "inner", Optional.of(outer))),
        view.debugInfo().location(call));
    assertEquals(Optional.empty(), view.debugInfo().location(instruction(LlvmOpcode.ADD)));
    assertEquals(4, view.debugInfo().location(function("k")).orElseThrow().line());
  }
}
