package dev.barnacle.icd.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cl.ErrorCode;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Pipes through the C API (OpenCL API, 5.4). */
class PipeCallsTest extends ObjectTests {
  private static final int READ_WRITE = 1;
  private static final int READ_ONLY = 4;
  private static final int HOST_NO_ACCESS = 1 << 9;
  private static final int PACKET_SIZE = 0x1120;
  private static final int MAX_PACKETS = 0x1121;
  private static final int PROPERTIES = 0x1122;
  private static final int MEM_TYPE = 0x1100;
  private static final int MEM_FLAGS = 0x1101;
  private static final int MEM_SIZE = 0x1102;
  private static final int OBJECT_PIPE = 0x10F7;

  private static long make(long flags, long packetBytes, long packets, long properties) {
    return objects.shim.call(
        "clCreatePipe",
        objects.get("cl_context"),
        flags,
        packetBytes,
        packets,
        properties,
        objects.error());
  }

  private static void fails(ErrorCode code, long flags, long bytes, long packets, long properties) {
    assertEquals(0, make(flags, bytes, packets, properties));
    assertEquals(code.value(), objects.lastError());
  }

  private static int info(String call, long object, int parameter, long size) {
    objects.out.fill((byte) -1);
    return objects.shim.status(call, object, parameter, size, objects.out.address(), 0);
  }

  @Test
  void whatItIsMadeWith() {
    long pipe = make(0, 12, 5, 0);
    assertEquals(0, objects.lastError());
    assertEquals(0, info("clGetPipeInfo", pipe, PACKET_SIZE, 4));
    assertEquals(12, objects.number());
    assertEquals(0, info("clGetPipeInfo", pipe, MAX_PACKETS, 4));
    assertEquals(5, objects.number());
    assertEquals(
        0, objects.shim.status("clGetPipeInfo", pipe, PROPERTIES, 0, 0, objects.out.address()));
    assertEquals(0, objects.word());
    assertEquals(0, info("clGetMemObjectInfo", pipe, MEM_TYPE, 4));
    assertEquals(OBJECT_PIPE, objects.number());
    assertEquals(0, info("clGetMemObjectInfo", pipe, MEM_FLAGS, 8));
    assertEquals(READ_WRITE | HOST_NO_ACCESS, objects.word());
    assertEquals(0, info("clGetMemObjectInfo", pipe, MEM_SIZE, 8));
    assertTrue(objects.word() >= 12 * 5);
    assertEquals(0, objects.shim.status("clReleaseMemObject", pipe));
    assertEquals(
        ErrorCode.CL_INVALID_MEM_OBJECT.value(), info("clGetPipeInfo", pipe, PACKET_SIZE, 4));
  }

  @Test
  void whatCannotBeAsked() {
    long pipe = make(HOST_NO_ACCESS, 4, 1, 0);
    assertEquals(ErrorCode.CL_INVALID_VALUE.value(), info("clGetPipeInfo", pipe, PACKET_SIZE, 3));
    assertEquals(ErrorCode.CL_INVALID_VALUE.value(), info("clGetPipeInfo", pipe, MEM_TYPE, 4));
    assertEquals(
        ErrorCode.CL_INVALID_MEM_OBJECT.value(),
        info("clGetPipeInfo", objects.get("cl_mem"), PACKET_SIZE, 4));
    assertEquals(0, objects.shim.status("clReleaseMemObject", pipe));
  }

  @Test
  void whatCannotBeMade() {
    fails(ErrorCode.CL_INVALID_VALUE, READ_ONLY, 4, 16, 0);
    fails(ErrorCode.CL_INVALID_VALUE, 0, 4, 16, objects.words(0));
    fails(ErrorCode.CL_INVALID_PIPE_SIZE, 0, 0, 16, 0);
    fails(ErrorCode.CL_INVALID_PIPE_SIZE, 0, 4, 0, 0);
    fails(ErrorCode.CL_INVALID_PIPE_SIZE, 0, -1, 1, 0);
    fails(ErrorCode.CL_MEM_OBJECT_ALLOCATION_FAILURE, 0, 1 << 16, -1, 0);
  }

  @Test
  void theDeviceSaysWhatItOffers() {
    Map<Integer, Integer> least =
        Map.of(
            0x1071, 1, // CL_DEVICE_PIPE_SUPPORT
            0x1055, 16, // CL_DEVICE_MAX_PIPE_ARGS
            0x1056, 1, // CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS
            0x1057, 1024); // CL_DEVICE_PIPE_MAX_PACKET_SIZE
    least.forEach(
        (query, minimum) -> {
          assertEquals(0, info("clGetDeviceInfo", objects.get("cl_device_id"), query, 4));
          assertTrue(objects.number() >= minimum, "0x" + Integer.toHexString(query));
        });
  }

  /** The host has no access to packets. */
  @Test
  void aPipeIsNoBuffer() {
    long pipe = make(0, 4, 16, 0);
    assertNotEquals(0, pipe);
    assertEquals(
        ErrorCode.CL_INVALID_MEM_OBJECT.value(),
        objects.shim.status(
            "clEnqueueReadBuffer",
            objects.get("cl_command_queue"),
            pipe,
            1,
            0,
            4,
            objects.out.address(),
            0,
            0,
            0));
    assertEquals(0, objects.shim.status("clReleaseMemObject", pipe));
  }
}
