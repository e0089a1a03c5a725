package dev.barnacle.icd.internal.call;

import static dev.barnacle.icd.internal.abi.Arguments.i;
import static dev.barnacle.icd.internal.abi.Arguments.p;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.NDRange;
import dev.barnacle.icd.internal.abi.Native;
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
    QueueHandle queue = Handles.queue(p(a, 0));
    KernelHandle kernel = Handles.kernel(p(a, 1));
    KernelCommands.checkContext(queue, kernel);
    if (p(a, 4) == 0 || p(a, 5) == 0) {
      throw new ClException(
          p(a, 4) == 0 ? ErrorCode.CL_INVALID_GLOBAL_WORK_SIZE : ErrorCode.CL_INVALID_VALUE,
          p(a, 4) == 0 ? "no global size" : "no place for the local size");
    }
    kernel.arguments().bind(); // all must be set, as for a launch
    NDRange range = KernelCommands.range(i(a, 2), p(a, 3), p(a, 4), 0);
    List<Long> local = kernel.kernel().suggestedLocalSize(range);
    for (int d = 0; d < local.size(); d++) {
      Native.putLong(p(a, 5) + 8L * d, local.get(d));
    }
    return 0;
  }
}
