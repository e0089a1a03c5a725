package dev.barnacle.icd.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cl.ErrorCode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The custom device and programs of built-in kernels, through the C API. */
class BuiltInKernelCallsTest {
  private static final long ALL = 0xFFFFFFFFL;
  private static final int DEFAULT = 1;
  private static final int CPU = 2;
  private static final int GPU = 4;
  private static final int CUSTOM = 16;
  private static final int TYPE = 0x1000;
  private static final int COMPILER_AVAILABLE = 0x1028;
  private static final int BUILT_IN_KERNELS = 0x103F;

  private static Objects objects;
  private static long processor;
  private static long custom;
  private static long mixed;

  @BeforeAll
  static void make() {
    objects = new Objects();
    processor = objects.get("cl_device_id");
    assertEquals(0, devices(CUSTOM));
    custom = objects.word();
    mixed = objects.made("clCreateContext", 0, 2, objects.words(processor, custom), 0, 0, error());
  }

  @AfterAll
  static void release() {
    assertEquals(0, objects.shim.status("clReleaseContext", mixed));
    objects.release();
  }

  private static long error() {
    return objects.error();
  }

  /** Asks for devices; the count is behind the error. */
  private static int devices(long type) {
    long platform = objects.get("cl_platform_id");
    objects.out.fill((byte) 0);
    return objects.shim.status(
        "clGetDeviceIDs", platform, type, 4, objects.out.address(), error() + 4);
  }

  private static int count() {
    return objects.out.get(java.lang.foreign.ValueLayout.JAVA_INT, 4100);
  }

  private static long info(long device, int query) {
    objects.out.fill((byte) 0);
    int status =
        objects.shim.status("clGetDeviceInfo", device, query, 8192, objects.out.address(), 0);
    assertEquals(0, status, "0x" + Integer.toHexString(query));
    return objects.word();
  }

  private static String text(String call, long... arguments) {
    objects.out.fill((byte) 0);
    assertEquals(0, objects.shim.status(call, arguments));
    return objects.out.getString(0);
  }

  private static void refused(ErrorCode code, String name, long... arguments) {
    assertEquals(0, objects.shim.call(name, arguments), name);
    assertEquals(code.value(), objects.lastError(), name);
  }

  private static long program(long context, String names, long... devices) {
    return objects.made(
        "clCreateProgramWithBuiltInKernels",
        context,
        devices.length,
        objects.words(devices),
        objects.text(names),
        error());
  }

  @Test
  void onlyWhoAsksForItGetsTheCustomDevice() {
    for (long type : new long[] {ALL, -1, DEFAULT, CPU, CPU | GPU}) {
      assertEquals(0, devices(type));
      assertEquals(1, count());
      assertEquals(processor, objects.word());
    }
    assertEquals(0, devices(CPU | CUSTOM));
    assertEquals(2, count());
    assertEquals(ErrorCode.CL_DEVICE_NOT_FOUND.value(), devices(GPU));
    assertEquals(0, count());
    assertNotEquals(processor, custom);
    long made = objects.made("clCreateContextFromType", 0, CUSTOM, 0, 0, error());
    assertEquals(0, objects.shim.status("clReleaseContext", made));
  }

  @Test
  void queriesTellWhatItIs() {
    assertEquals(CUSTOM, info(custom, TYPE));
    assertEquals(CPU, info(processor, TYPE));
    assertEquals(0, info(custom, COMPILER_AVAILABLE));
    assertEquals(1, info(processor, COMPILER_AVAILABLE));
    for (int zero : new int[] {0x1016, 0x103E, 0x1028, 0x1043, 0x1011, 0x1065, 0x1069}) {
      assertEquals(0, info(custom, zero), "0x" + Integer.toHexString(zero));
    }
    for (long device : new long[] {custom, processor}) {
      long out = objects.out.address();
      String names = text("clGetDeviceInfo", device, BUILT_IN_KERNELS, 8192, out, 0);
      assertTrue((";" + names + ";").contains(";barnacle_sort_int;"), names);
    }
    assertEquals("", text("clGetDeviceInfo", custom, 0x103D, 8192, objects.out.address(), 0));
    // Each query that the processor answers the custom device answers, in the same size.
    for (int query = 0x1000; query < 0x1080; query++) {
      long size = objects.out.address();
      if (objects.shim.status("clGetDeviceInfo", processor, query, 0, 0, size) == 0) {
        assertEquals(0, objects.shim.status("clGetDeviceInfo", custom, query, 0, 0, size));
      }
    }
    assertEquals(
        ErrorCode.CL_INVALID_VALUE.value(),
        objects.shim.status(
            "clCreateSubDevices",
            custom,
            objects.words(0x1086, 1, 0),
            0,
            0,
            objects.out.address()));
  }

  @Test
  void programsHaveTheKernelsThatAreNamed() {
    long program = program(mixed, "barnacle_sort_int;barnacle_fft_float2", custom);
    long out = objects.out.address();
    assertEquals(
        "barnacle_sort_int;barnacle_fft_float2",
        text("clGetProgramInfo", program, 0x1168, 8192, out, 0));
    assertEquals("", text("clGetProgramInfo", program, 0x1164, 8192, out, 0));
    assertEquals(0, objects.shim.status("clGetProgramInfo", program, 0x1162, 4, out, 0));
    assertEquals(1, objects.number(), "CL_PROGRAM_NUM_DEVICES");
    assertEquals(0, objects.shim.status("clGetProgramInfo", program, 0x1165, 8, out, 0));
    assertEquals(0, objects.word(), "CL_PROGRAM_BINARY_SIZES");
    assertEquals(
        0, objects.shim.status("clGetProgramBuildInfo", program, custom, 0x1184, 4, out, 0));
    assertEquals(0, objects.number(), "CL_PROGRAM_BINARY_TYPE_NONE");
    assertEquals(
        ErrorCode.CL_INVALID_DEVICE.value(),
        objects.shim.status("clGetProgramBuildInfo", program, processor, 0x1184, 4, out, 0));
    assertEquals(
        ErrorCode.CL_INVALID_OPERATION.value(),
        objects.shim.status("clBuildProgram", program, 0, 0, 0, 0, 0));
    assertEquals(
        ErrorCode.CL_INVALID_OPERATION.value(),
        objects.shim.status("clCompileProgram", program, 0, 0, 0, 0, 0, 0, 0, 0));
    long kernel =
        objects.made("clCreateKernel", program, objects.text("barnacle_fft_float2"), error());
    assertEquals("float2*", text("clGetKernelArgInfo", kernel, 0, 0x1198, 8192, out, 0));
    assertEquals("in", text("clGetKernelArgInfo", kernel, 0, 0x119A, 8192, out, 0));
    assertEquals(0, objects.shim.status("clGetKernelArgInfo", kernel, 0, 0x1196, 4, out, 0));
    assertEquals(0x119B, objects.number(), "CL_KERNEL_ARG_ADDRESS_GLOBAL");
    assertEquals(0, objects.shim.status("clGetKernelArgInfo", kernel, 1, 0x1197, 4, out, 0));
    assertEquals(0x11A3, objects.number(), "CL_KERNEL_ARG_ACCESS_NONE");
    assertEquals(0, objects.shim.status("clGetKernelArgInfo", kernel, 0, 0x1199, 8, out, 0));
    assertEquals(1, objects.word(), "CL_KERNEL_ARG_TYPE_CONST");
    assertEquals(0, objects.shim.status("clGetKernelWorkGroupInfo", kernel, 0, 0x11B5, 24, out, 0));
    assertTrue(objects.word() > 0, "CL_KERNEL_GLOBAL_WORK_SIZE");
    assertEquals(
        ErrorCode.CL_INVALID_VALUE.value(),
        objects.shim.status(
            "clGetKernelWorkGroupInfo", objects.get("cl_kernel"), 0, 0x11B5, 24, out, 0));
    assertEquals(0, objects.shim.status("clReleaseKernel", kernel));
    assertEquals(0, objects.shim.status("clReleaseProgram", program));
  }

  @Test
  void wrongProgramsAreRefused() {
    String make = "clCreateProgramWithBuiltInKernels";
    long names = objects.text("barnacle_sort_int");
    long one = objects.words(custom);
    refused(ErrorCode.CL_INVALID_CONTEXT, make, 0, 1, one, names, error());
    refused(ErrorCode.CL_INVALID_VALUE, make, mixed, 0, one, names, error());
    refused(ErrorCode.CL_INVALID_VALUE, make, mixed, 1, 0, names, error());
    refused(ErrorCode.CL_INVALID_VALUE, make, mixed, 1, one, 0, error());
    for (String wrong : new String[] {"", "nothing", "barnacle_sort_int;", "barnacle_sort_int;x"}) {
      refused(ErrorCode.CL_INVALID_VALUE, make, mixed, 1, one, objects.text(wrong), error());
    }
    long context = objects.get("cl_context");
    refused(ErrorCode.CL_INVALID_DEVICE, make, context, 1, one, names, error());
  }

  @Test
  void theCustomDeviceCompilesNothing() {
    long source = objects.words(objects.text("kernel void k() {}"));
    long program = objects.made("clCreateProgramWithSource", mixed, 1, source, 0, error());
    for (long list : new long[] {0, objects.words(custom)}) {
      assertEquals(
          ErrorCode.CL_COMPILER_NOT_AVAILABLE.value(),
          objects.shim.status("clBuildProgram", program, list == 0 ? 0 : 1, list, 0, 0, 0));
    }
    long list = objects.words(processor);
    assertEquals(0, objects.shim.status("clBuildProgram", program, 1, list, 0, 0, 0));
    long kernel = objects.made("clCreateKernel", program, objects.text("k"), error());
    long queue = objects.made("clCreateCommandQueue", mixed, custom, 0, error());
    assertEquals(
        ErrorCode.CL_INVALID_PROGRAM_EXECUTABLE.value(),
        objects.shim.status(
            "clEnqueueNDRangeKernel", queue, kernel, 1, 0, objects.words(1), 0, 0, 0, 0));
    assertEquals(0, objects.shim.status("clReleaseCommandQueue", queue));
    assertEquals(0, objects.shim.status("clReleaseKernel", kernel));
    assertEquals(0, objects.shim.status("clReleaseProgram", program));
  }

  @Test
  void aProgramIsForItsDevicesOnly() {
    long program = program(mixed, "barnacle_sort_int", processor);
    long kernel =
        objects.made("clCreateKernel", program, objects.text("barnacle_sort_int"), error());
    long buffer = objects.made("clCreateBuffer", mixed, 1, 64, 0, error());
    assertEquals(0, objects.shim.status("clSetKernelArg", kernel, 0, 8, objects.words(buffer)));
    assertEquals(0, objects.shim.status("clSetKernelArg", kernel, 1, 8, objects.words(16)));
    for (long device : new long[] {processor, custom}) {
      long queue = objects.made("clCreateCommandQueue", mixed, device, 0, error());
      assertEquals(
          device == processor ? 0 : ErrorCode.CL_INVALID_PROGRAM_EXECUTABLE.value(),
          objects.shim.status(
              "clEnqueueNDRangeKernel", queue, kernel, 1, 0, objects.words(1), 0, 0, 0, 0));
      assertEquals(0, objects.shim.status("clReleaseCommandQueue", queue));
    }
    assertEquals(0, objects.shim.status("clReleaseMemObject", buffer));
    assertEquals(0, objects.shim.status("clReleaseKernel", kernel));
    assertEquals(0, objects.shim.status("clReleaseProgram", program));
  }

  @Test
  void aContextOfTheCustomDeviceHasNoImages() {
    long context = objects.made("clCreateContext", 0, 1, objects.words(custom), 0, 0, error());
    refused(ErrorCode.CL_INVALID_OPERATION, "clCreateSampler", context, 0, 0x1130, 0x1140, error());
    long out = objects.out.address();
    int image2d = 0x10F1;
    assertEquals(
        0, objects.shim.status("clGetSupportedImageFormats", context, 1, image2d, 0, 0, out));
    assertEquals(0, objects.number());
    long format =
        objects
            .arena
            .allocateFrom(java.lang.foreign.ValueLayout.JAVA_INT, 0x10B5, 0x10D2)
            .address();
    refused(
        ErrorCode.CL_INVALID_OPERATION, "clCreateImage2D", context, 1, format, 4, 4, 0, 0, error());
    assertEquals(0, objects.shim.status("clReleaseContext", context));
  }
}
