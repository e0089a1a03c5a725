package dev.barnacle.icd.internal.call;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.icd.internal.entry.FinishReportBARNACLE;
import dev.barnacle.icd.internal.handle.Reports;

/** The calls of test runners between two tests, to tell apart what each of them has found. */
public final class ReportCalls {
  private ReportCalls() {}

  /**
   * {@code cl_int clFinishReportBARNACLE(cl_uint milliseconds)}: waits until all commands that were
   * enqueued have ended, unless for so long no launch ends. Then the report has what they have
   * found, and a kernel that does the same again behind this call is told of again.
   */
  public static long finishReport(long a) {
    if (!Reports.isWritten()) {
      throw new ClException(ErrorCode.CL_INVALID_OPERATION, "BARNACLE_REPORT names no file");
    }
    Reports.finish(Integer.toUnsignedLong(new FinishReportBARNACLE(a).findings()));
    return 0;
  }
}
