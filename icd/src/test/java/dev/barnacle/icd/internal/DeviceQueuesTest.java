package dev.barnacle.icd.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cl.ErrorCode;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Queues on the device (OpenCL API, 5.1). */
class DeviceQueuesTest extends ObjectTests {
  private static final int QUEUE_REFERENCE_COUNT = 0x1092;
  private static final int QUEUE_PROPERTIES = 0x1093;
  private static final int QUEUE_SIZE = 0x1094;
  private static final int QUEUE_DEVICE_DEFAULT = 0x1095;
  private static final int OUT_OF_ORDER = 1;
  private static final int PROFILING = 2;
  private static final int ON_DEVICE = 4;
  private static final int ON_DEVICE_DEFAULT = 8;
  private static final int MAX_SIZE = 64 << 20;

  private static long device(int query, int size) {
    long device = objects.get("cl_device_id");
    long out = objects.out.address();
    objects.out.fill((byte) 0);
    assertEquals(0, objects.shim.status("clGetDeviceInfo", device, query, size, out, 0));
    return size == 8 ? objects.word() : objects.number();
  }

  private static long queue(long... properties) {
    long[] list = Arrays.copyOf(properties, properties.length + 1);
    return objects.shim.call(
        "clCreateCommandQueueWithProperties",
        objects.get("cl_context"),
        objects.get("cl_device_id"),
        objects.words(list),
        objects.error());
  }

  private static void refused(ErrorCode code, long... properties) {
    assertEquals(0, queue(properties));
    assertEquals(code.value(), objects.lastError());
  }

  private static long info(long queue, int query, int size) {
    long out = objects.out.address();
    objects.out.fill((byte) 0);
    assertEquals(0, objects.shim.status("clGetCommandQueueInfo", queue, query, size, out, 0));
    return size == 8 ? objects.word() : objects.number();
  }

  private static void release(long queue) {
    assertEquals(0, objects.shim.status("clReleaseCommandQueue", queue));
  }

  @Test
  void theDeviceOffersThem() {
    assertEquals(3, device(0x1070, 8)); // CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES
    assertEquals(OUT_OF_ORDER | PROFILING, device(0x104E, 8)); // …QUEUE_ON_DEVICE_PROPERTIES
    assertTrue(device(0x104F, 4) >= 16 << 10); // …QUEUE_ON_DEVICE_PREFERRED_SIZE
    assertEquals(MAX_SIZE, device(0x1050, 4)); // …QUEUE_ON_DEVICE_MAX_SIZE
    assertTrue(device(0x1051, 4) >= 1); // CL_DEVICE_MAX_ON_DEVICE_QUEUES
    assertTrue(device(0x1052, 4) >= 1024); // CL_DEVICE_MAX_ON_DEVICE_EVENTS
  }

  @Test
  void theyHaveASize() {
    int onDevice = ON_DEVICE | OUT_OF_ORDER;
    long plain = queue(QUEUE_PROPERTIES, onDevice | PROFILING);
    assertEquals(device(0x104F, 4), info(plain, QUEUE_SIZE, 4));
    assertEquals(onDevice | PROFILING, info(plain, QUEUE_PROPERTIES, 8));
    assertEquals(0, info(plain, QUEUE_DEVICE_DEFAULT, 8));
    long small = queue(QUEUE_PROPERTIES, onDevice, QUEUE_SIZE, 1000);
    assertEquals(1000, info(small, QUEUE_SIZE, 4));
    release(plain);
    release(small);
    refused(
        ErrorCode.CL_INVALID_QUEUE_PROPERTIES,
        QUEUE_PROPERTIES,
        onDevice,
        QUEUE_SIZE,
        MAX_SIZE + 1);
  }

  @Test
  void whatTheyMayNotBeIsNotValid() {
    refused(ErrorCode.CL_INVALID_VALUE, QUEUE_PROPERTIES, ON_DEVICE);
    refused(ErrorCode.CL_INVALID_VALUE, QUEUE_PROPERTIES, ON_DEVICE_DEFAULT | OUT_OF_ORDER);
    refused(ErrorCode.CL_INVALID_VALUE, QUEUE_PROPERTIES, OUT_OF_ORDER, QUEUE_SIZE, 1024);
    refused(ErrorCode.CL_INVALID_VALUE, QUEUE_PROPERTIES, ON_DEVICE | OUT_OF_ORDER | 16);
  }

  /** The call of OpenCL 1.0 knows queues of the host only. */
  @Test
  void theyAreOfTheCallWithProperties() {
    long context = objects.get("cl_context");
    long device = objects.get("cl_device_id");
    long queue =
        objects.shim.call(
            "clCreateCommandQueue", context, device, ON_DEVICE | OUT_OF_ORDER, objects.error());
    assertEquals(0, queue);
    assertEquals(ErrorCode.CL_INVALID_VALUE.value(), objects.lastError());
  }

  @Test
  void thereIsOneDefaultAtATime() {
    int asDefault = ON_DEVICE | OUT_OF_ORDER | ON_DEVICE_DEFAULT;
    long first = queue(QUEUE_PROPERTIES, asDefault);
    assertEquals(first, queue(QUEUE_PROPERTIES, asDefault));
    assertEquals(2, info(first, QUEUE_REFERENCE_COUNT, 4));
    assertEquals(first, info(objects.get("cl_command_queue"), QUEUE_DEVICE_DEFAULT, 8));
    long second = queue(QUEUE_PROPERTIES, ON_DEVICE | OUT_OF_ORDER);
    assertNotEquals(first, second);
    long context = objects.get("cl_context");
    long device = objects.get("cl_device_id");
    assertEquals(0, objects.shim.status("clSetDefaultDeviceCommandQueue", context, device, second));
    assertEquals(second, info(first, QUEUE_DEVICE_DEFAULT, 8));
    assertEquals(asDefault, info(second, QUEUE_PROPERTIES, 8));
    release(second);
    assertEquals(0, info(first, QUEUE_DEVICE_DEFAULT, 8));
    release(first);
    release(first);
  }

  @Test
  void theHostCannotUseThem() {
    long queue = queue(QUEUE_PROPERTIES, ON_DEVICE | OUT_OF_ORDER);
    int invalid = ErrorCode.CL_INVALID_COMMAND_QUEUE.value();
    assertEquals(invalid, objects.shim.status("clFlush", queue));
    assertEquals(invalid, objects.shim.status("clFinish", queue));
    assertEquals(invalid, objects.shim.status("clEnqueueMarkerWithWaitList", queue, 0, 0, 0));
    release(queue);
    assertEquals(invalid, objects.shim.status("clReleaseCommandQueue", queue));
    long host = objects.get("cl_command_queue");
    assertEquals(
        invalid,
        objects.shim.status(
            "clSetDefaultDeviceCommandQueue",
            objects.get("cl_context"),
            objects.get("cl_device_id"),
            host));
    long out = objects.out.address();
    assertEquals(
        invalid, objects.shim.status("clGetCommandQueueInfo", host, QUEUE_SIZE, 4, out, 0));
  }
}
