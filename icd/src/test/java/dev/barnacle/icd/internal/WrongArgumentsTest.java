package dev.barnacle.icd.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.barnacle.cl.ErrorCode;
import dev.barnacle.icd.internal.abi.Entry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Every entry point with null, dangling, wild and wrongly typed handles, and numbers out of range:
 * the code that the specification names, and never a crash.
 */
class WrongArgumentsTest extends ObjectTests {
  /** What the first argument is, where it is no handle or not the one that the name says. */
  private static final Map<String, ErrorCode> FIRST =
      Map.ofEntries(
          Map.entry("clGetDeviceInfo", ErrorCode.CL_INVALID_DEVICE),
          Map.entry("clCreateSubDevices", ErrorCode.CL_INVALID_DEVICE),
          Map.entry("clRetainDevice", ErrorCode.CL_INVALID_DEVICE),
          Map.entry("clReleaseDevice", ErrorCode.CL_INVALID_DEVICE),
          Map.entry("clGetDeviceAndHostTimer", ErrorCode.CL_INVALID_DEVICE),
          Map.entry("clGetHostTimer", ErrorCode.CL_INVALID_DEVICE),
          Map.entry("clSetUserEventStatus", ErrorCode.CL_INVALID_EVENT),
          Map.entry("clCreateSubBuffer", ErrorCode.CL_INVALID_MEM_OBJECT),
          Map.entry("clGetPipeInfo", ErrorCode.CL_INVALID_MEM_OBJECT),
          Map.entry("clGetImageInfo", ErrorCode.CL_INVALID_MEM_OBJECT),
          Map.entry("clLinkProgram", ErrorCode.CL_INVALID_CONTEXT),
          Map.entry("clSetDefaultDeviceCommandQueue", ErrorCode.CL_INVALID_CONTEXT),
          Map.entry("clGetSupportedImageFormats", ErrorCode.CL_INVALID_CONTEXT),
          Map.entry("clGetImageRequirementsInfoEXT", ErrorCode.CL_INVALID_CONTEXT),
          Map.entry("clUnloadPlatformCompiler", ErrorCode.CL_INVALID_PLATFORM),
          Map.entry("clHostMemAllocINTEL", ErrorCode.CL_INVALID_CONTEXT),
          Map.entry("clDeviceMemAllocINTEL", ErrorCode.CL_INVALID_CONTEXT),
          Map.entry("clSharedMemAllocINTEL", ErrorCode.CL_INVALID_CONTEXT),
          Map.entry("clMemFreeINTEL", ErrorCode.CL_INVALID_CONTEXT),
          Map.entry("clMemBlockingFreeINTEL", ErrorCode.CL_INVALID_CONTEXT),
          Map.entry("clGetMemAllocInfoINTEL", ErrorCode.CL_INVALID_CONTEXT),
          Map.entry("clSVMAllocWithPropertiesKHR", ErrorCode.CL_INVALID_CONTEXT),
          Map.entry("clSVMFreeWithPropertiesKHR", ErrorCode.CL_INVALID_CONTEXT),
          Map.entry("clGetSVMPointerInfoKHR", ErrorCode.CL_INVALID_CONTEXT),
          Map.entry("clGetSVMSuggestedTypeIndexKHR", ErrorCode.CL_INVALID_CONTEXT),
          Map.entry("clCreateKernel", ErrorCode.CL_INVALID_PROGRAM),
          Map.entry("clCreateKernelsInProgram", ErrorCode.CL_INVALID_PROGRAM),
          Map.entry("clCloneKernel", ErrorCode.CL_INVALID_KERNEL));

  /** Entry points whose first argument is no handle, or where null stands for something. */
  private static final List<String> OTHERS =
      List.of(
          "clGetPlatformIDs",
          "clIcdGetPlatformIDsKHR",
          "clGetPlatformInfo",
          "clGetDeviceIDs",
          "clCreateContext",
          "clCreateContextFromType",
          "clWaitForEvents",
          "clUnloadCompiler",
          "clFinishReportBARNACLE",
          "clGetExtensionFunctionAddress",
          "clGetExtensionFunctionAddressForPlatform",
          "clSVMAlloc",
          "clSVMFree",
          "clCreateCommandBufferKHR",
          "clEnqueueCommandBufferKHR");

  private static ErrorCode expected(String name) {
    ErrorCode known = FIRST.get(name);
    if (known != null) {
      return known;
    }
    if (name.contains("Semaphore") && !name.matches("cl(Create|Enqueue).*")) {
      return ErrorCode.CL_INVALID_SEMAPHORE_KHR;
    }
    if (name.contains("SuggestedLocalWorkSize")) {
      return ErrorCode.CL_INVALID_COMMAND_QUEUE;
    }
    if (name.contains("MutableCommandInfo")) {
      return ErrorCode.CL_INVALID_MUTABLE_COMMAND_KHR;
    }
    if (name.matches("clCommand.*|.*CommandBuffer.*|.*MutableCommands.*")) {
      return ErrorCode.CL_INVALID_COMMAND_BUFFER_KHR;
    }
    if (name.startsWith("clEnqueue")
        || name.matches("clF(lush|inish)")
        || (name.contains("Queue") && !name.startsWith("clCreate"))) {
      return ErrorCode.CL_INVALID_COMMAND_QUEUE;
    }
    if (name.contains("Event") && !name.startsWith("clCreate")) {
      return ErrorCode.CL_INVALID_EVENT;
    }
    if (name.startsWith("clCreate") || name.contains("Context")) {
      return ErrorCode.CL_INVALID_CONTEXT;
    }
    if (name.contains("Kernel")) {
      return ErrorCode.CL_INVALID_KERNEL;
    }
    if (name.contains("Program")) {
      return ErrorCode.CL_INVALID_PROGRAM;
    }
    if (name.contains("Sampler")) {
      return ErrorCode.CL_INVALID_SAMPLER;
    }
    return ErrorCode.CL_INVALID_MEM_OBJECT;
  }

  private static Stream<Entry> withHandle() {
    return Entries.ALL.stream().filter(e -> e.call() != null && !OTHERS.contains(e.name()));
  }

  /** Calls an entry point and returns its error code, however it tells it. */
  private static int code(Entry entry, long... arguments) {
    if (entry.errorPosition() >= 0) {
      arguments[entry.errorPosition()] = objects.error();
    }
    long result = objects.shim.call(entry.name(), arguments);
    return entry.convention() == Entry.Convention.HANDLE ? objects.lastError() : (int) result;
  }

  @TestFactory
  Stream<DynamicTest> aHandleThatIsNoneIsTheSpecifiedError() {
    long queue = objects.get("cl_command_queue");
    long[] wild = {
      0,
      1,
      16,
      -1,
      -16,
      0x7fffffff0000L,
      queue + 1,
      queue + 8,
      queue + (1 << 20),
      objects.out.address()
    };
    return withHandle()
        .map(
            entry ->
                dynamicTest(
                    entry.name(),
                    () -> {
                      for (long handle : wild) {
                        long[] arguments = new long[entry.arity()];
                        arguments[0] = handle;
                        assertEquals(
                            expected(entry.name()).value(),
                            code(entry, arguments),
                            Long.toHexString(handle));
                      }
                    }));
  }

  @TestFactory
  Stream<DynamicTest> aHandleOfAnotherTypeIsTheSpecifiedError() {
    return withHandle()
        .map(
            entry ->
                dynamicTest(
                    entry.name(),
                    () -> {
                      ErrorCode wanted = expected(entry.name());
                      for (Map.Entry<String, Long> one : objects.handles.entrySet()) {
                        if (!wanted.name().equals(invalid(one.getKey()))) {
                          long[] arguments = new long[entry.arity()];
                          arguments[0] = one.getValue();
                          assertEquals(wanted.value(), code(entry, arguments), one.getKey());
                        }
                      }
                    }));
  }

  private static String invalid(String type) {
    return switch (type) {
      case "cl_platform_id" -> "CL_INVALID_PLATFORM";
      case "cl_device_id" -> "CL_INVALID_DEVICE";
      case "cl_mem" -> "CL_INVALID_MEM_OBJECT";
      default -> "CL_INVALID_" + type.substring(3).toUpperCase(java.util.Locale.ROOT);
    };
  }

  @Test
  void aReleasedHandleStaysInvalid() {
    long event = objects.made("clCreateUserEvent", objects.get("cl_context"), objects.error());
    assertEquals(0, objects.shim.status("clReleaseEvent", event));
    for (int i = 0; i < 1000; i++) {
      long other = objects.made("clCreateUserEvent", objects.get("cl_context"), objects.error());
      assertEquals(ErrorCode.CL_INVALID_EVENT.value(), objects.shim.status("clRetainEvent", event));
      assertEquals(0, objects.shim.status("clReleaseEvent", other));
    }
  }

  /**
   * Right handles first, then any of: null, a handle of any type, small and large numbers. Pointers
   * to results are left null or right, since a wild one would be written to, as in any driver.
   */
  @TestFactory
  Stream<DynamicTest> numbersAndHandlesOutOfRangeAreErrorsAndNoCrash() {
    return withHandle()
        .filter(
            e ->
                !e.name()
                    .matches(
                        ".*(Release|Retain|BuildProgram|CreateProgram|Callback|CompileProgram|LinkProgram|NativeKernel|SVM|Mem(cpy|Fill|set)INTEL).*"))
        .map(entry -> dynamicTest(entry.name(), () -> random(entry)));
  }

  private static void random(Entry entry) {
    Random random = new Random(entry.name().hashCode());
    String type =
        objects.handles.keySet().stream()
            .filter(t -> invalid(t).equals(expected(entry.name()).name()))
            .findFirst()
            .orElse("cl_context");
    List<Long> values = new ArrayList<>(objects.handles.values());
    values.addAll(List.of(0L, 0L, 0L, 0L));
    long[] numbers = {0, 1, 2, 3, 255, -1, Integer.MIN_VALUE, Long.MAX_VALUE, 0x1000, 0x1100};
    for (int i = 0; i < 200; i++) {
      long[] arguments =
          IntStream.range(0, entry.arity())
              .mapToLong(
                  at ->
                      entry.signature().charAt(at) == 'p'
                          ? values.get(random.nextInt(values.size()))
                          : numbers[random.nextInt(numbers.length)])
              .toArray();
      arguments[0] = objects.get(type);
      int code = code(entry, arguments);
      assertTrue(code <= 0 && code >= -1142, () -> entry.name() + " gave " + code);
    }
  }
}
