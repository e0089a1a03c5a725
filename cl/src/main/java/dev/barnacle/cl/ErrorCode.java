package dev.barnacle.cl;

/**
 * The error codes of the OpenCL API that Barnacle reports, under the specification's names (OpenCL
 * API, appendix "Error Codes").
 */
public enum ErrorCode {
  /** No device of the kind that was asked for. */
  CL_DEVICE_NOT_FOUND(-1),
  /** Memory for a buffer could not be had. */
  CL_MEM_OBJECT_ALLOCATION_FAILURE(-4),
  /** The device lacks what a launch needs, such as local memory. */
  CL_OUT_OF_RESOURCES(-5),
  /** The host lacks memory. */
  CL_OUT_OF_HOST_MEMORY(-6),
  /** A program does not compile, or has what the device can't run. */
  CL_BUILD_PROGRAM_FAILURE(-11),
  /** A part of a buffer does not start where the kernel's argument needs it. */
  CL_MISALIGNED_SUB_BUFFER_OFFSET(-13),
  /** A kernel ended with an error. */
  CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST(-14),
  /** A value that the call does not allow. */
  CL_INVALID_VALUE(-30),
  /** A context that is closed. */
  CL_INVALID_CONTEXT(-34),
  /** A buffer that is closed or of another context. */
  CL_INVALID_MEM_OBJECT(-38),
  /** Build options that are not understood. */
  CL_INVALID_BUILD_OPTIONS(-43),
  /** A program that is closed. */
  CL_INVALID_PROGRAM(-44),
  /** The program has no kernel of that name. */
  CL_INVALID_KERNEL_NAME(-46),
  /** No argument of that position. */
  CL_INVALID_ARG_INDEX(-49),
  /** An argument of the wrong kind, or a value that the declared type does not have. */
  CL_INVALID_ARG_VALUE(-50),
  /** An argument of the wrong size. */
  CL_INVALID_ARG_SIZE(-51),
  /** Too few or too many arguments. */
  CL_INVALID_KERNEL_ARGS(-52),
  /** Not 1 to 3 dimensions. */
  CL_INVALID_WORK_DIMENSION(-53),
  /** A local size that the kernel or the device does not allow. */
  CL_INVALID_WORK_GROUP_SIZE(-54),
  /** A local size that is too large in one dimension. */
  CL_INVALID_WORK_ITEM_SIZE(-55),
  /** A global offset with which global ids overflow. */
  CL_INVALID_GLOBAL_OFFSET(-56),
  /** A buffer of no bytes or of more than the device's maximum. */
  CL_INVALID_BUFFER_SIZE(-61),
  /** A global size that overflows. */
  CL_INVALID_GLOBAL_WORK_SIZE(-63);

  private final int value;

  ErrorCode(int value) {
    this.value = value;
  }

  /** Returns the number that the C API returns. */
  public int value() {
    return value;
  }
}
