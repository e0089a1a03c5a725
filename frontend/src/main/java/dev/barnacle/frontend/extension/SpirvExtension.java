package dev.barnacle.frontend.extension;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The extensions of SPIR-V whose capabilities, instructions and decorations are there, in the order
 * in which {@code CL_DEVICE_SPIRV_EXTENSIONS} names them.
 */
public enum SpirvExtension {
  SPV_EXT_OPTNONE("OptNoneEXT"),
  SPV_EXT_SHADER_ATOMIC_FLOAT16_ADD("AtomicFloat16AddEXT"),
  SPV_EXT_SHADER_ATOMIC_FLOAT_ADD("AtomicFloat32AddEXT", "AtomicFloat64AddEXT"),
  SPV_EXT_SHADER_ATOMIC_FLOAT_MIN_MAX(
      "AtomicFloat16MinMaxEXT", "AtomicFloat32MinMaxEXT", "AtomicFloat64MinMaxEXT"),
  SPV_INTEL_FP_FAST_MATH_MODE("FPFastMathModeINTEL"),
  SPV_INTEL_FP_MAX_ERROR("FPMaxErrorINTEL"),
  SPV_INTEL_MEMORY_ACCESS_ALIASING("MemoryAccessAliasingINTEL"),
  SPV_INTEL_SUBGROUP_BUFFER_PREFETCH("SubgroupBufferPrefetchINTEL"),
  SPV_INTEL_SUBGROUPS(
      "SubgroupShuffleINTEL", "SubgroupBufferBlockIOINTEL", "SubgroupImageBlockIOINTEL"),
  SPV_INTEL_UNSTRUCTURED_LOOP_CONTROLS("UnstructuredLoopControlsINTEL"),
  /** The grammar has the capability's newer name; its number is that of {@code …INTEL}. */
  SPV_INTEL_USM_STORAGE_CLASSES("USMStorageClassesALTERA"),
  SPV_KHR_BIT_INSTRUCTIONS("BitInstructions"),
  SPV_KHR_EXPECT_ASSUME("ExpectAssumeKHR"),
  SPV_KHR_FLOAT_CONTROLS(4, "DenormPreserve", "SignedZeroInfNanPreserve", "RoundingModeRTE"),
  SPV_KHR_INTEGER_DOT_PRODUCT(
      6,
      "DotProductInputAll",
      "DotProductInput4x8Bit",
      "DotProductInput4x8BitPacked",
      "DotProduct"),
  SPV_KHR_LINKONCE_ODR,
  SPV_KHR_NO_INTEGER_WRAP_DECORATION(4),
  SPV_KHR_NON_SEMANTIC_INFO(6),
  SPV_KHR_SHADER_BALLOT("SubgroupBallotKHR"),
  SPV_KHR_SHADER_CLOCK("ShaderClockKHR"),
  SPV_KHR_SUBGROUP_ROTATE("GroupNonUniformRotateKHR"),
  SPV_KHR_UNIFORM_GROUP_INSTRUCTIONS("GroupUniformArithmeticKHR");

  private static final int NEVER = 0xff;

  private final int coreSince;

  @SuppressWarnings("ImmutableEnumChecker") // List.of
  private final List<String> capabilities;

  SpirvExtension(String... capabilities) {
    this(NEVER, capabilities);
  }

  SpirvExtension(int minor, String... capabilities) {
    this.coreSince = 1 << 16 | minor << 8;
    this.capabilities = List.of(capabilities);
  }

  /** Returns the extension that a capability is of. */
  public static Optional<SpirvExtension> ofCapability(String name) {
    return Arrays.stream(values()).filter(e -> e.capabilities.contains(name)).findFirst();
  }

  /** Returns its name, such as {@code SPV_KHR_linkonce_odr}. */
  public String text() {
    int vendor = name().indexOf('_', "SPV_".length());
    return name().substring(0, vendor) + name().substring(vendor).toLowerCase(Locale.ROOT);
  }

  /** Returns the names of its capabilities. */
  public List<String> capabilities() {
    return capabilities;
  }

  /** Returns whether a version of SPIR-V, as a header has it, has taken it in. */
  public boolean isCoreIn(int version) {
    return version >= coreSince;
  }
}
