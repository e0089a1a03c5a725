package dev.barnacle.icd.internal.abi;

/** The constants of the extensions of queues that the driver knows, as in {@code cl_ext.h}. */
public final class ClKhr {
  public static final long CL_COMMAND_BUFFER_CAPABILITY_DEVICE_SIDE_ENQUEUE_KHR = 1L << 1;
  public static final long CL_COMMAND_BUFFER_CAPABILITY_KERNEL_PRINTF_KHR = 1L << 0;
  public static final long CL_COMMAND_BUFFER_CAPABILITY_MULTIPLE_QUEUE_KHR = 1L << 4;
  public static final long CL_COMMAND_BUFFER_CAPABILITY_SIMULTANEOUS_USE_KHR = 1L << 2;
  public static final int CL_COMMAND_BUFFER_CONTEXT_KHR = 0x1299;
  public static final long CL_COMMAND_BUFFER_DEVICE_SIDE_SYNC_KHR = 1L << 2;
  public static final int CL_COMMAND_BUFFER_FLAGS_KHR = 0x1293;
  public static final int CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR = 0x12B7;
  public static final long CL_COMMAND_BUFFER_MUTABLE_KHR = 1L << 1;
  public static final int CL_COMMAND_BUFFER_NUM_QUEUES_KHR = 0x1295;
  public static final long CL_COMMAND_BUFFER_PLATFORM_AUTOMATIC_REMAP_KHR = 1L << 2;
  public static final long CL_COMMAND_BUFFER_PLATFORM_REMAP_QUEUES_KHR = 1L << 1;
  public static final long CL_COMMAND_BUFFER_PLATFORM_UNIVERSAL_SYNC_KHR = 1L << 0;
  public static final int CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR = 0x1298;
  public static final int CL_COMMAND_BUFFER_QUEUES_KHR = 0x1294;
  public static final int CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR = 0x1296;
  public static final long CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR = 1L << 0;
  public static final int CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR = 1;
  public static final int CL_COMMAND_BUFFER_STATE_FINALIZED_KHR = 2;
  public static final int CL_COMMAND_BUFFER_STATE_KHR = 0x1297;
  public static final int CL_COMMAND_BUFFER_STATE_RECORDING_KHR = 0;
  public static final int CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR = 0x12A9;
  public static final int CL_DEVICE_COMMAND_BUFFER_NUM_SYNC_DEVICES_KHR = 0x12AB;
  public static final int CL_DEVICE_COMMAND_BUFFER_REQUIRED_QUEUE_PROPERTIES_KHR = 0x12AA;
  public static final int CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR = 0x129A;
  public static final int CL_DEVICE_COMMAND_BUFFER_SYNC_DEVICES_KHR = 0x12AC;
  public static final int CL_DEVICE_LUID_KHR = 0x106D;
  public static final int CL_DEVICE_LUID_VALID_KHR = 0x106C;
  public static final int CL_DEVICE_MUTABLE_DISPATCH_CAPABILITIES_KHR = 0x12B0;
  public static final int CL_DEVICE_NODE_MASK_KHR = 0x106E;
  public static final int CL_DEVICE_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR = 0x204E;
  public static final int CL_DEVICE_SEMAPHORE_IMPORT_HANDLE_TYPES_KHR = 0x204D;
  public static final int CL_DEVICE_SEMAPHORE_TYPES_KHR = 0x204C;
  public static final int CL_DEVICE_UUID_KHR = 0x106A;
  public static final int CL_DRIVER_UUID_KHR = 0x106B;
  public static final int CL_MUTABLE_COMMAND_COMMAND_BUFFER_KHR = 0x12A1;
  public static final int CL_MUTABLE_COMMAND_COMMAND_QUEUE_KHR = 0x12A0;
  public static final int CL_MUTABLE_COMMAND_COMMAND_TYPE_KHR = 0x12AD;
  public static final int CL_MUTABLE_COMMAND_PROPERTIES_ARRAY_KHR = 0x12A2;
  public static final long CL_MUTABLE_DISPATCH_ARGUMENTS_KHR = 1L << 3;
  public static final int CL_MUTABLE_DISPATCH_ASSERTS_KHR = 0x12B8;
  public static final long CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR = 1L << 0;
  public static final int CL_MUTABLE_DISPATCH_DIMENSIONS_KHR = 0x12A4;
  public static final long CL_MUTABLE_DISPATCH_EXEC_INFO_KHR = 1L << 4;
  public static final long CL_MUTABLE_DISPATCH_GLOBAL_OFFSET_KHR = 1L << 0;
  public static final long CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR = 1L << 1;
  public static final int CL_MUTABLE_DISPATCH_GLOBAL_WORK_OFFSET_KHR = 0x12A5;
  public static final int CL_MUTABLE_DISPATCH_GLOBAL_WORK_SIZE_KHR = 0x12A6;
  public static final int CL_MUTABLE_DISPATCH_KERNEL_KHR = 0x12A3;
  public static final long CL_MUTABLE_DISPATCH_LOCAL_SIZE_KHR = 1L << 2;
  public static final int CL_MUTABLE_DISPATCH_LOCAL_WORK_SIZE_KHR = 0x12A7;
  public static final int CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR = 0x12B1;
  public static final int CL_PLATFORM_COMMAND_BUFFER_CAPABILITIES_KHR = 0x0908;
  public static final int CL_PLATFORM_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR = 0x2038;
  public static final int CL_PLATFORM_SEMAPHORE_IMPORT_HANDLE_TYPES_KHR = 0x2037;
  public static final int CL_PLATFORM_SEMAPHORE_TYPES_KHR = 0x2036;
  public static final int CL_QUEUE_PRIORITY_KHR = 0x1096;
  public static final int CL_QUEUE_THROTTLE_KHR = 0x1097;
  public static final int CL_SEMAPHORE_CONTEXT_KHR = 0x2039;
  public static final int CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR = 0x2053;
  public static final int CL_SEMAPHORE_EXPORTABLE_KHR = 0x2054;
  public static final int CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR = 0x203F;
  public static final int CL_SEMAPHORE_PAYLOAD_KHR = 0x203C;
  public static final int CL_SEMAPHORE_PROPERTIES_KHR = 0x203B;
  public static final int CL_SEMAPHORE_REFERENCE_COUNT_KHR = 0x203A;
  public static final int CL_SEMAPHORE_TYPE_BINARY_KHR = 1;
  public static final int CL_SEMAPHORE_TYPE_KHR = 0x203D;
  public static final int CL_STRUCTURE_TYPE_MUTABLE_DISPATCH_CONFIG_KHR = 0;

  public static final int CL_SAMPLER_MIP_FILTER_MODE_KHR = 0x1155;
  public static final int CL_SAMPLER_LOD_MIN_KHR = 0x1156;
  public static final int CL_SAMPLER_LOD_MAX_KHR = 0x1157;

  public static final int CL_CONTEXT_MEMORY_INITIALIZE_KHR = 0x2030;
  public static final long CL_CONTEXT_MEMORY_INITIALIZE_LOCAL_KHR = 1L << 0;
  public static final long CL_CONTEXT_MEMORY_INITIALIZE_PRIVATE_KHR = 1L << 1;

  public static final int CL_IMAGE_REQUIREMENTS_ROW_PITCH_ALIGNMENT_EXT = 0x1290;
  public static final int CL_IMAGE_REQUIREMENTS_BASE_ADDRESS_ALIGNMENT_EXT = 0x1292;
  public static final int CL_IMAGE_REQUIREMENTS_SIZE_EXT = 0x12B2;
  public static final int CL_IMAGE_REQUIREMENTS_MAX_WIDTH_EXT = 0x12B3;
  public static final int CL_IMAGE_REQUIREMENTS_MAX_HEIGHT_EXT = 0x12B4;
  public static final int CL_IMAGE_REQUIREMENTS_MAX_DEPTH_EXT = 0x12B5;
  public static final int CL_IMAGE_REQUIREMENTS_MAX_ARRAY_SIZE_EXT = 0x12B6;
  public static final int CL_IMAGE_REQUIREMENTS_SLICE_PITCH_ALIGNMENT_EXT = 0x1291;

  private ClKhr() {}
}
