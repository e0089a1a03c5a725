package dev.barnacle.icd.internal.call;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.NDRange;
import dev.barnacle.icd.internal.abi.Native;
import dev.barnacle.icd.internal.entry.GetKernelSuggestedLocalWorkSize;
import dev.barnacle.icd.internal.handle.Handles;
import dev.barnacle.icd.internal.handle.KernelHandle;
import dev.barnacle.icd.internal.handle.QueueHandle;
import java.util.List;

/**
 * The local size that a launch without one gets (OpenCL API, clGetKernelSuggestedLocalWorkSize).
 */
public final class SuggestedSizeCalls {
  private SuggestedSizeCalls() {}

  public static long getKernelSuggestedLocalWorkSize(long a) {
    GetKernelSuggestedLocalWorkSize call = new GetKernelSuggestedLocalWorkSize(a);
    QueueHandle queue = Handles.queue(call.commandQueue());
    KernelHandle kernel = Handles.kernel(call.kernel());
    KernelCommands.checkContext(queue, kernel);
    if (call.globalWorkSize() == 0 || call.suggestedLocalWorkSize() == 0) {
      throw new ClException(
          call.globalWorkSize() == 0
              ? ErrorCode.CL_INVALID_GLOBAL_WORK_SIZE
              : ErrorCode.CL_INVALID_VALUE,
          call.globalWorkSize() == 0 ? "no global size" : "no place for the local size");
    }
    kernel.arguments().bind(); // all must be set, as for a launch
    NDRange range =
        KernelCommands.range(call.workDim(), call.globalWorkOffset(), call.globalWorkSize(), 0);
    List<Long> local = kernel.kernel().suggestedLocalSize(range);
    for (int d = 0; d < local.size(); d++) {
      Native.putLong(call.suggestedLocalWorkSize() + 8L * d, local.get(d));
    }
    return 0;
  }
}
