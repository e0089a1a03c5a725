package dev.barnacle.icd.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.barnacle.cl.ErrorCode;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * What OpenCL 3.0 leaves optional and the device does not offer, pipes and queues on the device:
 * every query and call says so as the specification asks (OpenCL API, appendix "OpenCL 3.0
 * Backwards Compatibility").
 */
class LeftOutFeaturesTest extends ObjectTests {
  private static final int QUEUE_PROPERTIES = 0x1093;
  private static final int QUEUE_SIZE = 0x1094;
  private static final int QUEUE_DEVICE_DEFAULT = 0x1095;
  private static final int OUT_OF_ORDER = 1;
  private static final int PROFILING = 2;
  private static final int ON_DEVICE = 4;
  private static final int ON_DEVICE_DEFAULT = 8;

  /** Queries of the device, with their sizes. */
  private static final Map<Integer, Integer> NONE =
      Map.ofEntries(
          Map.entry(0x1070, 8), // CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES
          Map.entry(0x104E, 8), // CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES
          Map.entry(0x104F, 4), // CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE
          Map.entry(0x1050, 4), // CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE
          Map.entry(0x1051, 4), // CL_DEVICE_MAX_ON_DEVICE_QUEUES
          Map.entry(0x1052, 4), // CL_DEVICE_MAX_ON_DEVICE_EVENTS
          Map.entry(0x1071, 4), // CL_DEVICE_PIPE_SUPPORT
          Map.entry(0x1055, 4), // CL_DEVICE_MAX_PIPE_ARGS
          Map.entry(0x1056, 4), // CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS
          Map.entry(0x1057, 4)); // CL_DEVICE_PIPE_MAX_PACKET_SIZE

  private static void fails(ErrorCode code, String name, long... arguments) {
    assertEquals(code.value(), objects.shim.status(name, arguments), name);
  }

  @Test
  void theDeviceHasNoPipesAndNoQueues() {
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
      assertFalse(feature.matches("__opencl_c_(pipes|device_enqueue)"), feature);
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

  @Test
  void queuesOnTheDeviceAreValidButNotSupported() {
    int onDevice = ON_DEVICE | OUT_OF_ORDER;
    queueFails(ErrorCode.CL_INVALID_QUEUE_PROPERTIES, QUEUE_PROPERTIES, onDevice);
    queueFails(ErrorCode.CL_INVALID_QUEUE_PROPERTIES, QUEUE_PROPERTIES, onDevice | PROFILING);
    queueFails(
        ErrorCode.CL_INVALID_QUEUE_PROPERTIES, QUEUE_PROPERTIES, onDevice | ON_DEVICE_DEFAULT);
    queueFails(ErrorCode.CL_INVALID_QUEUE_PROPERTIES, QUEUE_PROPERTIES, onDevice, QUEUE_SIZE, 1024);
  }

  @Test
  void whatQueuesOnTheDeviceMayNotBeIsNotValid() {
    queueFails(ErrorCode.CL_INVALID_VALUE, QUEUE_PROPERTIES, ON_DEVICE);
    queueFails(ErrorCode.CL_INVALID_VALUE, QUEUE_PROPERTIES, ON_DEVICE_DEFAULT | OUT_OF_ORDER);
    queueFails(ErrorCode.CL_INVALID_VALUE, QUEUE_PROPERTIES, OUT_OF_ORDER, QUEUE_SIZE, 1024);
  }

  /** The call of OpenCL 1.0 knows queues of the host only. */
  @Test
  void queuesOnTheDeviceAreOfTheCallWithProperties() {
    long context = objects.get("cl_context");
    long device = objects.get("cl_device_id");
    long queue =
        objects.shim.call(
            "clCreateCommandQueue", context, device, ON_DEVICE | OUT_OF_ORDER, objects.error());
    assertEquals(0, queue);
    assertEquals(ErrorCode.CL_INVALID_VALUE.value(), objects.lastError());
  }

  private static void queueFails(ErrorCode code, long... properties) {
    long[] list = Arrays.copyOf(properties, properties.length + 1);
    long queue =
        objects.shim.call(
            "clCreateCommandQueueWithProperties",
            objects.get("cl_context"),
            objects.get("cl_device_id"),
            objects.words(list),
            objects.error());
    assertEquals(0, queue);
    assertEquals(code.value(), objects.lastError());
  }

  @Test
  void queuesOfTheHostHaveNoSizeAndNoDefault() {
    long queue = objects.get("cl_command_queue");
    long out = objects.out.address();
    fails(
        ErrorCode.CL_INVALID_COMMAND_QUEUE, "clGetCommandQueueInfo", queue, QUEUE_SIZE, 4, out, 0);
    objects.out.fill((byte) -1);
    assertEquals(
        0, objects.shim.status("clGetCommandQueueInfo", queue, QUEUE_DEVICE_DEFAULT, 8, out, 0));
    assertEquals(0, objects.word());
    fails(
        ErrorCode.CL_INVALID_OPERATION,
        "clSetDefaultDeviceCommandQueue",
        objects.get("cl_context"),
        objects.get("cl_device_id"),
        queue);
  }
}
