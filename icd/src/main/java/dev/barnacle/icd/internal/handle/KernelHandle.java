package dev.barnacle.icd.internal.handle;

import dev.barnacle.cl.CommandType;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.Kernel;
import dev.barnacle.cl.KernelArguments;
import dev.barnacle.cl.KernelParameter;
import dev.barnacle.icd.internal.abi.Native;
import dev.barnacle.icd.internal.record.KernelPlans;
import dev.barnacle.icd.internal.record.KernelRecord;
import dev.barnacle.icd.internal.record.Records;
import org.jspecify.annotations.Nullable;

/** {@code cl_kernel}: a kernel with the arguments that have been set. */
public final class KernelHandle extends Handle {
  private final ProgramHandle program;
  private final Kernel kernel;
  private final KernelArguments arguments;
  private final @Nullable KernelRecord record;
  private final @Nullable KernelPlans plans;
  private volatile int startedIn; // the report's part; there is none before 1

  public KernelHandle(ProgramHandle program, KernelArguments arguments) {
    super(ErrorCode.CL_INVALID_KERNEL);
    this.program = program;
    this.kernel = arguments.kernel();
    this.arguments = arguments;
    this.record =
        Records.areUsed() && KernelRecord.isFor(kernel)
            ? new KernelRecord(program.context().address(), kernel)
            : null;
    this.plans =
        record == null
            ? null
            : new KernelPlans(
                record, e -> context().notices().failed(CommandType.NDRANGE_KERNEL, e));
    hold(program);
    program.addKernel();
  }

  public ProgramHandle program() {
    return program;
  }

  public ContextHandle context() {
    return program.context();
  }

  public Kernel kernel() {
    return kernel;
  }

  /**
   * Returns its arguments.
   *
   * @throws dev.barnacle.cl.ClException {@code CL_INVALID_MEM_OBJECT} if a buffer among them has
   *     been released
   */
  public KernelArguments arguments() {
    if (record != null) {
      for (long left = record.takeChanged(); left != 0; left &= left - 1) {
        take(record, Long.numberOfTrailingZeros(left));
      }
    }
    return arguments;
  }

  /** Takes an argument over that the shim has set, and so has checked. */
  private void take(KernelRecord from, int index) {
    KernelParameter parameter = kernel.parameters().get(index);
    KernelParameter.Kind kind = parameter.kind();
    if (kind == KernelParameter.Kind.VALUE || kind == KernelParameter.Kind.STRUCT) {
      arguments.set(index, Native.at(from.value(index), parameter.byteSize()));
    } else {
      long buffer = Native.getLong(from.value(index));
      arguments.set(index, buffer == 0 ? null : Handles.memory(buffer).object());
    }
  }

  /** Says that an argument has been set to what the shim does not know. */
  public void setHere(int index) {
    if (record != null) {
      record.setByJava(index);
    }
  }

  /** Says that an argument has been set to so many bytes of local memory. */
  public void setLocal(int index, long bytes) {
    if (record != null) {
      record.setLocal(index, bytes);
    }
  }

  /** Says that it may access more than its arguments: each launch is to see to that. */
  public void reachMore() {
    if (plans != null) {
      plans.stop();
    }
  }

  /** Returns the plans of its launches in the shim; null if there can be none. */
  @Nullable KernelPlans plans() {
    return plans;
  }

  @Override
  long record() {
    return record == null ? 0 : record.address();
  }

  /** Has the report know that it is put into a queue. */
  public void started() {
    int part = Reports.part();
    if (startedIn != part && Reports.isWritten() && !program.isBuiltIn()) {
      startedIn = part;
      Reports.started(program.reportName(), kernel.name());
    }
  }

  @Override
  boolean retire() {
    return record != null && record.retire(address());
  }

  @Override
  void free() {
    if (plans != null) {
      plans.free();
    }
    program.removeKernel();
  }
}
