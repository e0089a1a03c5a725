package dev.barnacle.icd.internal.query;

import static dev.barnacle.icd.internal.abi.Cl.*;

import dev.barnacle.cl.BuiltInKernel;
import dev.barnacle.cl.Platform;
import dev.barnacle.icd.internal.process.DriverLog;
import java.util.List;

/**
 * The custom device's answers that differ from the processor's: it has built-in kernels, and
 * neither a compiler nor what programs of a compiler would use.
 */
final class CustomDeviceInfo {
  private CustomDeviceInfo() {}

  /** Read once, when first asked for. */
  private static final class BuiltIn {
    static final List<String> NAMES = names();

    private static List<String> names() {
      List<String> names = Platform.builtInKernels().stream().map(BuiltInKernel::name).toList();
      Platform.builtInProblems().forEach(DriverLog::note);
      return names;
    }
  }

  /** Returns the names of the built-in kernels, which all devices have. */
  static List<String> kernels() {
    return BuiltIn.NAMES;
  }

  /** Answers a query, and returns whether it is one that this device answers by itself. */
  static boolean write(int parameter, Info out) {
    switch (parameter) {
      case CL_DEVICE_TYPE -> out.int64(CL_DEVICE_TYPE_CUSTOM);
      case CL_DEVICE_OPENCL_C_VERSION, CL_DEVICE_IL_VERSION -> out.string("");
      case CL_DEVICE_OPENCL_C_NUMERIC_VERSION_KHR -> out.int32(0);
      case CL_DEVICE_OPENCL_C_ALL_VERSIONS,
          CL_DEVICE_OPENCL_C_FEATURES,
          CL_DEVICE_ILS_WITH_VERSION ->
          out.versions(List.of());
      case CL_DEVICE_SPIRV_EXTENDED_INSTRUCTION_SETS,
          CL_DEVICE_SPIRV_EXTENSIONS,
          CL_DEVICE_SPIRV_CAPABILITIES ->
          out.longs();
      case CL_DEVICE_EXTENSIONS -> out.string(Extensions.names(Extensions.ofPlatform()));
      case CL_DEVICE_EXTENSIONS_WITH_VERSION -> out.versions(Extensions.ofPlatform());
      case CL_DEVICE_COMPILER_AVAILABLE,
          CL_DEVICE_LINKER_AVAILABLE,
          CL_DEVICE_IMAGE_SUPPORT,
          CL_DEVICE_PIPE_SUPPORT,
          CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT,
          CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT,
          CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT,
          CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS ->
          out.bool(false);
      case CL_DEVICE_PARTITION_PROPERTIES -> out.longs(0);
      case CL_DEVICE_SUB_GROUP_SIZES_INTEL -> out.longs();
      case CL_DEVICE_CXX_FOR_OPENCL_NUMERIC_VERSION_EXT -> throw Info.unknown(parameter);
      default -> {
        return zeros(parameter, out);
      }
    }
    return true;
  }

  private static boolean zeros(int parameter, Info out) {
    switch (parameter) {
      case CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES,
          CL_DEVICE_ATOMIC_FENCE_CAPABILITIES,
          CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE,
          CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE,
          CL_DEVICE_PRINTF_BUFFER_SIZE,
          CL_DEVICE_PARTITION_AFFINITY_DOMAIN,
          CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES,
          CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES,
          CL_DEVICE_IMAGE2D_MAX_WIDTH,
          CL_DEVICE_IMAGE2D_MAX_HEIGHT,
          CL_DEVICE_IMAGE3D_MAX_WIDTH,
          CL_DEVICE_IMAGE3D_MAX_HEIGHT,
          CL_DEVICE_IMAGE3D_MAX_DEPTH,
          CL_DEVICE_IMAGE_MAX_BUFFER_SIZE,
          CL_DEVICE_IMAGE_MAX_ARRAY_SIZE ->
          out.int64(0);
      case CL_DEVICE_PARTITION_MAX_SUB_DEVICES,
          CL_DEVICE_MAX_NUM_SUB_GROUPS,
          CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE,
          CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE,
          CL_DEVICE_MAX_ON_DEVICE_QUEUES,
          CL_DEVICE_MAX_ON_DEVICE_EVENTS,
          CL_DEVICE_MAX_PIPE_ARGS,
          CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS,
          CL_DEVICE_PIPE_MAX_PACKET_SIZE,
          CL_DEVICE_MAX_READ_IMAGE_ARGS,
          CL_DEVICE_MAX_WRITE_IMAGE_ARGS,
          CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS,
          CL_DEVICE_MAX_SAMPLERS,
          CL_DEVICE_IMAGE_PITCH_ALIGNMENT,
          CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT ->
          out.int32(0);
      default -> {
        return false;
      }
    }
    return true;
  }
}
