package dev.barnacle.frontend.internal.spirv;

import java.time.Duration;
import java.util.Map;

/**
 * Prints what reading a module of about 1 MB takes when it is warm: processor time of the process,
 * and elapsed time. Run it in {@code frontend} on the class path of its tests; an argument says how
 * many functions the module has (1750).
 */
final class ReadingTime {
  private static final int TIMES = 20;

  private static final String HEAD =
      """
      OpCapability Addresses
      OpCapability Kernel
      OpCapability Int64
      %std = OpExtInstImport "OpenCL.std"
      OpMemoryModel Physical64 OpenCL
      OpEntryPoint Kernel %k_0 "k" %gid
      OpDecorate %gid BuiltIn GlobalInvocationId
      %void = OpTypeVoid
      %bool = OpTypeBool
      %u32 = OpTypeInt 32 0
      %u64 = OpTypeInt 64 0
      %float = OpTypeFloat 32
      %float4 = OpTypeVector %float 4
      %long3 = OpTypeVector %u64 3
      %input = OpTypePointer Input %long3
      %gu32 = OpTypePointer CrossWorkgroup %u32
      %gfloat4 = OpTypePointer CrossWorkgroup %float4
      %fu32 = OpTypePointer Function %u32
      %type = OpTypeFunction %void %gu32 %gfloat4
      %zero = OpConstant %u32 0
      %one = OpConstant %u32 1
      %two = OpConstant %u32 2
      %nine = OpConstant %u32 9
      %seqcst = OpConstant %u32 272
      %gid = OpVariable %input Input
      """;

  private static final String FUNCTION =
      """
      %k# = OpFunction %void None %type
      %a# = OpFunctionParameter %gu32
      %b# = OpFunctionParameter %gfloat4
      %entry# = OpLabel
      %x# = OpVariable %fu32 Function
      %ids# = OpLoad %long3 %gid Aligned 32
      %id# = OpCompositeExtract %u64 %ids# 0
      %p# = OpInBoundsPtrAccessChain %gu32 %a# %id#
      %l# = OpLoad %u32 %p# Aligned 4
      OpStore %x# %l# Aligned 4
      OpBranch %head#
      %head# = OpLabel
      %n# = OpPhi %u32 %zero %entry# %m# %body#
      %t# = OpULessThan %bool %n# %nine
      OpBranchConditional %t# %body# %end#
      %body# = OpLabel
      %y# = OpLoad %u32 %x# Aligned 4
      %q# = OpIMul %u32 %y# %n#
      %r# = OpBitwiseXor %u32 %q# %l#
      OpStore %x# %r# Aligned 4
      %m# = OpIAdd %u32 %n# %one
      OpBranch %head#
      %end# = OpLabel
      %f# = OpInBoundsPtrAccessChain %gfloat4 %b# %id#
      %v# = OpLoad %float4 %f# Aligned 16
      %w# = OpExtInst %float4 %std fma %v# %v# %v#
      %s# = OpFAdd %float4 %w# %v#
      OpStore %f# %s# Aligned 16
      OpControlBarrier %two %two %seqcst
      %u# = OpAtomicIAdd %u32 %a# %one %zero %one
      %o# = OpLoad %u32 %x# Aligned 4
      OpStore %p# %o# Aligned 4
      OpReturn
      OpFunctionEnd
      """;

  private ReadingTime() {}

  /** Returns the processor time of the process in milliseconds. */
  private static long spent() {
    return ProcessHandle.current().info().totalCpuDuration().map(Duration::toMillis).orElse(0L);
  }

  /** Reads the module twenty times. */
  public static void main(String[] arguments) throws Exception {
    int functions = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1750;
    StringBuilder text = new StringBuilder(HEAD);
    for (int k = 0; k < functions; k++) {
      text.append(FUNCTION.replace("#", "_" + k));
    }
    byte[] module = Assembler.assemble(text.toString());
    System.out.println(module.length + " bytes");
    for (int time = 0; time < TIMES; time++) {
      long before = spent();
      long start = System.nanoTime();
      byte[] bitcode = SpirvCompiler.compile("m.spv", module, Map.of());
      System.out.printf(
          "%d ms of processor time, %d ms, %d bytes of bitcode%n",
          spent() - before, (System.nanoTime() - start) / 1_000_000, bitcode.length);
    }
  }
}
