package dev.barnacle.frontend.internal.spirv.module;

import dev.barnacle.frontend.extension.SpirvExtension;
import dev.barnacle.frontend.internal.spirv.binary.SpirvInstruction;
import dev.barnacle.frontend.internal.spirv.binary.SpirvNames;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The features that a module may ask for, beside those that {@link SpirvExtension} adds (OpenCL
 * SPIR-V Environment, "Required Capabilities" and "Validation Rules").
 */
public final class Environment {
  private static final Set<String> CAPABILITIES =
      Stream.concat(
              Stream.of(
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
                  "ImageMipmap",
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
                  "UniformDecoration"),
              Arrays.stream(SpirvExtension.values()).flatMap(e -> e.capabilities().stream()))
          .collect(Collectors.toUnmodifiableSet());

  private static final List<String> INSTRUCTION_SETS =
      List.of("OpenCL.std", "OpenCL.DebugInfo.100", "NonSemantic.Shader.DebugInfo.100");

  private static final int ADDRESSING_PHYSICAL32 = 1;
  private static final int ADDRESSING_PHYSICAL64 = 2;
  private static final int MEMORY_OPENCL = 2;
  private static final int EXECUTION_KERNEL = 6;

  private Environment() {}

  /** Returns the instruction sets that modules may import, those without semantics apart. */
  public static List<String> instructionSets() {
    return INSTRUCTION_SETS;
  }

  /** Returns the extensions. */
  public static List<String> extensions() {
    return Arrays.stream(SpirvExtension.values()).map(SpirvExtension::text).toList();
  }

  /** Returns the numbers of the capabilities. */
  public static List<Integer> capabilities() {
    return SpirvNames.numbers("Capability", CAPABILITIES);
  }

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

  /** Returns whether the sizes of a module's {@code OpMemoryModel} have 32 bits. */
  static boolean hasSmallAddresses(SpirvInstruction memoryModel) {
    return memoryModel.operand(0) == ADDRESSING_PHYSICAL32;
  }

  /**
   * The device's addresses have 64 bits. In a module of {@code Physical32} its sizes have 32, and
   * no integer is made a pointer.
   */
  static void checkMemoryModel(SpirvInstruction instruction) {
    if (instruction.operand(1) != MEMORY_OPENCL) {
      throw instruction.invalid("a kernel's memory model is OpenCL");
    }
    int addressing = instruction.operand(0);
    if (addressing != ADDRESSING_PHYSICAL32 && addressing != ADDRESSING_PHYSICAL64) {
      String model = SpirvNames.describe("AddressingModel", addressing);
      throw instruction.invalid("a kernel's addresses are physical ones, the module's " + model);
    }
  }

  static void checkEntryPoint(SpirvInstruction instruction) {
    if (instruction.operand(0) != EXECUTION_KERNEL) {
      throw instruction.invalid("its execution model is not Kernel");
    }
  }
}
