package dev.barnacle.icd.internal;

import static dev.barnacle.icd.internal.Cl.*;

import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.KernelParameter;

/**
 * Arguments that are images, samplers, pipes or queues; no kernel can have them in this version.
 */
final class ImageArguments {
  private ImageArguments() {}

  @SuppressWarnings("DoNotCallSuggester")
  static void set(KernelHandle kernel, KernelParameter parameter, long size, long value) {
    throw KernelCalls.wrong(
        ErrorCode.CL_INVALID_ARG_VALUE, parameter, "can't be passed by this version");
  }

  static int access(KernelParameter parameter) {
    return CL_KERNEL_ARG_ACCESS_NONE;
  }

  static int space(KernelParameter parameter) {
    return CL_KERNEL_ARG_ADDRESS_PRIVATE;
  }
}
