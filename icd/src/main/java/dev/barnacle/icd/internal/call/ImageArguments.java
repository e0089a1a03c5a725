package dev.barnacle.icd.internal.call;

import static dev.barnacle.icd.internal.abi.Cl.*;

import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.KernelArguments;
import dev.barnacle.cl.KernelParameter;
import dev.barnacle.icd.internal.abi.Native;
import dev.barnacle.icd.internal.handle.DeviceQueueHandle;
import dev.barnacle.icd.internal.handle.Handles;

/** Arguments that are images, samplers, pipes or queues on the device. */
final class ImageArguments {
  private static final long HANDLE_BYTES = 8;

  private ImageArguments() {}

  static void set(KernelArguments arguments, KernelParameter parameter, long size, long value) {
    if (value == 0) {
      ErrorCode code =
          switch (parameter.kind()) {
            case SAMPLER -> ErrorCode.CL_INVALID_SAMPLER;
            case QUEUE -> ErrorCode.CL_INVALID_DEVICE_QUEUE;
            default -> ErrorCode.CL_INVALID_ARG_VALUE;
          };
      throw KernelCalls.wrong(code, parameter, "has no value");
    }
    Object object =
        switch (parameter.kind()) {
          case IMAGE -> ImageCalls.image(Handles.memory(Native.getLong(value)));
          case PIPE -> PipeCalls.pipe(Handles.memory(Native.getLong(value)));
          case SAMPLER -> Handles.sampler(Native.getLong(value)).sampler();
          case QUEUE ->
              Handles.get(
                      Native.getLong(value),
                      DeviceQueueHandle.class,
                      ErrorCode.CL_INVALID_DEVICE_QUEUE)
                  .queue();
          default ->
              throw KernelCalls.wrong(
                  ErrorCode.CL_INVALID_ARG_VALUE, parameter, "can't be passed by this version");
        };
    KernelCalls.checkSize(parameter, size, HANDLE_BYTES);
    arguments.set(parameter.index(), object);
  }

  static int access(KernelParameter parameter) {
    return switch (parameter.access()) {
      case "read_only" -> CL_KERNEL_ARG_ACCESS_READ_ONLY;
      case "write_only" -> CL_KERNEL_ARG_ACCESS_WRITE_ONLY;
      case "read_write" -> CL_KERNEL_ARG_ACCESS_READ_WRITE;
      default -> CL_KERNEL_ARG_ACCESS_NONE;
    };
  }

  static int space(KernelParameter parameter) {
    return switch (parameter.kind()) {
      case IMAGE, PIPE -> CL_KERNEL_ARG_ADDRESS_GLOBAL;
      default -> CL_KERNEL_ARG_ADDRESS_PRIVATE;
    };
  }
}
