package dev.barnacle.cl;

import dev.barnacle.engine.EngineException;

/** The engines' errors under OpenCL's codes. */
final class Errors {
  private Errors() {}

  static ClException of(EngineException e) {
    ErrorCode code =
        switch (e.kind()) {
          case INVALID_WORK_GROUP_SIZE -> ErrorCode.CL_INVALID_WORK_GROUP_SIZE;
          case INVALID_KERNEL_ARGS -> ErrorCode.CL_INVALID_KERNEL_ARGS;
          case OUT_OF_RESOURCES -> ErrorCode.CL_OUT_OF_RESOURCES;
          case UNSUPPORTED_PROGRAM -> ErrorCode.CL_BUILD_PROGRAM_FAILURE;
        };
    String message = e.getMessage();
    return new ClException(code, message == null ? "the engine refuses" : message, e);
  }
}
