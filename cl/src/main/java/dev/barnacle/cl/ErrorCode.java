package dev.barnacle.cl;

import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The error codes of the OpenCL 3.0 API and of Khronos' extensions that touch it, under the
 * specification's names (OpenCL API, appendix "Error Codes").
 */
public enum ErrorCode {
  /** No device of the kind that was asked for. */
  CL_DEVICE_NOT_FOUND(-1),
  /** A device that is not there at the moment. */
  CL_DEVICE_NOT_AVAILABLE(-2),
  /** No compiler to build a program's source with. */
  CL_COMPILER_NOT_AVAILABLE(-3),
  /** Memory for a buffer could not be had. */
  CL_MEM_OBJECT_ALLOCATION_FAILURE(-4),
  /** The device lacks what a launch needs, such as local memory. */
  CL_OUT_OF_RESOURCES(-5),
  /** The host lacks memory. */
  CL_OUT_OF_HOST_MEMORY(-6),
  /** Times of a command whose queue keeps none, that has not ended, or of a user event. */
  CL_PROFILING_INFO_NOT_AVAILABLE(-7),
  /** A copy whose source and destination overlap. */
  CL_MEM_COPY_OVERLAP(-8),
  /** A copy between images of different formats. */
  CL_IMAGE_FORMAT_MISMATCH(-9),
  /** An image format that the device does not have. */
  CL_IMAGE_FORMAT_NOT_SUPPORTED(-10),
  /** A program does not compile, or has what the device can't run. */
  CL_BUILD_PROGRAM_FAILURE(-11),
  /** A region that could not be mapped. */
  CL_MAP_FAILURE(-12),
  /** A part of a buffer does not start where the kernel's argument needs it. */
  CL_MISALIGNED_SUB_BUFFER_OFFSET(-13),
  /** A kernel ended with an error. */
  CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST(-14),
  /** A source that does not compile, when compiled without linking. */
  CL_COMPILE_PROGRAM_FAILURE(-15),
  /** No linker to make a program with. */
  CL_LINKER_NOT_AVAILABLE(-16),
  /** Compiled objects and libraries that do not link. */
  CL_LINK_PROGRAM_FAILURE(-17),
  /** A device that could not be partitioned further. */
  CL_DEVICE_PARTITION_FAILED(-18),
  /** A program that was built without the names of its kernels' arguments. */
  CL_KERNEL_ARG_INFO_NOT_AVAILABLE(-19),
  /** A value that the call does not allow. */
  CL_INVALID_VALUE(-30),
  /** No kind of device. */
  CL_INVALID_DEVICE_TYPE(-31),
  /** No platform of this library. */
  CL_INVALID_PLATFORM(-32),
  /** No device of the platform or of the context. */
  CL_INVALID_DEVICE(-33),
  /** A context that is closed. */
  CL_INVALID_CONTEXT(-34),
  /** Properties of a command-queue that the device does not support. */
  CL_INVALID_QUEUE_PROPERTIES(-35),
  /** A command-queue that is closed. */
  CL_INVALID_COMMAND_QUEUE(-36),
  /** Host memory that is missing, or given where none is used. */
  CL_INVALID_HOST_PTR(-37),
  /** A buffer that is closed or of another context. */
  CL_INVALID_MEM_OBJECT(-38),
  /** An image format that there is not. */
  CL_INVALID_IMAGE_FORMAT_DESCRIPTOR(-39),
  /** An image that is larger than the device's maximum. */
  CL_INVALID_IMAGE_SIZE(-40),
  /** A sampler that is closed or of another context. */
  CL_INVALID_SAMPLER(-41),
  /** A program's binary that is of another device, version or damaged. */
  CL_INVALID_BINARY(-42),
  /** Build options that are not understood. */
  CL_INVALID_BUILD_OPTIONS(-43),
  /** A program that is closed. */
  CL_INVALID_PROGRAM(-44),
  /** A program that has not been built. */
  CL_INVALID_PROGRAM_EXECUTABLE(-45),
  /** The program has no kernel of that name. */
  CL_INVALID_KERNEL_NAME(-46),
  /** A kernel that is declared differently for different devices. */
  CL_INVALID_KERNEL_DEFINITION(-47),
  /** A kernel that is closed or of another device. */
  CL_INVALID_KERNEL(-48),
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
  /** A wait list that does not fit its count, or holds an event that is closed. */
  CL_INVALID_EVENT_WAIT_LIST(-57),
  /** An event that is closed. */
  CL_INVALID_EVENT(-58),
  /** A call that the object or the device does not allow. */
  CL_INVALID_OPERATION(-59),
  /** No object of OpenGL. */
  CL_INVALID_GL_OBJECT(-60),
  /** A buffer of no bytes or of more than the device's maximum. */
  CL_INVALID_BUFFER_SIZE(-61),
  /** An image has one level. */
  CL_INVALID_MIP_LEVEL(-62),
  /** A global size that overflows. */
  CL_INVALID_GLOBAL_WORK_SIZE(-63),
  /** A property that there is not, or that is given twice. */
  CL_INVALID_PROPERTY(-64),
  /** An image that is described inconsistently. */
  CL_INVALID_IMAGE_DESCRIPTOR(-65),
  /** Options of a compilation that are not understood. */
  CL_INVALID_COMPILER_OPTIONS(-66),
  /** Options of a link that are not understood. */
  CL_INVALID_LINKER_OPTIONS(-67),
  /** Sub-devices with more compute units than the device has, or none. */
  CL_INVALID_DEVICE_PARTITION_COUNT(-68),
  /** A pipe of no packets, of packets without size, or of too large ones. */
  CL_INVALID_PIPE_SIZE(-69),
  /** No queue of a device. */
  CL_INVALID_DEVICE_QUEUE(-70),
  /** No specialization constant of the program. */
  CL_INVALID_SPEC_ID(-71),
  /** An argument's local memory that is larger than its declaration allows. */
  CL_MAX_SIZE_RESTRICTION_EXCEEDED(-72),
  /** No share group of OpenGL ({@code cl_khr_gl_sharing}). */
  CL_INVALID_GL_SHAREGROUP_REFERENCE_KHR(-1000),
  /** No platform at all ({@code cl_khr_icd}). */
  CL_PLATFORM_NOT_FOUND_KHR(-1001),
  /** No command buffer ({@code cl_khr_command_buffer}). */
  CL_INVALID_COMMAND_BUFFER_KHR(-1138),
  /** A wait list of sync points that is wrong ({@code cl_khr_command_buffer}). */
  CL_INVALID_SYNC_POINT_WAIT_LIST_KHR(-1139),
  /** A queue that a command buffer can't run on ({@code cl_khr_command_buffer}). */
  CL_INCOMPATIBLE_COMMAND_QUEUE_KHR(-1140),
  /** A recorded command that is none, or can't be updated. */
  CL_INVALID_MUTABLE_COMMAND_KHR(-1141),
  /** No semaphore ({@code cl_khr_semaphore}). */
  CL_INVALID_SEMAPHORE_KHR(-1142);

  private static final Map<Integer, ErrorCode> BY_VALUE =
      Stream.of(values()).collect(Collectors.toUnmodifiableMap(c -> c.value, Function.identity()));

  private final int value;

  ErrorCode(int value) {
    this.value = value;
  }

  /** Returns the number that the C API returns. */
  public int value() {
    return value;
  }

  /** Returns the code of a number, if there is one. */
  public static Optional<ErrorCode> of(int value) {
    return Optional.ofNullable(BY_VALUE.get(value));
  }

  /** Returns the name of the code with a number, or the number where no code has it. */
  public static String nameOf(int value) {
    return of(value).map(ErrorCode::name).orElse("error " + value);
  }
}
