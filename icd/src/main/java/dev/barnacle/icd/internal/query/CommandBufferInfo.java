package dev.barnacle.icd.internal.query;

import static dev.barnacle.icd.internal.abi.Cl.*;
import static dev.barnacle.icd.internal.abi.ClKhr.*;

import dev.barnacle.frontend.extension.Extension;

/**
 * The answers of the devices and the platform about command-buffers (cl_khr_command_buffer and the
 * extensions of it) and semaphores (cl_khr_semaphore).
 */
public final class CommandBufferInfo {
  /** {@code CL_DEVICE_MUTABLE_DISPATCH_CAPABILITIES_KHR}: all there are. */
  public static final long MUTABLE_FIELDS =
      CL_MUTABLE_DISPATCH_GLOBAL_OFFSET_KHR
          | CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR
          | CL_MUTABLE_DISPATCH_LOCAL_SIZE_KHR
          | CL_MUTABLE_DISPATCH_ARGUMENTS_KHR
          | CL_MUTABLE_DISPATCH_EXEC_INFO_KHR;

  private CommandBufferInfo() {}

  /** Returns whether a query belongs to an extension that is hidden. */
  static boolean isHidden(int parameter) {
    return switch (parameter) {
      case CL_DEVICE_COMMAND_BUFFER_NUM_SYNC_DEVICES_KHR,
          CL_DEVICE_COMMAND_BUFFER_SYNC_DEVICES_KHR,
          CL_PLATFORM_COMMAND_BUFFER_CAPABILITIES_KHR ->
          HiddenExtensions.has(Extension.CL_KHR_COMMAND_BUFFER_MULTI_DEVICE);
      case CL_DEVICE_MUTABLE_DISPATCH_CAPABILITIES_KHR ->
          HiddenExtensions.has(Extension.CL_KHR_COMMAND_BUFFER_MUTABLE_DISPATCH);
      default -> false;
    };
  }

  /** Returns {@code CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR}. */
  static long capabilities() {
    return CL_COMMAND_BUFFER_CAPABILITY_KERNEL_PRINTF_KHR
        | CL_COMMAND_BUFFER_CAPABILITY_DEVICE_SIDE_ENQUEUE_KHR
        | CL_COMMAND_BUFFER_CAPABILITY_SIMULTANEOUS_USE_KHR
        | (HiddenExtensions.has(Extension.CL_KHR_COMMAND_BUFFER_MULTI_DEVICE)
            ? 0
            : CL_COMMAND_BUFFER_CAPABILITY_MULTIPLE_QUEUE_KHR);
  }

  /** Answers a query of the platform, if it is one of these. */
  public static boolean platform(int parameter, Info out) {
    if (isHidden(parameter)) {
      return false;
    }
    switch (parameter) {
      case CL_PLATFORM_COMMAND_BUFFER_CAPABILITIES_KHR ->
          out.int64(
              CL_COMMAND_BUFFER_PLATFORM_UNIVERSAL_SYNC_KHR
                  | CL_COMMAND_BUFFER_PLATFORM_REMAP_QUEUES_KHR
                  | CL_COMMAND_BUFFER_PLATFORM_AUTOMATIC_REMAP_KHR);
      case CL_PLATFORM_SEMAPHORE_IMPORT_HANDLE_TYPES_KHR,
          CL_PLATFORM_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR ->
          out.longs(); // none
      case CL_PLATFORM_SEMAPHORE_TYPES_KHR -> out.int32(CL_SEMAPHORE_TYPE_BINARY_KHR);
      default -> {
        return false;
      }
    }
    return true;
  }
}
