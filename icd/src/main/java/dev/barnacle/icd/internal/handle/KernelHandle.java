package dev.barnacle.icd.internal.handle;

import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.Kernel;
import dev.barnacle.cl.KernelArguments;

/** {@code cl_kernel}: a kernel with the arguments that have been set. */
public final class KernelHandle extends Handle {
  private final ProgramHandle program;
  private final Kernel kernel;
  private final KernelArguments arguments;
  private volatile boolean started;

  public KernelHandle(ProgramHandle program, KernelArguments arguments) {
    super(ErrorCode.CL_INVALID_KERNEL);
    this.program = program;
    this.kernel = arguments.kernel();
    this.arguments = arguments;
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

  public KernelArguments arguments() {
    return arguments;
  }

  /** Has the report know that it is put into a queue. */
  public void started() {
    if (!started && Reports.isWritten() && !program.isBuiltIn()) {
      started = true;
      Reports.started(program.reportName(), kernel.name());
    }
  }

  @Override
  void free() {
    program.removeKernel();
  }
}
