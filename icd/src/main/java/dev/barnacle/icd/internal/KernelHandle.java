package dev.barnacle.icd.internal;

import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.Kernel;
import dev.barnacle.cl.KernelArguments;

/** {@code cl_kernel}: a kernel with the arguments that have been set. */
final class KernelHandle extends Handle {
  private final ProgramHandle program;
  private final Kernel kernel;
  private final KernelArguments arguments;
  private volatile boolean started;

  KernelHandle(ProgramHandle program, KernelArguments arguments) {
    super(ErrorCode.CL_INVALID_KERNEL);
    this.program = program;
    this.kernel = arguments.kernel();
    this.arguments = arguments;
    hold(program);
    program.addKernel();
  }

  ProgramHandle program() {
    return program;
  }

  ContextHandle context() {
    return program.context();
  }

  Kernel kernel() {
    return kernel;
  }

  KernelArguments arguments() {
    return arguments;
  }

  /** Has the report know that it is put into a queue. */
  void started() {
    if (!started && Reports.isWritten()) {
      started = true;
      Reports.started(program.reportName(), kernel.name());
    }
  }

  @Override
  void free() {
    program.removeKernel();
  }
}
