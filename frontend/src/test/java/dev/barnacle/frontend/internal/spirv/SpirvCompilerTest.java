package dev.barnacle.frontend.internal.spirv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.frontend.BuildOptions;
import dev.barnacle.frontend.FrontendException;
import dev.barnacle.frontend.OpenClCompiler;
import dev.barnacle.frontend.PrivateVariables;
import dev.barnacle.ir.Location;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.text.IrPrinter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

class SpirvCompilerTest {
  static final List<String> NAMES = Samples.NAMES;

  @ParameterizedTest
  @FieldSource("NAMES")
  void modulesAreReadIntoTheIr(String name) throws FrontendException {
    Module module = load(Samples.module(name));
    assertEquals(name, module.kernels().getFirst().name());
  }

  @Test
  void oneFunctionMayBeSeveralKernels() throws FrontendException {
    Module module = load(Samples.module("control"));
    assertEquals(
        List.of("control", "again"), module.kernels().stream().map(k -> k.name()).toList());
  }

  @Test
  void theOtherByteOrderIsTheSame() throws FrontendException {
    byte[] module = Samples.module("arithmetic");
    ByteBuffer in = ByteBuffer.wrap(module).order(ByteOrder.LITTLE_ENDIAN);
    ByteBuffer swapped = ByteBuffer.allocate(module.length).order(ByteOrder.BIG_ENDIAN);
    while (in.hasRemaining()) {
      swapped.putInt(in.getInt());
    }
    byte[] expected = SpirvCompiler.compile("m.spv", module, Map.of());
    assertEquals(
        ByteBuffer.wrap(expected),
        ByteBuffer.wrap(SpirvCompiler.compile("m.spv", swapped.array(), Map.of())));
  }

  @Test
  void specialisationConstantsHaveSizes() throws FrontendException {
    assertEquals(
        Map.of(3, 4), SpirvCompiler.specializationConstants("m.spv", Samples.module("memory")));
  }

  /** Numbers of lines, alignments and components are no ids, though they may be the same. */
  @Test
  void whatIsLoadedOfBuiltInVariablesIsAskedForWhereItIsUsed() throws FrontendException {
    String text =
        """
        OpCapability Addresses
        OpCapability Kernel
        OpCapability Int64
        OpMemoryModel Physical64 OpenCL
        OpEntryPoint Kernel %k "k" %id
        %file = OpString "k.cl"
        OpName %own "own"
        OpDecorate %id BuiltIn GlobalInvocationId
        %void = OpTypeVoid
        %u64 = OpTypeInt 64 0
        %long3 = OpTypeVector %u64 3
        %input = OpTypePointer Input %long3
        %global = OpTypePointer CrossWorkgroup %u64
        %private = OpTypePointer Function %u64
        %type = OpTypeFunction %void %global
        %id = OpVariable %input Input
        OpLine %file 7 0
        %k = OpFunction %void None %type
        %out = OpFunctionParameter %global
        %entry = OpLabel
        %own = OpVariable %private Function
        LINES
        %all = OpLoad %long3 %id Aligned 32
        %one = OpCompositeExtract %u64 %all 1
        OpStore %own %one
        %again = OpLoad %u64 %own
        OpStore %out %again Aligned 8
        OpReturn
        OpFunctionEnd
        """;
    StringBuilder lines = new StringBuilder();
    for (int k = 1; k < 40; k++) {
      lines.append("OpLine %file ").append(k).append(' ').append(k).append('\n');
    }
    Module module = load(Assembler.assemble(text.replace("LINES", lines)));
    String ir = IrPrinter.print(module);
    assertTrue(ir.contains("query global_id i32 1"), ir);
    assertEquals(1, ir.split("query", -1).length - 1, ir);
    Location place = module.kernels().getFirst().location();
    assertEquals("k.cl:7:0", String.valueOf(place));
  }

  /** {@code SPV_INTEL_usm_storage_classes}: global memory whose owner is known. */
  @Test
  void memoryOfTheDeviceAloneIsGlobalMemory() throws FrontendException {
    String text =
        """
        OpCapability Addresses
        OpCapability Kernel
        OpCapability USMStorageClassesINTEL
        OpExtension "SPV_INTEL_usm_storage_classes"
        OpMemoryModel Physical64 OpenCL
        OpEntryPoint Kernel %k "k"
        %void = OpTypeVoid
        %u32 = OpTypeInt 32 0
        %one = OpConstant %u32 1
        %global = OpTypePointer CrossWorkgroup %u32
        %device = OpTypePointer DeviceOnlyINTEL %u32
        %type = OpTypeFunction %void %global
        %k = OpFunction %void None %type
        %out = OpFunctionParameter %global
        %entry = OpLabel
        %own = OpCrossWorkgroupCastToPtrINTEL %device %out
        OpStore %own %one Aligned 4
        %back = OpPtrCastToCrossWorkgroupINTEL %global %own
        OpStore %back %one Aligned 4
        OpReturn
        OpFunctionEnd
        """;
    String ir = IrPrinter.print(load(Assembler.assemble(text)));
    assertEquals(3, ir.split("store", -1).length, ir);
  }

  /** What is put in the place of a line of a module, and what is said of it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "control | OpLoopMerge %done %body DontUnroll | OpLoopMerge %done %body DontUnroll\\nOpKill"
            + " | OpKill: this instruction is not supported",
        "control | OpCapability Groups | OpCapability Shader"
            + " | OpCapability: the capability Shader is not supported",
        "control | OpMemoryModel Physical64 OpenCL | OpMemoryModel Logical OpenCL"
            + " | OpMemoryModel: a kernel's addresses are physical ones, the module's Logical",
        "control | OpMemoryModel Physical64 OpenCL | OpMemoryModel Physical64 GLSL450"
            + " | OpMemoryModel: a kernel's memory model is OpenCL",
        "control | OpExecutionMode %k LocalSize 8 1 1 | OpExecutionMode %k RoundingModeRTZ 32"
            + " | OpExecutionMode: the execution mode RoundingModeRTZ is not supported",
        "control | OpExecutionMode %k LocalSize 8 1 1 | OpExecutionMode %k SubgroupsPerWorkgroup 0"
            + " | OpExecutionMode: a work-group of 0 sub-groups",
        "control | OpExecutionMode %k LocalSize 8 1 1 | OpExecutionMode %k Initializer"
            + " | OpFunction: what initializes or finalizes has no parameters",
        "control | %h = OpFunctionCall %i32 %helper %i | %h = OpFunctionCall %i32 %helper %i %i"
            + " | OpFunctionCall: %",
        "control | %sum = OpIAdd %i32 %s %h | %sum = OpIAdd %i32 %s %out" + " | OpIAdd: ",
        "control | %sum = OpIAdd %i32 %s %h | %sum = OpIAdd %i32 %s %entry" + " | OpIAdd: %",
        "memory | %six = OpSpecConstantOp %i32 IMul %three %c2"
            + " | %six = OpSpecConstantOp %i32 UDiv %three %c0"
            + " | OpSpecConstantOp: a constant divided by zero",
        "memory | %p = OpAccessChain %fi32 %mine %c1 | %p = OpAccessChain %fi32 %mine %c1 %c1"
            + " | OpAccessChain: it goes into a i32, which has no parts",
        "memory | OpStore %p %v Alias | OpStore %p %number Alias | OpStore: its object's type is"
            + " not that",
        "composites | %g = OpCompositeExtract %float4 %f 1 0 | %g = OpCompositeExtract %float4 %f 7"
            + " | OpCompositeExtract: there is no part 7",
        "composites | %gfloat4 = OpTypePointer CrossWorkgroup %float4"
            + " | %gfloat4 = OpTypePointer Uniform %float4"
            + " | OpTypePointer: storage class 2 is not one of kernels",
        "atomics | %a = OpAtomicIAdd %i32 %g %c1 %c0 %c7 | %a = OpAtomicIAdd %i32 %g %c7 %c0 %c7"
            + " | OpAtomicIAdd: scope 7 is not one of kernels",
        "atomics | OpControlBarrier %c2 %c2 %c784 | OpControlBarrier %c1 %c2 %c784"
            + " | OpControlBarrier: its execution scope is neither Workgroup nor Subgroup",
        // What LLVM's verifier says of instructions, blocks and functions.
        "control | %sum = OpIAdd %i32 %s %h | %sum = OpIAdd %i32 %s %sum"
            + " | OpIAdd: Only PHI nodes may reference their own value!",
        "control | %h = OpFunctionCall %i32 %helper %i | %h = OpIAdd %i32 %i %sum"
            + " | OpIAdd: Instruction does not dominate all uses!",
        "memory | OpReturn | OpBranch %entry"
            + " | OpLabel: Entry block to function must not have predecessors!",
      })
  void refusalsNameTheInstruction(String name, String line, String other, String message) {
    String text = Samples.text(name);
    assertTrue(text.contains(line), line);
    byte[] module = Assembler.assemble(text.replace(line, other.replace("\\n", "\n")));
    String said = refusal(module);
    assertTrue(said.matches("(?s)m\\.spv:word \\d+: error: .*"), said);
    assertTrue(said.contains(message), said);
  }

  @Test
  void refusalsNameIdsAndLinesOfTheSource() {
    String text =
        Samples.text("control")
            .replace("OpMemoryModel Physical64 OpenCL", "OpMemoryModel Physical64 OpenCL\nSTRING")
            .replace("STRING", "%file = OpString \"k.cl\"\nOpName %sum \"su$m\"\nOpName %h \"h\"")
            .replace(
                "%sum = OpIAdd %i32 %s %h",
                "OpLine %file 12 3\n%sum = OpIAdd %i32 %h %entry\nOpNoLine");
    String said = refusal(Assembler.assemble(text));
    assertTrue(
        said.matches("m\\.spv:word \\d+: error: OpIAdd: .*\\(%\\d+ 'su\\$m', k\\.cl:12\\)"), said);
    String self = text.replace("%h %entry\n", "%h %sum\n");
    said = refusal(Assembler.assemble(self));
    assertTrue(said.matches(".*reference their own value! \\(%\\d+ 'su\\$m', k\\.cl:12\\)"), said);
    String call = text.replace("%h %entry\n", "%h %s\n").replace("%helper %i", "%sum %i");
    said = refusal(Assembler.assemble(call));
    assertTrue(
        said.matches(".*OpFunctionCall: %\\d+ 'su\\$m' is no function \\(%\\d+ 'h'\\)"), said);
  }

  /** numba-dpex declares such variables, and no kernel uses them. */
  @Test
  void modulesMayHaveVariablesOfFunctionsThatNothingUses() throws FrontendException {
    String text =
        Samples.text("control")
            .replace(
                "%fi32 = OpTypePointer Function %i32",
                "%fi32 = OpTypePointer Function %i32\n%env = OpVariable %fi32 Function");
    assertEquals("control", load(Assembler.assemble(text)).kernels().getFirst().name());
    String used = text.replace("%sum = OpIAdd", "%e = OpLoad %i32 %env\n%sum = OpIAdd");
    String said = refusal(Assembler.assemble(used));
    assertTrue(
        said.matches(
            "m\\.spv:word \\d+: error: OpLoad: %\\d+ is a variable of the module, but of the class"
                + " Function"),
        said);
  }

  @Test
  void linesThatAreNotValidAreRefused() {
    byte[] module =
        Assembler.assemble(
            Samples.text("control")
                .replace("%void = OpTypeVoid", "%file = OpString \"k.cl\"\n%void = OpTypeVoid")
                .replace("%sum = OpIAdd", "OpLine %file 12 3\n%sum = OpIAdd"));
    ByteBuffer words = ByteBuffer.wrap(module).order(ByteOrder.LITTLE_ENDIAN);
    int at = 20;
    while (words.getInt(at) != (4 << 16 | 8)) {
      at += 4 * (words.getInt(at) >>> 16);
    }
    words.putInt(at, 2 << 16 | 8).putInt(at + 8, 1 << 16).putInt(at + 12, 1 << 16);
    String said = refusal(module);
    assertTrue(said.endsWith("OpLine: has too few operands"), said);
  }

  /** An aggregate is a value for each of its parts; so many would take for ever. */
  @Test
  void valuesOfHugeAggregatesAreRefusedAtOnce() {
    String array = "%array = OpTypeArray %float4 %c2";
    String many = "%many = OpConstant %i32 2112123461\n%array = OpTypeArray %float4 %many";
    byte[] module = Assembler.assemble(Samples.text("composites").replace(array, many));
    String said =
        String.valueOf(assertThrows(FrontendException.class, () -> load(module)).getMessage());
    assertTrue(said.matches("m\\.spv:word \\d+: error: .*"), said);
    assertTrue(
        said.contains(
            ": error: a value of an aggregate of 2112123462 scalars and vectors, of more than"
                + " 65536, is not supported"),
        said);
    assertEquals(1, said.lines().count(), said);
  }

  @Test
  void emptyStructuresHaveNoPartsHoweverMany() throws FrontendException {
    String array = "%array = OpTypeArray %float4 %c2";
    String more =
        array
            + "\n%many = OpConstant %i32 2112123461\n%none = OpTypeStruct"
            + "\n%nones = OpTypeArray %none %many\n%pair = OpTypeStruct %nones %i32";
    String text =
        Samples.text("composites")
            .replace(array, more)
            .replace("%nothing = OpUndef", "%void2 = OpUndef %pair\n%nothing = OpUndef")
            .replace(
                "%a = OpVectorShuffle",
                "%w = OpCompositeInsert %pair %n %void2 1\n"
                    + "%v = OpCompositeExtract %i32 %w 1\n%a = OpVectorShuffle")
            .replace(
                "%b = OpVectorInsertDynamic %float4 %a %f1 %n",
                "%b = OpVectorInsertDynamic %float4 %a %f1 %v");
    assertEquals(1, load(Assembler.assemble(text)).kernels().size());
  }

  @Test
  void bytesThatAreNoModuleAreRefused() {
    assertEquals(
        "m.spv:word 0: error: this is no SPIR-V: it does not begin with 0x07230203",
        refusal("kernel void".getBytes(StandardCharsets.UTF_8)));
    byte[] module = Samples.module("control");
    assertTrue(refusal(Arrays.copyOf(module, 16)).contains("the header has 5 words"));
    assertTrue(refusal(Arrays.copyOf(module, module.length - 2)).contains("is whole words"));
    assertTrue(
        refusal(Arrays.copyOf(module, module.length - 4)).contains("it has no OpFunctionEnd"));
    byte[] newer = module.clone();
    newer[5] = 9;
    assertTrue(refusal(newer).contains("is none of 1.0 to 1.6"));
  }

  @ParameterizedTest
  @CsvSource({
    "CrossWorkgroup, %p = OpTypePointer Function %node, another storage class",
    "Function, %q = OpTypePointer Function %node, is not declared by an OpTypePointer",
    "Function, %p = OpTypeInt 32 0, says that it is a pointer",
  })
  void pointersThatAreNamedBeforeAreDeclared(String storage, String declared, String message) {
    String text =
        """
        OpCapability Addresses
        OpCapability Kernel
        OpMemoryModel Physical64 OpenCL
        OpTypeForwardPointer %p STORAGE
        %node = OpTypeStruct %p
        DECLARED
        """
            .replace("STORAGE", storage)
            .replace("DECLARED", declared);
    String refusal = refusal(Assembler.assemble(text));
    assertTrue(refusal.contains(message), refusal);
  }

  private static String refusal(byte[] module) {
    FrontendException e =
        assertThrows(
            FrontendException.class, () -> SpirvCompiler.compile("m.spv", module, Map.of()));
    return String.valueOf(e.getMessage());
  }

  private static Module load(byte[] module) throws FrontendException {
    OpenClCompiler compiler = OpenClCompiler.withoutCache();
    byte[] bitcode = compiler.compileIl("m.spv", module, BuildOptions.NONE, Map.of()).bitcode();
    return compiler.load("m.spv", bitcode, BuildOptions.NONE.code(), PrivateVariables.VALUES);
  }
}
