package dev.barnacle.icd.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.LinkedHashMap;
import java.util.Map;

/** One object of each kind, made through the shim, and memory for results. */
final class Objects {
  private static final String SOURCE =
      "kernel void scale(global int *x, int by, local int *l) {" + " x[get_global_id(0)] *= by; }";

  final Shim shim = Shim.get();
  final Arena arena = Arena.ofShared();
  final MemorySegment out = arena.allocate(1 << 16, 16);
  final Map<String, Long> handles = new LinkedHashMap<>();

  Objects() {
    ok(shim.status("clGetPlatformIDs", 1, out.address(), 0));
    put("cl_platform_id", word());
    ok(shim.status("clGetDeviceIDs", get("cl_platform_id"), 0xFFFFFFFFL, 1, out.address(), 0));
    put("cl_device_id", word());
    put("cl_context", made("clCreateContext", 0, 1, words(get("cl_device_id")), 0, 0, error()));
    long context = get("cl_context");
    put("cl_command_queue", made("clCreateCommandQueue", context, get("cl_device_id"), 2, error()));
    put("cl_mem", made("clCreateBuffer", context, 1, 4096, 0, error()));
    put(
        "cl_program",
        made("clCreateProgramWithSource", context, 1, words(text(SOURCE)), 0, error()));
    ok(shim.status("clBuildProgram", get("cl_program"), 0, 0, 0, 0, 0));
    put("cl_kernel", made("clCreateKernel", get("cl_program"), text("scale"), error()));
    put("cl_event", made("clCreateUserEvent", context, error()));
    put("cl_sampler", made("clCreateSampler", context, 0, 0x1130, 0x1140, error()));
    long flags = words(0x1293, 1 << 1, 0); // CL_COMMAND_BUFFER_FLAGS_KHR: _MUTABLE_KHR
    put(
        "cl_command_buffer_khr",
        made("clCreateCommandBufferKHR", 1, words(get("cl_command_queue")), flags, error()));
    put("cl_mutable_command_khr", recorded());
    long binary = words(0x203D, 1, 0); // CL_SEMAPHORE_TYPE_KHR: _BINARY_KHR
    put("cl_semaphore_khr", made("clCreateSemaphoreWithPropertiesKHR", context, binary, error()));
  }

  /** Records a launch whose arguments are not set yet. */
  private long recorded() {
    long fields = words(0x12B1, 1 << 3, 0); // CL_MUTABLE_DISPATCH_ARGUMENTS_KHR
    long kernel = get("cl_kernel");
    long size = words(64);
    ok(
        shim.status(
            "clCommandNDRangeKernelKHR",
            get("cl_command_buffer_khr"),
            0,
            fields,
            kernel,
            1,
            0,
            size,
            0,
            0,
            0,
            0,
            out.address()));
    return word();
  }

  long get(String type) {
    Long handle = handles.get(type);
    assertNotNull(handle, type);
    return handle;
  }

  private void put(String type, long handle) {
    assertNotEquals(0, handle, type);
    handles.put(type, handle);
  }

  /** Returns where {@code errcode_ret} may point. */
  long error() {
    return out.address() + 4096;
  }

  int lastError() {
    return out.get(ValueLayout.JAVA_INT, 4096);
  }

  long made(String name, long... arguments) {
    long handle = shim.call(name, arguments);
    assertEquals(0, lastError(), name);
    return handle;
  }

  static void ok(int status) {
    assertEquals(0, status);
  }

  long word() {
    return out.get(ValueLayout.JAVA_LONG, 0);
  }

  int number() {
    return out.get(ValueLayout.JAVA_INT, 0);
  }

  long words(long... values) {
    return arena.allocateFrom(ValueLayout.JAVA_LONG, values).address();
  }

  long text(String text) {
    return arena.allocateFrom(text).address();
  }

  void release() {
    ok(shim.status("clReleaseSemaphoreKHR", get("cl_semaphore_khr")));
    ok(shim.status("clReleaseCommandBufferKHR", get("cl_command_buffer_khr")));
    ok(shim.status("clReleaseSampler", get("cl_sampler")));
    ok(shim.status("clReleaseEvent", get("cl_event")));
    ok(shim.status("clReleaseKernel", get("cl_kernel")));
    ok(shim.status("clReleaseProgram", get("cl_program")));
    ok(shim.status("clReleaseMemObject", get("cl_mem")));
    ok(shim.status("clReleaseCommandQueue", get("cl_command_queue")));
    ok(shim.status("clReleaseContext", get("cl_context")));
  }
}
