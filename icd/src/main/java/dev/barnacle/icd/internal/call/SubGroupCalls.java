package dev.barnacle.icd.internal.call;

import static dev.barnacle.icd.internal.abi.Cl.*;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.Kernel;
import dev.barnacle.icd.internal.abi.Native;
import dev.barnacle.icd.internal.entry.GetKernelSubGroupInfo;
import dev.barnacle.icd.internal.handle.Handles;
import dev.barnacle.icd.internal.handle.KernelHandle;
import dev.barnacle.icd.internal.query.Info;
import java.util.ArrayList;
import java.util.List;

/**
 * Queries about the sub-groups of kernels (OpenCL API, 5.9.4 {@code clGetKernelSubGroupInfo};
 * {@code cl_intel_required_subgroup_size} for the size that a kernel asks for, which SYCL's runtime
 * asks of every kernel).
 */
public final class SubGroupCalls {
  private static final int DIMENSIONS = 3;

  private SubGroupCalls() {}

  /**
   * A query's input.
   *
   * @param size {@code input_value_size}
   * @param value {@code input_value}; 0 if there is none
   */
  private record Input(long size, long value) {
    /** Returns a local size of one to three dimensions. */
    List<Long> localSize() {
      if (value == 0 || size <= 0 || size % 8 != 0 || size > 8 * DIMENSIONS) {
        throw new ClException(
            ErrorCode.CL_INVALID_VALUE,
            "the input is no local size of one to three dimensions: " + size + " bytes");
      }
      List<Long> sizes = new ArrayList<>();
      for (long at = 0; at < size; at += 8) {
        sizes.add(Native.getLong(value + at));
      }
      return sizes;
    }

    long count() {
      if (value == 0 || size != 8) {
        throw new ClException(
            ErrorCode.CL_INVALID_VALUE, "the input is no number of sub-groups: " + size + " bytes");
      }
      return Native.getLong(value);
    }
  }

  public static long getKernelSubGroupInfo(long a) {
    GetKernelSubGroupInfo call = new GetKernelSubGroupInfo(a);
    KernelHandle handle = Handles.kernel(call.kernel());
    KernelInfoCalls.device(handle, call.device());
    Kernel kernel = handle.kernel();
    int parameter = call.paramName();
    Input input = new Input(call.inputValueSize(), call.inputValue());
    Info out = Info.of(call);
    switch (parameter) {
      case CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE ->
          out.int64(kernel.maxSubGroupSize(input.localSize()));
      case CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE -> out.int64(kernel.subGroups(input.localSize()));
      case CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT ->
          out.longs(
              localSize(
                  kernel, input.count(), dimensions(call.paramValueSize(), call.paramValue())));
      case CL_KERNEL_MAX_NUM_SUB_GROUPS -> out.int64(kernel.maxSubGroups());
      case CL_KERNEL_COMPILE_NUM_SUB_GROUPS -> out.int64(kernel.requiredSubGroups());
      case CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL -> out.int64(kernel.requiredSubGroupSize());
      default -> throw Info.unknown(parameter);
    }
    return 0;
  }

  /** Returns the dimensions of the answer, by the room that there is for it. */
  private static int dimensions(long size, long value) {
    return value == 0 && size < 8 ? DIMENSIONS : Math.clamp(size / 8, 1, DIMENSIONS);
  }

  private static long[] localSize(Kernel kernel, long count, int dimensions) {
    long size = kernel.localSizeForSubGroups(count);
    long[] sizes = new long[dimensions];
    for (int d = 0; d < dimensions; d++) {
      sizes[d] = d == 0 ? size : Math.min(size, 1);
    }
    return sizes;
  }
}
