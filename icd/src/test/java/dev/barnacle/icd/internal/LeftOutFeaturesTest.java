package dev.barnacle.icd.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.barnacle.cl.ErrorCode;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * What OpenCL 3.0 leaves optional and the device does not offer, pipes: every query and call says
 * so as the specification asks (OpenCL API, appendix "OpenCL 3.0 Backwards Compatibility").
 */
class LeftOutFeaturesTest extends ObjectTests {

  /** Queries of the device, with their sizes. */
  private static final Map<Integer, Integer> NONE =
      Map.ofEntries(
          Map.entry(0x1071, 4), // CL_DEVICE_PIPE_SUPPORT
          Map.entry(0x1055, 4), // CL_DEVICE_MAX_PIPE_ARGS
          Map.entry(0x1056, 4), // CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS
          Map.entry(0x1057, 4)); // CL_DEVICE_PIPE_MAX_PACKET_SIZE

  private static void fails(ErrorCode code, String name, long... arguments) {
    assertEquals(code.value(), objects.shim.status(name, arguments), name);
  }

  @Test
  void theDeviceHasNoPipes() {
    long device = objects.get("cl_device_id");
    NONE.forEach(
        (query, size) -> {
          String name = "0x" + Integer.toHexString(query);
          long out = objects.out.address();
          objects.out.fill((byte) -1);
          assertEquals(0, objects.shim.status("clGetDeviceInfo", device, query, size, out, 0));
          assertEquals(0, size == 8 ? objects.word() : objects.number(), name);
          assertEquals(0, objects.shim.status("clGetDeviceInfo", device, query, 0, 0, out));
          assertEquals(size.longValue(), objects.word(), name);
        });
  }

  @Test
  void featuresOfTheLanguageLackThem() {
    int entry = 68; // cl_name_version: a version, and a name of 64 bytes
    long device = objects.get("cl_device_id");
    long size = 8192;
    long out = objects.out.address();
    objects.out.fill((byte) 0);
    assertEquals(0, objects.shim.status("clGetDeviceInfo", device, 0x106F, size, out + size, out));
    for (long at = size; at < size + objects.word(); at += entry) {
      String feature = objects.out.getString(at + 4);
      assertFalse(feature.matches("__opencl_c_pipes"), feature);
    }
  }

  @Test
  void pipesCannotBeMade() {
    long context = objects.get("cl_context");
    assertEquals(0, objects.shim.call("clCreatePipe", context, 0, 4, 16, 0, objects.error()));
    assertEquals(ErrorCode.CL_INVALID_OPERATION.value(), objects.lastError());
    long out = objects.out.address();
    int packetSize = 0x1120;
    fails(
        ErrorCode.CL_INVALID_MEM_OBJECT,
        "clGetPipeInfo",
        objects.get("cl_mem"),
        packetSize,
        4,
        out,
        0);
  }
}
