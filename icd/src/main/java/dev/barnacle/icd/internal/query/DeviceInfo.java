package dev.barnacle.icd.internal.query;

import static dev.barnacle.icd.internal.abi.Cl.*;
import static dev.barnacle.icd.internal.abi.ClKhr.*;
import static dev.barnacle.icd.internal.abi.SharedMemoryCl.*;

import dev.barnacle.cl.Device;
import dev.barnacle.cl.DeviceCommandQueue;
import dev.barnacle.cl.Platform;
import dev.barnacle.icd.internal.handle.DeviceHandle;
import dev.barnacle.icd.internal.handle.PlatformHandle;
import java.util.List;

/**
 * The answers of {@code clGetDeviceInfo} (OpenCL API, 4.2, table "List of supported queries", and
 * those of extensions). Each query is a row of one table.
 */
public final class DeviceInfo {
  /** No version of the conformance tests has been passed officially; other drivers say it so. */
  private static final String NEVER_SUBMITTED = "v0000-01-01-00";

  private static final int VERSION_1_0 = 1 << 22;
  private static final int VERSION_1_1 = VERSION_1_0 | 1 << 12;
  private static final int VERSION_1_2 = VERSION_1_0 | 2 << 12;
  private static final int VERSION_2_0 = 2 << 22;
  private static final int VERSION_3_0 = 3 << 22;
  private static final int VERSION_3_1 = Extensions.OPENCL_3_1;

  /** Denormals, infinities and NaNs, round to nearest, to zero, to infinity, fused multiply-add. */
  private static final long IEEE =
      CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST | CL_FP_FMA;

  private static final long ATOMICS =
      CL_DEVICE_ATOMIC_ORDER_RELAXED
          | CL_DEVICE_ATOMIC_ORDER_ACQ_REL
          | CL_DEVICE_ATOMIC_ORDER_SEQ_CST
          | CL_DEVICE_ATOMIC_SCOPE_WORK_ITEM
          | CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP
          | CL_DEVICE_ATOMIC_SCOPE_DEVICE
          | CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES;

  private static final long FP_ATOMICS =
      CL_DEVICE_GLOBAL_FP_ATOMIC_LOAD_STORE_EXT
          | CL_DEVICE_GLOBAL_FP_ATOMIC_ADD_EXT
          | CL_DEVICE_GLOBAL_FP_ATOMIC_MIN_MAX_EXT
          | CL_DEVICE_LOCAL_FP_ATOMIC_LOAD_STORE_EXT
          | CL_DEVICE_LOCAL_FP_ATOMIC_ADD_EXT
          | CL_DEVICE_LOCAL_FP_ATOMIC_MIN_MAX_EXT;

  private static final long CLOCKS =
      CL_DEVICE_KERNEL_CLOCK_SCOPE_DEVICE_KHR
          | CL_DEVICE_KERNEL_CLOCK_SCOPE_WORK_GROUP_KHR
          | CL_DEVICE_KERNEL_CLOCK_SCOPE_SUB_GROUP_KHR;

  /** The alignment of a sub-buffer's offset, in bytes: the size of the widest vector. */
  static final int BASE_ALIGNMENT = 128;

  private DeviceInfo() {}

  /** Answers a query, or throws {@code CL_INVALID_VALUE} if there is none of that number. */
  public static void write(DeviceHandle handle, int query, Info out) {
    if (CommandBufferInfo.isHidden(query)) {
      throw Info.unknown(query);
    }
    if (!handle.isCustom() || !CustomDeviceInfo.write(query, out)) {
      answer(handle, handle.device(), query, out);
    }
  }

  private static void answer(DeviceHandle handle, Device device, int query, Info out) {
    switch (query) {
      // What it is
      case CL_DEVICE_TYPE -> out.int64(CL_DEVICE_TYPE_CPU);
      case CL_DEVICE_VENDOR_ID -> out.int32(0);
      case CL_DEVICE_NAME -> out.string(device.name());
      case CL_DEVICE_VENDOR -> out.string(device.vendor());
      case CL_DRIVER_VERSION -> out.string(device.driverVersion());
      case CL_DEVICE_PROFILE -> out.string("FULL_PROFILE");
      case CL_DEVICE_VERSION -> out.string(device.version());
      case CL_DEVICE_OPENCL_C_VERSION -> out.string("OpenCL C 1.2 Barnacle " + Platform.release());
      case CL_DEVICE_PLATFORM -> out.handle(PlatformHandle.get());
      case CL_DEVICE_AVAILABLE, CL_DEVICE_COMPILER_AVAILABLE, CL_DEVICE_LINKER_AVAILABLE ->
          out.bool(true);
      case CL_DEVICE_EXECUTION_CAPABILITIES -> out.int64(CL_EXEC_KERNEL | CL_EXEC_NATIVE_KERNEL);
      case CL_DEVICE_PARENT_DEVICE -> out.handle(handle.parent());
      case CL_DEVICE_REFERENCE_COUNT ->
          out.int32(handle.parent() == null ? 1 : handle.references());
      // Work-items
      case CL_DEVICE_MAX_COMPUTE_UNITS -> out.int32(device.computeUnits());
      case CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS -> out.int32(3);
      case CL_DEVICE_MAX_WORK_ITEM_SIZES ->
          out.longs(
              device.maxWorkGroupSize(), device.maxWorkGroupSize(), device.maxWorkGroupSize());
      case CL_DEVICE_MAX_WORK_GROUP_SIZE -> out.int64(device.maxWorkGroupSize());
      case CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE -> out.int64(64);
      case CL_DEVICE_MAX_CLOCK_FREQUENCY -> out.int32(SharedInfo.clockMegahertz());
      case CL_DEVICE_ADDRESS_BITS -> out.int32(64);
      case CL_DEVICE_MAX_PARAMETER_SIZE -> out.int64(4096);
      case CL_DEVICE_MAX_CONSTANT_ARGS -> out.int32(64);
      case CL_DEVICE_PRINTF_BUFFER_SIZE -> out.int64(1 << 20);
      case CL_DEVICE_PROFILING_TIMER_RESOLUTION -> out.int64(1);
      // Kernels whose work-items run one by one have sub-groups of one.
      case CL_DEVICE_MAX_NUM_SUB_GROUPS -> out.int32((int) device.maxWorkGroupSize());
      case CL_DEVICE_SUB_GROUP_SIZES_INTEL ->
          out.longs(device.subGroupSizes().stream().mapToLong(s -> s).toArray());
      // They share a thread: one that waits for another keeps it from running.
      case CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS -> out.bool(true);
      // Memory
      case CL_DEVICE_GLOBAL_MEM_SIZE -> out.int64(device.globalMemBytes());
      case CL_DEVICE_MAX_MEM_ALLOC_SIZE -> out.int64(device.maxMemAllocBytes());
      case CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE -> out.int64(device.maxConstantBytes());
      case CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE -> out.int64(1L << 30);
      case CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE -> out.int64(1L << 30);
      case CL_DEVICE_LOCAL_MEM_SIZE -> out.int64(device.localMemBytes());
      case CL_DEVICE_LOCAL_MEM_TYPE -> out.int32(CL_GLOBAL);
      case CL_DEVICE_GLOBAL_MEM_CACHE_TYPE -> out.int32(CL_READ_WRITE_CACHE);
      case CL_DEVICE_GLOBAL_MEM_CACHE_SIZE -> out.int64(SharedInfo.cacheBytes());
      case CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE -> out.int32(64);
      case CL_DEVICE_MEM_BASE_ADDR_ALIGN -> out.int32(8 * BASE_ALIGNMENT);
      case CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE -> out.int32(BASE_ALIGNMENT);
      case CL_DEVICE_HOST_UNIFIED_MEMORY -> out.bool(true);
      case CL_DEVICE_ERROR_CORRECTION_SUPPORT -> out.bool(false);
      case CL_DEVICE_ENDIAN_LITTLE -> out.bool(true);
      case CL_DEVICE_SVM_CAPABILITIES -> out.int64(SharedInfo.svmCapabilities(device));
      case CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES, CL_DEVICE_ATOMIC_FENCE_CAPABILITIES ->
          out.int64(ATOMICS);
      case CL_DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT,
          CL_DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT,
          CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT ->
          out.int32(0);
      // Images
      case CL_DEVICE_IMAGE_SUPPORT -> out.bool(true);
      case CL_DEVICE_MAX_READ_IMAGE_ARGS -> out.int32(device.images().maxReadArguments());
      case CL_DEVICE_MAX_WRITE_IMAGE_ARGS -> out.int32(device.images().maxWriteArguments());
      case CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS ->
          out.int32(device.images().maxReadWriteArguments());
      case CL_DEVICE_MAX_SAMPLERS -> out.int32(device.images().maxSamplers());
      case CL_DEVICE_IMAGE_PITCH_ALIGNMENT -> out.int32(device.images().pitchAlignment());
      case CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT ->
          out.int32(device.images().baseAddressAlignment());
      case CL_DEVICE_IMAGE2D_MAX_WIDTH -> out.int64(device.images().maxWidth());
      case CL_DEVICE_IMAGE2D_MAX_HEIGHT -> out.int64(device.images().maxHeight());
      case CL_DEVICE_IMAGE3D_MAX_WIDTH -> out.int64(device.images().maxWidth3d());
      case CL_DEVICE_IMAGE3D_MAX_HEIGHT -> out.int64(device.images().maxHeight3d());
      case CL_DEVICE_IMAGE3D_MAX_DEPTH -> out.int64(device.images().maxDepth3d());
      case CL_DEVICE_IMAGE_MAX_BUFFER_SIZE -> out.int64(device.images().maxBufferTexels());
      case CL_DEVICE_IMAGE_MAX_ARRAY_SIZE -> out.int64(device.images().maxLayers());
      // Arithmetic
      case CL_DEVICE_SINGLE_FP_CONFIG -> out.int64(IEEE | CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT);
      case CL_DEVICE_DOUBLE_FP_CONFIG -> out.int64(IEEE | CL_FP_ROUND_TO_ZERO | CL_FP_ROUND_TO_INF);
      case CL_DEVICE_HALF_FP_CONFIG -> out.int64(IEEE);
      case CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR,
          CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT,
          CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT,
          CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG,
          CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT,
          CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE,
          CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF ->
          out.int32(1); // work-items become the lanes
      case CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR -> out.int32(handle.vectorBytes());
      case CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT, CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF ->
          out.int32(Math.max(1, handle.vectorBytes() / 2));
      case CL_DEVICE_NATIVE_VECTOR_WIDTH_INT, CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT ->
          out.int32(Math.max(1, handle.vectorBytes() / 4));
      case CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG, CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE ->
          out.int32(Math.max(1, handle.vectorBytes() / 8));
      case CL_DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES_KHR ->
          out.int64(
              CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_KHR
                  | CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_PACKED_KHR);
      case CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_8BIT_KHR,
          CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_4x8BIT_PACKED_KHR ->
          out.bytes(new byte[24]); // six cl_bool: nothing is accelerated
      case CL_DEVICE_SINGLE_FP_ATOMIC_CAPABILITIES_EXT,
          CL_DEVICE_DOUBLE_FP_ATOMIC_CAPABILITIES_EXT,
          CL_DEVICE_HALF_FP_ATOMIC_CAPABILITIES_EXT ->
          out.int64(FP_ATOMICS);
      case CL_DEVICE_KERNEL_CLOCK_CAPABILITIES_KHR -> out.int64(CLOCKS);
      // Versions, extensions and built-in kernels
      case CL_DEVICE_NUMERIC_VERSION -> out.int32(VERSION_3_1);
      case CL_DEVICE_EXTENSIONS -> out.string(Extensions.names(Extensions.ofDevices()));
      case CL_DEVICE_EXTENSIONS_WITH_VERSION -> out.versions(Extensions.ofDevices());
      case CL_DEVICE_OPENCL_C_NUMERIC_VERSION_KHR -> out.int32(VERSION_1_2);
      case CL_DEVICE_OPENCL_C_ALL_VERSIONS ->
          out.versions(
              List.of(
                  new Info.NameVersion(VERSION_1_0, "OpenCL C"),
                  new Info.NameVersion(VERSION_1_1, "OpenCL C"),
                  new Info.NameVersion(VERSION_1_2, "OpenCL C"),
                  new Info.NameVersion(VERSION_2_0, "OpenCL C"),
                  new Info.NameVersion(VERSION_3_0, "OpenCL C"),
                  new Info.NameVersion(VERSION_3_1, "OpenCL C")));
      // What -cl-std=CLC++ stands for; CLC++2021 is there as well.
      case CL_DEVICE_CXX_FOR_OPENCL_NUMERIC_VERSION_EXT -> out.int32(VERSION_1_0);
      case CL_DEVICE_OPENCL_C_FEATURES ->
          out.versions(
              Platform.languageFeatures().stream()
                  .map(f -> new Info.NameVersion(VERSION_3_0, f))
                  .toList());
      case CL_DEVICE_BUILT_IN_KERNELS -> out.string(String.join(";", CustomDeviceInfo.kernels()));
      case CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION ->
          out.versions(
              CustomDeviceInfo.kernels().stream()
                  .map(k -> new Info.NameVersion(VERSION_1_0, k))
                  .toList());
      case CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED -> out.string(NEVER_SUBMITTED);
      // Queues, pipes and optional features
      case CL_DEVICE_QUEUE_ON_HOST_PROPERTIES ->
          out.int64(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE);
      case CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES ->
          out.int64(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE);
      case CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES ->
          out.int64(CL_DEVICE_QUEUE_SUPPORTED | CL_DEVICE_QUEUE_REPLACEABLE_DEFAULT);
      case CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE ->
          out.int32((int) DeviceCommandQueue.PREFERRED_SIZE);
      case CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE -> out.int32((int) DeviceCommandQueue.MAX_SIZE);
      case CL_DEVICE_MAX_ON_DEVICE_QUEUES -> out.int32(DeviceCommandQueue.MAX_QUEUES);
      case CL_DEVICE_MAX_ON_DEVICE_EVENTS -> out.int32(DeviceCommandQueue.MAX_EVENTS);
      case CL_DEVICE_PIPE_SUPPORT -> out.bool(device.pipes().maxArguments() > 0);
      case CL_DEVICE_MAX_PIPE_ARGS -> out.int32(device.pipes().maxArguments());
      case CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS ->
          out.int32(device.pipes().maxActiveReservations());
      case CL_DEVICE_PIPE_MAX_PACKET_SIZE -> out.int32(device.pipes().maxPacketBytes());
      case CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT,
          CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT,
          CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT ->
          out.bool(true);
      case CL_DEVICE_PREFERRED_INTEROP_USER_SYNC -> out.bool(true);
      case CL_DEVICE_PARTITION_MAX_SUB_DEVICES -> out.int32(SubDevices.max(device));
      case CL_DEVICE_PARTITION_PROPERTIES -> out.longs(SubDevices.kinds(device));
      case CL_DEVICE_PARTITION_AFFINITY_DOMAIN -> out.int64(SubDevices.domains(device));
      case CL_DEVICE_PARTITION_TYPE -> out.longs(handle.partition());
      // Shared virtual and unified shared memory
      case CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL,
          CL_DEVICE_DEVICE_MEM_CAPABILITIES_INTEL,
          CL_DEVICE_SINGLE_DEVICE_SHARED_MEM_CAPABILITIES_INTEL,
          CL_DEVICE_CROSS_DEVICE_SHARED_MEM_CAPABILITIES_INTEL ->
          out.int64(SharedMemoryInfo.USM);
      case CL_DEVICE_SHARED_SYSTEM_MEM_CAPABILITIES_INTEL ->
          out.int64(device.systemSvm() ? SharedMemoryInfo.USM : 0);
      case CL_DEVICE_SVM_TYPE_CAPABILITIES_KHR -> SharedMemoryInfo.writeTypes(device, out);
      // SPIR-V
      case CL_DEVICE_SPIRV_EXTENDED_INSTRUCTION_SETS -> out.longs(SpirvInfo.instructionSets());
      case CL_DEVICE_SPIRV_EXTENSIONS -> out.longs(SpirvInfo.extensions());
      case CL_DEVICE_SPIRV_CAPABILITIES -> out.ints(Platform.spirvCapabilities());
      case CL_DEVICE_IL_VERSION -> out.string(SpirvInfo.versionNames());
      case CL_DEVICE_ILS_WITH_VERSION -> out.versions(SpirvInfo.versions());
      // Command-buffers and semaphores
      case CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR -> out.int64(CommandBufferInfo.capabilities());
      case CL_DEVICE_COMMAND_BUFFER_REQUIRED_QUEUE_PROPERTIES_KHR -> out.int64(0);
      case CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR ->
          out.int64(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE);
      case CL_DEVICE_COMMAND_BUFFER_NUM_SYNC_DEVICES_KHR -> out.int32(2);
      case CL_DEVICE_COMMAND_BUFFER_SYNC_DEVICES_KHR ->
          out.handles(List.of(DeviceHandle.root(), DeviceHandle.custom()));
      case CL_DEVICE_SEMAPHORE_IMPORT_HANDLE_TYPES_KHR,
          CL_DEVICE_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR ->
          out.longs(); // none
      case CL_DEVICE_SEMAPHORE_TYPES_KHR -> out.int32(CL_SEMAPHORE_TYPE_BINARY_KHR);
      case CL_DEVICE_MUTABLE_DISPATCH_CAPABILITIES_KHR ->
          out.int64(CommandBufferInfo.MUTABLE_FIELDS);
      // UUIDs
      case CL_DEVICE_UUID_KHR -> out.bytes(DeviceUuids.device(device));
      case CL_DRIVER_UUID_KHR -> out.bytes(DeviceUuids.driver());
      case CL_DEVICE_LUID_VALID_KHR -> out.bool(false); // they are Windows's
      case CL_DEVICE_LUID_KHR -> out.int64(0);
      case CL_DEVICE_NODE_MASK_KHR -> out.int32(0);
      // cl_intel_device_attribute_query
      case CL_DEVICE_IP_VERSION_INTEL -> out.int32(IntelAttributes.version());
      case CL_DEVICE_ID_INTEL -> out.int32(IntelAttributes.id(handle));
      case CL_DEVICE_NUM_SLICES_INTEL -> out.int32(IntelAttributes.slices(handle));
      case CL_DEVICE_NUM_SUB_SLICES_PER_SLICE_INTEL ->
          out.int32(IntelAttributes.shape(handle).cachesPerNode());
      case CL_DEVICE_NUM_EUS_PER_SUB_SLICE_INTEL ->
          out.int32(IntelAttributes.shape(handle).coresPerCache());
      case CL_DEVICE_NUM_THREADS_PER_EU_INTEL ->
          out.int32(IntelAttributes.shape(handle).threadsPerCore());
      // DP4A and DPAS are instructions of graphics processors.
      case CL_DEVICE_FEATURE_CAPABILITIES_INTEL -> out.int64(0);
      default -> throw Info.unknown(query);
    }
  }
}
