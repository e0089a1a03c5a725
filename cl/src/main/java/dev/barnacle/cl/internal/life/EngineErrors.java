package dev.barnacle.cl.internal.life;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.FailedEventException;
import dev.barnacle.cl.KernelCrashException;
import dev.barnacle.cl.KernelFaultException;
import dev.barnacle.engine.EngineException;
import java.util.Optional;

/** The engines' errors under OpenCL's codes. */
public final class EngineErrors {
  private EngineErrors() {}

  public static ClException of(EngineException e) {
    String message = String.valueOf(e.getMessage());
    ErrorCode code =
        switch (e.kind()) {
          case INVALID_WORK_GROUP_SIZE -> ErrorCode.CL_INVALID_WORK_GROUP_SIZE;
          case INVALID_KERNEL_ARGS -> ErrorCode.CL_INVALID_KERNEL_ARGS;
          case OUT_OF_RESOURCES -> ErrorCode.CL_OUT_OF_RESOURCES;
          case UNSUPPORTED_PROGRAM -> ErrorCode.CL_BUILD_PROGRAM_FAILURE;
          case BARRIER_DIVERGENCE, TRAP, KERNEL_FAULT, ENDLESS_WAIT, CHILD_TERMINATED ->
              ErrorCode.CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
        };
    return switch (e.kind()) {
      case BARRIER_DIVERGENCE, TRAP -> new KernelFaultException(code, message, e);
      case CHILD_TERMINATED ->
          new FailedEventException(
              "a kernel that was enqueued on the device", e.status(), Optional.empty());
      case KERNEL_FAULT -> new KernelCrashException(code, message, e);
      default -> new ClException(code, message, e);
    };
  }
}
