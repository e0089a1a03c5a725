package dev.barnacle.icd.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.barnacle.cl.ErrorCode;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every query of every object: sizes are told, kept and checked. */
class QueriesTest extends ObjectTests {
  /** Each query of one object, with how many parameters the specification gives it at least. */
  private static final Map<String, Map.Entry<String, Integer>> QUERIES =
      Map.ofEntries(
          Map.entry("clGetPlatformInfo", Map.entry("cl_platform_id", 9)),
          Map.entry("clGetDeviceInfo", Map.entry("cl_device_id", 100)),
          Map.entry("clGetContextInfo", Map.entry("cl_context", 4)),
          Map.entry("clGetCommandQueueInfo", Map.entry("cl_command_queue", 6)),
          Map.entry("clGetMemObjectInfo", Map.entry("cl_mem", 11)),
          Map.entry("clGetSamplerInfo", Map.entry("cl_sampler", 6)),
          Map.entry("clGetProgramInfo", Map.entry("cl_program", 12)),
          Map.entry("clGetKernelInfo", Map.entry("cl_kernel", 6)),
          Map.entry("clGetEventInfo", Map.entry("cl_event", 5)),
          Map.entry("clGetCommandBufferInfoKHR", Map.entry("cl_command_buffer_khr", 6)),
          Map.entry("clGetMutableCommandInfoKHR", Map.entry("cl_mutable_command_khr", 9)),
          Map.entry("clGetSemaphoreInfoKHR", Map.entry("cl_semaphore_khr", 8)));

  @TestFactory
  Stream<DynamicTest> anAnswerFitsExactlyAndOneByteLessIsInvalidValue() {
    return QUERIES.entrySet().stream()
        .map(
            q ->
                dynamicTest(
                    q.getKey(),
                    () -> {
                      int known = 0;
                      for (int parameter = 0x900; parameter < 0x2100; parameter++) {
                        known +=
                            check(q.getKey(), objects.get(q.getValue().getKey()), parameter)
                                ? 1
                                : 0;
                      }
                      int wanted = q.getValue().getValue();
                      int counted = known;
                      assertTrue(known >= wanted, () -> counted + " queries, not " + wanted);
                    }));
  }

  /** Checks one query; returns whether there is one of that number. */
  private static boolean check(String name, long object, int parameter) {
    long value = objects.out.address() + 16;
    long size = objects.out.address();
    int status = objects.shim.status(name, object, parameter, 0, 0, size);
    if (status != 0) {
      return false;
    }
    long bytes = objects.word();
    objects.out.asSlice(16).fill((byte) 0); // CL_PROGRAM_BINARIES reads pointers there
    String what = name + " 0x" + Integer.toHexString(parameter);
    assertEquals(0, objects.shim.status(name, object, parameter, bytes, value, size), what);
    assertEquals(bytes, objects.word(), what);
    if (bytes > 0) {
      assertEquals(
          ErrorCode.CL_INVALID_VALUE.value(),
          objects.shim.status(name, object, parameter, bytes - 1, value, size),
          what);
    }
    return true;
  }

  private static int deviceNumber(int parameter) {
    assertEquals(
        0,
        objects.shim.status(
            "clGetDeviceInfo",
            objects.get("cl_device_id"),
            parameter,
            8,
            objects.out.address(),
            0));
    return objects.number();
  }

  /**
   * {@code cl_intel_device_attribute_query}: nodes, caches, cores and threads are all there are.
   */
  @Test
  void attributesAreThoseOfTheProcessors() {
    int product = 1;
    for (int parameter = 0x4252; parameter <= 0x4255; parameter++) {
      assertTrue(deviceNumber(parameter) >= 1);
      product *= deviceNumber(parameter);
    }
    assertTrue(product >= deviceNumber(0x1002));
    assertEquals(0, deviceNumber(0x4256));
    assertEquals(deviceNumber(0x4251), deviceNumber(0x4251));
  }

  @Test
  void versionsSayOpenCl31() {
    objects.shim.status(
        "clGetDeviceInfo", objects.get("cl_device_id"), 0x105E, 4, objects.out.address(), 0);
    assertEquals(3 << 22 | 1 << 12, objects.number());
    objects.shim.status(
        "clGetPlatformInfo", objects.get("cl_platform_id"), 0x0901, 1000, objects.out.address(), 0);
    assertTrue(objects.out.getString(0).startsWith("OpenCL 3.1 "));
  }

  /** {@code cl_khr_spirv_queries}: strings by their addresses, capabilities by their numbers. */
  @Test
  void whatSpirvMayUseIsTold() {
    long out = objects.out.address();
    long device = objects.get("cl_device_id");
    assertEquals(0, objects.shim.status("clGetDeviceInfo", device, 0x12B9, 1000, out, 0));
    assertEquals(
        "OpenCL.std", MemorySegment.ofAddress(objects.word()).reinterpret(64).getString(0));
    assertEquals(0, objects.shim.status("clGetDeviceInfo", device, 0x12BB, 1000, out, out + 2000));
    assertEquals(0, objects.number(), "the lowest is Matrix");
  }
}
