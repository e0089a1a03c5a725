package dev.barnacle.frontend.internal.spirv.module;

import dev.barnacle.frontend.internal.spirv.binary.SpirvInstruction;
import dev.barnacle.frontend.internal.spirv.binary.SpirvNames;
import java.util.Set;

/**
 * What a module may ask for (OpenCL SPIR-V Environment, "Required Capabilities" and "Validation
 * Rules").
 */
final class Environment {
  private static final Set<String> CAPABILITIES =
      Set.of(
          "Matrix",
          "Addresses",
          "Linkage",
          "Kernel",
          "Vector16",
          "Float16Buffer",
          "Float16",
          "Float64",
          "Int64",
          "Int64Atomics",
          "ImageBasic",
          "ImageReadWrite",
          "Pipes",
          "Groups",
          "DeviceEnqueue",
          "LiteralSampler",
          "Int16",
          "Int8",
          "Sampled1D",
          "Image1D",
          "SampledBuffer",
          "ImageBuffer",
          "GenericPointer",
          "SubgroupDispatch",
          "GroupNonUniform",
          "GroupNonUniformVote",
          "GroupNonUniformArithmetic",
          "GroupNonUniformBallot",
          "GroupNonUniformShuffle",
          "GroupNonUniformShuffleRelative",
          "GroupNonUniformClustered",
          "GroupNonUniformRotateKHR",
          "GroupUniformArithmeticKHR",
          "SubgroupBallotKHR",
          "DenormPreserve",
          "SignedZeroInfNanPreserve",
          "RoundingModeRTE",
          "ExpectAssumeKHR",
          "BitInstructions",
          "DotProductInputAll",
          "DotProductInput4x8Bit",
          "DotProductInput4x8BitPacked",
          "DotProduct",
          "AtomicFloat16AddEXT",
          "AtomicFloat32AddEXT",
          "AtomicFloat64AddEXT",
          "AtomicFloat16MinMaxEXT",
          "AtomicFloat32MinMaxEXT",
          "AtomicFloat64MinMaxEXT",
          "SubgroupShuffleINTEL",
          "SubgroupBufferBlockIOINTEL",
          "MemoryAccessAliasingINTEL",
          "FPFastMathModeINTEL",
          "FPMaxErrorINTEL",
          "USMStorageClassesINTEL",
          "ShaderClockKHR",
          "OptNoneEXT",
          "UnstructuredLoopControlsINTEL",
          "UniformDecoration",
          "KernelAttributesINTEL");

  private static final int ADDRESSING_PHYSICAL64 = 2;
  private static final int MEMORY_OPENCL = 2;
  private static final int EXECUTION_KERNEL = 6;

  private Environment() {}

  static void checkCapability(SpirvInstruction instruction) {
    String name = SpirvNames.describe("Capability", instruction.operand(0));
    if (!CAPABILITIES.contains(name)) {
      throw instruction.invalid("the capability " + name + " is not supported");
    }
  }

  /** Extensions only name capabilities and instructions, which are looked at themselves. */
  static void checkExtension(SpirvInstruction instruction) {
    String name = instruction.string(0);
    if (!name.startsWith("SPV_") && !name.startsWith("cl_")) {
      throw instruction.invalid("the extension '" + name + "' is not known");
    }
  }

  static void checkMemoryModel(SpirvInstruction instruction) {
    if (instruction.operand(1) != MEMORY_OPENCL) {
      throw instruction.invalid("a kernel's memory model is OpenCL");
    }
    if (instruction.operand(0) != ADDRESSING_PHYSICAL64) {
      String model = SpirvNames.describe("AddressingModel", instruction.operand(0));
      throw instruction.invalid("the device has Physical64 addresses, the module " + model);
    }
  }

  static void checkEntryPoint(SpirvInstruction instruction) {
    if (instruction.operand(0) != EXECUTION_KERNEL) {
      throw instruction.invalid("its execution model is not Kernel");
    }
  }
}
