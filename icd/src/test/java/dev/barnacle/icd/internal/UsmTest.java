package dev.barnacle.icd.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cl.ErrorCode;
import dev.barnacle.icd.internal.abi.Native;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * {@code cl_intel_unified_shared_memory}, {@code cl_ext_buffer_device_address} and {@code
 * cl_khr_unified_svm}, call by call.
 */
class UsmTest extends ObjectTests {
  private static final int HOST = 0x4197;
  private static final int DEVICE = 0x4198;
  private static final int SHARED = 0x4199;
  private static final int UNKNOWN = 0x4196;
  private static final int FLAGS = 0x4195;
  private static final long PLACE_AT_DEVICE = 2;
  private static final long PLACE_AT_HOST = 4;

  private static long context() {
    return objects.get("cl_context");
  }

  private static long device() {
    return objects.get("cl_device_id");
  }

  private static long queue() {
    return objects.get("cl_command_queue");
  }

  private static void ok(String name, long... arguments) {
    assertEquals(0, objects.shim.status(name, arguments), name);
  }

  private static void refused(ErrorCode code, String name, long... arguments) {
    assertEquals(code.value(), objects.shim.status(name, arguments), name);
  }

  private static void notAllocated(ErrorCode code, String name, long... arguments) {
    assertEquals(0, objects.shim.call(name, arguments), name);
    assertEquals(code.value(), objects.lastError(), name);
  }

  private static long allocate(int type, long properties, long size, int alignment) {
    long error = objects.error();
    return switch (type) {
      case HOST ->
          objects.made("clHostMemAllocINTEL", context(), properties, size, alignment, error);
      case DEVICE ->
          objects.made(
              "clDeviceMemAllocINTEL", context(), device(), properties, size, alignment, error);
      default ->
          objects.made(
              "clSharedMemAllocINTEL", context(), device(), properties, size, alignment, error);
    };
  }

  private static long info(long pointer, int parameter) {
    long out = objects.out.address();
    Native.putLong(out, 0);
    ok("clGetMemAllocInfoINTEL", context(), pointer, parameter, 8, out, 0);
    return objects.word();
  }

  private static long deviceInfo(int parameter) {
    ok("clGetDeviceInfo", device(), parameter, 8, objects.out.address(), 0);
    return objects.word();
  }

  @Test
  void allocationsOfAllTypesAreKnownByEachOfTheirBytes() {
    for (int parameter = 0x4190; parameter <= 0x4194; parameter++) {
      assertEquals(0xF, deviceInfo(parameter));
    }
    for (int type : new int[] {HOST, DEVICE, SHARED}) {
      long start = allocate(type, 0, 100, 64);
      assertEquals(0, start % 64);
      for (long pointer : new long[] {start, start + 99}) {
        assertEquals(type, info(pointer, 0x419A));
        assertEquals(start, info(pointer, 0x419B));
        assertEquals(100, info(pointer, 0x419C));
        assertEquals(type == HOST ? 0 : device(), info(pointer, 0x419D));
        assertEquals(0, info(pointer, FLAGS));
      }
      refused(ErrorCode.CL_INVALID_VALUE, "clMemFreeINTEL", context(), start + 4);
      refused(
          ErrorCode.CL_INVALID_VALUE, "clGetMemAllocInfoINTEL", context(), start, 0x4196, 0, 0, 0);
      ok(type == HOST ? "clMemFreeINTEL" : "clMemBlockingFreeINTEL", context(), start);
      refused(ErrorCode.CL_INVALID_VALUE, "clMemFreeINTEL", context(), start);
      refused(ErrorCode.CL_INVALID_VALUE, "clMemBlockingFreeINTEL", context(), start);
    }
    for (long pointer : new long[] {0, 16, objects.out.address()}) {
      assertEquals(UNKNOWN, info(pointer, 0x419A));
      for (int parameter : new int[] {0x419B, 0x419C, 0x419D, FLAGS}) {
        assertEquals(0, info(pointer, parameter));
      }
    }
    ok("clMemFreeINTEL", context(), 0);
    ok("clMemBlockingFreeINTEL", context(), 0);
    long svm = objects.shim.call("clSVMAlloc", context(), 1, 64, 0);
    assertEquals(UNKNOWN, info(svm, 0x419A));
    refused(ErrorCode.CL_INVALID_VALUE, "clMemFreeINTEL", context(), svm);
    objects.shim.call("clSVMFree", context(), svm);
  }

  @Test
  void whatCanNotBeAllocatedIsRefused() {
    long error = objects.error();
    String host = "clHostMemAllocINTEL";
    String ofDevice = "clDeviceMemAllocINTEL";
    String shared = "clSharedMemAllocINTEL";
    notAllocated(ErrorCode.CL_INVALID_BUFFER_SIZE, host, context(), 0, 0, 0, error);
    notAllocated(ErrorCode.CL_INVALID_BUFFER_SIZE, host, context(), 0, 1L << 60, 0, error);
    notAllocated(ErrorCode.CL_INVALID_VALUE, host, context(), 0, 8, 3, error);
    notAllocated(ErrorCode.CL_INVALID_VALUE, host, context(), 0, 8, 256, error);
    notAllocated(ErrorCode.CL_INVALID_DEVICE, ofDevice, context(), 0, 0, 8, 0, error);
    notAllocated(ErrorCode.CL_INVALID_DEVICE, shared, context(), queue(), 0, 8, 0, error);
    long[][] wrong = {
      {FLAGS, PLACE_AT_DEVICE | PLACE_AT_HOST, 0},
      {FLAGS, 8, 0},
      {FLAGS, 1, FLAGS, 1, 0},
      {0x1234, 1, 0}
    };
    for (long[] properties : wrong) {
      long list = objects.words(properties);
      notAllocated(ErrorCode.CL_INVALID_PROPERTY, shared, context(), 0, list, 8, 0, error);
    }
    for (long placed : new long[] {PLACE_AT_DEVICE, PLACE_AT_HOST}) {
      long list = objects.words(FLAGS, placed, 0);
      notAllocated(ErrorCode.CL_INVALID_PROPERTY, host, context(), list, 8, 0, error);
      notAllocated(ErrorCode.CL_INVALID_PROPERTY, ofDevice, context(), device(), list, 8, 0, error);
      long made = allocate(SHARED, objects.words(FLAGS, placed | 1, 0), 8, 0);
      assertEquals(placed | 1, info(made, FLAGS));
      ok("clMemFreeINTEL", context(), made);
    }
    long nobodys = objects.made(shared, context(), 0, 0, 8, 0, error);
    assertEquals(0, info(nobodys, 0x419D));
    ok("clMemFreeINTEL", context(), nobodys);
  }

  private static int commandType(long event) {
    ok("clGetEventInfo", event, 0x11D1, 4, objects.out.address(), 0);
    int type = objects.number();
    ok("clReleaseEvent", event);
    return type;
  }

  @Test
  void commandsFillCopyAndGiveHints() {
    long from = allocate(DEVICE, 0, 64, 0);
    long to = allocate(SHARED, 0, 64, 0);
    long event = objects.out.address() + 8192;
    long pattern = objects.words(0x0000000200000001L);
    ok("clEnqueueMemFillINTEL", queue(), from, pattern, 8, 64, 0, 0, event);
    assertEquals(0x4204, commandType(Native.getLong(event)));
    ok("clEnqueueMemsetINTEL", queue(), from + 56, 5, 8, 0, 0, 0);
    ok("clEnqueueMigrateMemINTEL", queue(), from, 64, 0, 0, 0, event);
    assertEquals(0x4206, commandType(Native.getLong(event)));
    ok("clEnqueueMemAdviseINTEL", queue(), from, 64, 0, 0, 0, event);
    assertEquals(0x4207, commandType(Native.getLong(event)));
    ok("clEnqueueMemcpyINTEL", queue(), 1, to, from, 64, 0, 0, event);
    assertEquals(0x4205, commandType(Native.getLong(event)));
    int[] read = Native.at(to, 64).toArray(ValueLayout.JAVA_INT);
    assertArrayEquals(
        new int[] {1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 0x05050505, 0x05050505}, read);
    ErrorCode invalid = ErrorCode.CL_INVALID_VALUE;
    refused(invalid, "clEnqueueMemFillINTEL", queue(), 0, pattern, 8, 64, 0, 0, 0);
    refused(invalid, "clEnqueueMemFillINTEL", queue(), from, 0, 8, 64, 0, 0, 0);
    refused(invalid, "clEnqueueMemFillINTEL", queue(), from, pattern, 3, 63, 0, 0, 0);
    refused(invalid, "clEnqueueMemFillINTEL", queue(), from, pattern, 256, 256, 0, 0, 0);
    refused(invalid, "clEnqueueMemFillINTEL", queue(), from + 4, pattern, 8, 8, 0, 0, 0);
    refused(invalid, "clEnqueueMemFillINTEL", queue(), from, pattern, 8, 12, 0, 0, 0);
    refused(invalid, "clEnqueueMemcpyINTEL", queue(), 0, 0, from, 8, 0, 0, 0);
    refused(invalid, "clEnqueueMemcpyINTEL", queue(), 0, to, 0, 8, 0, 0, 0);
    refused(
        ErrorCode.CL_MEM_COPY_OVERLAP,
        "clEnqueueMemcpyINTEL",
        queue(),
        0,
        from,
        from + 4,
        8,
        0,
        0,
        0);
    refused(invalid, "clEnqueueMigrateMemINTEL", queue(), from, 64, 4, 0, 0, 0);
    refused(invalid, "clEnqueueMemAdviseINTEL", queue(), from, 64, 7, 0, 0, 0);
    refused(
        ErrorCode.CL_INVALID_EVENT_WAIT_LIST,
        "clEnqueueMemcpyINTEL",
        queue(),
        0,
        to,
        from,
        8,
        1,
        0,
        0);
    ok("clMemFreeINTEL", context(), from);
    ok("clMemBlockingFreeINTEL", context(), to);
  }

  @Test
  void pointersAreArgumentsAndExecutionInfo() {
    long kernel = objects.get("cl_kernel");
    long x = allocate(SHARED, 0, 256, 0);
    Native.putInt(x + 128, 14);
    ok("clSetKernelArgMemPointerINTEL", kernel, 0, x + 128);
    ok("clSetKernelArg", kernel, 1, 4, objects.words(3));
    ok("clSetKernelArg", kernel, 2, 64, 0);
    long one = objects.words(1);
    ok("clEnqueueNDRangeKernel", queue(), kernel, 1, 0, one, 0, 0, 0, 0);
    ok("clFinish", queue());
    assertEquals(42, Native.getInt(x + 128));
    for (long any : new long[] {0, 16, -8}) {
      ok("clSetKernelArgMemPointerINTEL", kernel, 0, any);
      ok("clSetKernelArgDevicePointerEXT", kernel, 0, any);
    }
    refused(ErrorCode.CL_INVALID_ARG_INDEX, "clSetKernelArgMemPointerINTEL", kernel, 3, x);
    refused(ErrorCode.CL_INVALID_ARG_VALUE, "clSetKernelArgMemPointerINTEL", kernel, 1, x);
    refused(ErrorCode.CL_INVALID_ARG_INDEX, "clSetKernelArgDevicePointerEXT", kernel, 2, x);
    for (int flag : new int[] {0x4200, 0x4201, 0x4202, 0x11BB}) {
      ok("clSetKernelExecInfo", kernel, flag, 4, one);
      refused(ErrorCode.CL_INVALID_VALUE, "clSetKernelExecInfo", kernel, flag, 8, one);
      refused(ErrorCode.CL_INVALID_VALUE, "clSetKernelExecInfo", kernel, flag, 4, 0);
      ok("clSetKernelExecInfo", kernel, flag, 4, objects.words(0));
    }
    for (int list : new int[] {0x11B6, 0x4203, 0x5002}) {
      ok("clSetKernelExecInfo", kernel, list, 16, objects.words(x, 16));
      refused(ErrorCode.CL_INVALID_VALUE, "clSetKernelExecInfo", kernel, list, 12, one);
      refused(ErrorCode.CL_INVALID_VALUE, "clSetKernelExecInfo", kernel, list, 8, 0);
      ok("clSetKernelExecInfo", kernel, list, 0, 0);
    }
    ok("clMemFreeINTEL", context(), x);
  }

  @Test
  void buffersHaveDeviceAddresses() {
    long error = objects.error();
    long out = objects.out.address();
    long list = objects.words(0x5000, 1, 0);
    String create = "clCreateBufferWithProperties";
    for (String name : new String[] {create, create + "INTEL"}) {
      long buffer = objects.made(name, context(), list, 1, 64, 0, error);
      ok("clGetMemObjectInfo", buffer, 0x5001, 8, out, 0);
      assertNotEquals(0, objects.word());
      ok("clGetMemObjectInfo", buffer, 0x110A, 24, out, 0);
      assertEquals(0x5000, objects.word());
      ok("clReleaseMemObject", buffer);
      long unknown = objects.words(0x5003, 1, 0);
      notAllocated(
          name.equals(create) ? ErrorCode.CL_INVALID_PROPERTY : ErrorCode.CL_INVALID_VALUE,
          name,
          context(),
          unknown,
          1,
          64,
          0,
          error);
    }
    long two = objects.words(0x5000, 2, 0);
    notAllocated(ErrorCode.CL_INVALID_PROPERTY, create, context(), two, 1, 64, 0, error);
    refused(
        ErrorCode.CL_INVALID_OPERATION,
        "clGetMemObjectInfo",
        objects.get("cl_mem"),
        0x5001,
        8,
        out,
        0);
  }

  private static long pointerInfo(long pointer, int parameter) {
    long out = objects.out.address();
    Native.putLong(out, 0);
    ok("clGetSVMPointerInfoKHR", context(), device(), pointer, parameter, 64, out, 0);
    return objects.word();
  }

  @Test
  void typesOfSvmAreListedAndAllocated() {
    long size = objects.out.address() + 1024;
    ok("clGetDeviceInfo", device(), 0x1077, 256, objects.out.address(), size);
    int count = (int) Native.getLong(size) / 8;
    long[] types = objects.out.asSlice(0, 8L * count).toArray(ValueLayout.JAVA_LONG);
    ok("clGetPlatformInfo", objects.get("cl_platform_id"), 0x909, 256, objects.out.address(), 0);
    assertEquals(types[0], objects.word());
    long properties = objects.words(0x2078, device(), 0x2079, 0x301, 0x207A, 64, 0);
    Set<Long> different = new HashSet<>();
    for (int index = 0; index < count; index++) {
      assertTrue(different.add(types[index]));
      assertEquals(index, suggested(types[index], 0));
      if ((types[index] & 2) != 0) { // the system's
        notAllocated(
            ErrorCode.CL_INVALID_OPERATION,
            "clSVMAllocWithPropertiesKHR",
            context(),
            0,
            index,
            64,
            objects.error());
        continue;
      }
      long made =
          objects.made(
              "clSVMAllocWithPropertiesKHR", context(), properties, index, 100, objects.error());
      assertEquals(index, pointerInfo(made + 99, 0x2088));
      assertEquals(types[index], pointerInfo(made, 0x2089));
      assertEquals(0x2078, pointerInfo(made, 0x208A));
      assertEquals(0x301, pointerInfo(made, 0x208B));
      assertEquals(made, pointerInfo(made + 99, 0x419B));
      assertEquals(100, pointerInfo(made, 0x419C));
      assertEquals(device(), pointerInfo(made, 0x419D));
      refused(ErrorCode.CL_INVALID_VALUE, "clSVMFreeWithPropertiesKHR", context(), 0, 0, made + 1);
      refused(ErrorCode.CL_INVALID_VALUE, "clSVMFreeWithPropertiesKHR", context(), 0, 2, made);
      ok("clSVMFreeWithPropertiesKHR", context(), 0, 0, made);
      assertEquals(-1, (int) pointerInfo(made, 0x2088));
      assertEquals(0, pointerInfo(made, 0x2089));
    }
    notAllocated(
        ErrorCode.CL_INVALID_VALUE,
        "clSVMAllocWithPropertiesKHR",
        context(),
        0,
        count,
        64,
        objects.error());
    notAllocated(
        ErrorCode.CL_INVALID_DEVICE,
        "clSVMAllocWithPropertiesKHR",
        context(),
        0,
        suggested(0x4, 0),
        64,
        objects.error());
    assertEquals(-1, suggested(1L << 40, 0));
    assertEquals(suggested(0x20, 0), suggested(0x40, 0x20)); // the host's own is desired
    refused(ErrorCode.CL_INVALID_VALUE, "clGetSVMSuggestedTypeIndexKHR", context(), 0, 0, 0, 0, 0);
  }

  private static int suggested(long required, long desired) {
    long out = objects.out.address();
    ok("clGetSVMSuggestedTypeIndexKHR", context(), required, desired, 0, 64, out);
    return objects.number();
  }

  @Test
  void memoryOfTheHostMayBeCopied() {
    long to = allocate(HOST, 0, 16, 0);
    MemorySegment mine = objects.arena.allocateFrom(ValueLayout.JAVA_INT, 1, 2, 3, 4);
    ok("clEnqueueMemcpyINTEL", queue(), 1, to, mine.address(), 16, 0, 0, 0);
    assertArrayEquals(new int[] {1, 2, 3, 4}, Native.at(to, 16).toArray(ValueLayout.JAVA_INT));
    ok("clMemFreeINTEL", context(), to);
  }

  /** SYCL's run time asks the platform, and allows indirect access only then. */
  @Test
  void thePlatformHasTheExtensionToo() {
    ok("clGetPlatformInfo", objects.get("cl_platform_id"), 0x904, 4096, objects.out.address(), 0);
    String extensions = objects.out.getString(0);
    assertTrue(extensions.contains("cl_intel_unified_shared_memory"), extensions);
    assertTrue(extensions.contains("cl_khr_unified_svm"), extensions);
  }
}
