package dev.barnacle.icd.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cl.ErrorCode;
import dev.barnacle.icd.internal.abi.Native;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What programs do with the C API, call by call. */
class CommandsTest {
  private static final int COUNT = 64;
  private static final long BYTES = 4L * COUNT;

  private static Objects objects;
  private static long queue;

  @BeforeAll
  static void make() {
    objects = new Objects();
    queue = objects.get("cl_command_queue");
  }

  @AfterAll
  static void release() {
    objects.release();
  }

  private static void ok(String name, long... arguments) {
    assertEquals(0, objects.shim.status(name, arguments), name);
  }

  private static int[] numbers(long address) {
    return MemorySegment.ofAddress(address).reinterpret(BYTES).toArray(ValueLayout.JAVA_INT);
  }

  private static void scale(long memoryArgument, boolean svm) {
    long kernel = objects.get("cl_kernel");
    if (svm) {
      ok("clSetKernelArgSVMPointer", kernel, 0, memoryArgument);
    } else {
      ok("clSetKernelArg", kernel, 0, 8, objects.words(memoryArgument));
    }
    ok("clSetKernelArg", kernel, 1, 4, objects.words(3));
    ok("clSetKernelArg", kernel, 2, 64, 0);
    ok(
        "clEnqueueNDRangeKernel",
        queue,
        kernel,
        1,
        0,
        objects.words(COUNT),
        objects.words(16),
        0,
        0,
        0);
  }

  private static int[] multiples(int factor) {
    return IntStream.range(0, COUNT).map(i -> i * factor).toArray();
  }

  @Test
  void aMappedBufferIsWhatKernelsUse() {
    long buffer =
        objects.made("clCreateBuffer", objects.get("cl_context"), 1, BYTES, 0, objects.error());
    long mapped =
        objects.made("clEnqueueMapBuffer", queue, buffer, 1, 2, 0, BYTES, 0, 0, 0, objects.error());
    MemorySegment.copy(multiples(1), 0, Native.at(mapped, BYTES), ValueLayout.JAVA_INT, 0, COUNT);
    ok("clEnqueueUnmapMemObject", queue, buffer, mapped, 0, 0, 0);
    scale(buffer, false);
    long read = objects.out.address();
    ok("clEnqueueReadBuffer", queue, buffer, 1, 0, BYTES, read, 0, 0, 0);
    assertArrayEquals(multiples(3), numbers(read));
    ok("clReleaseMemObject", buffer);
  }

  @Test
  void sharedVirtualMemoryIsAnArgument() {
    long context = objects.get("cl_context");
    long shared = objects.shim.call("clSVMAlloc", context, 1, BYTES, 0);
    assertNotEquals(0, shared);
    MemorySegment.copy(multiples(1), 0, Native.at(shared, BYTES), ValueLayout.JAVA_INT, 0, COUNT);
    scale(shared, true);
    ok("clFinish", queue);
    assertArrayEquals(multiples(3), numbers(shared));
    objects.shim.call("clSVMFree", context, shared);
  }

  @Test
  void anImageIsFilledAndRead() {
    long format = objects.words(0x10B5L | 0x10DAL << 32); // CL_RGBA, CL_UNSIGNED_INT8
    long descriptor = objects.words(0x10F1, 4, 4, 0, 0, 0, 0, 0, 0); // CL_MEM_OBJECT_IMAGE2D
    long image =
        objects.made(
            "clCreateImage", objects.get("cl_context"), 1, format, descriptor, 0, objects.error());
    long color = objects.words(1L | 2L << 32, 3L | 4L << 32);
    long origin = objects.words(0, 0, 0);
    long region = objects.words(4, 4, 1);
    ok("clEnqueueFillImage", queue, image, color, origin, region, 0, 0, 0);
    long read = objects.out.address();
    ok("clEnqueueReadImage", queue, image, 1, origin, region, 0, 0, read, 0, 0, 0);
    for (int texel : java.util.Arrays.copyOf(numbers(read), 16)) {
      assertEquals(0x04030201, texel);
    }
    ok("clReleaseMemObject", image);
  }

  @Test
  void aFailedUserEventFailsWhatWaitsForIt() {
    long event = objects.made("clCreateUserEvent", objects.get("cl_context"), objects.error());
    long place = objects.out.address();
    ok("clEnqueueMarkerWithWaitList", queue, 1, objects.words(event), place);
    long marker = objects.word();
    ok("clSetUserEventStatus", event, -7);
    assertEquals(
        ErrorCode.CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST.value(),
        objects.shim.status("clWaitForEvents", 1, objects.words(marker)));
    ok("clReleaseEvent", event);
    ok("clReleaseEvent", marker);
  }

  /** A Java program may interrupt a thread that waits; the C API has no code for that. */
  @Test
  void anInterruptDoesNotEndAWaitOfTheCApi() throws InterruptedException {
    long event = objects.made("clCreateUserEvent", objects.get("cl_context"), objects.error());
    long list = objects.words(event);
    AtomicLong status = new AtomicLong(Long.MIN_VALUE);
    AtomicBoolean interrupted = new AtomicBoolean();
    Thread thread =
        new Thread(
            () -> {
              status.set(objects.shim.status("clWaitForEvents", 1, list));
              interrupted.set(Thread.currentThread().isInterrupted());
            });
    thread.start();
    while (thread.getState() != Thread.State.WAITING) {
      assertTrue(thread.isAlive(), "the thread does not wait");
      Thread.onSpinWait();
    }
    thread.interrupt();
    ok("clSetUserEventStatus", event, 0);
    thread.join();
    assertEquals(0, status.get());
    assertTrue(interrupted.get());
    ok("clReleaseEvent", event);
  }

  @Test
  void aProgramThatDoesNotBuildHasALog() {
    long device = objects.get("cl_device_id");
    long source = objects.words(objects.text("kernel void k() { nonsense; }"));
    long program =
        objects.made(
            "clCreateProgramWithSource", objects.get("cl_context"), 1, source, 0, objects.error());
    assertEquals(
        ErrorCode.CL_BUILD_PROGRAM_FAILURE.value(),
        objects.shim.status("clBuildProgram", program, 0, 0, 0, 0, 0));
    long out = objects.out.address();
    ok("clGetProgramBuildInfo", program, device, 0x1183, 4096, out, 0);
    String log = objects.out.getString(0);
    assertEquals(true, log.contains("nonsense"), log);
    ok("clReleaseProgram", program);
  }

  @Test
  void aBinaryOfOneProgramBuildsAnother() {
    long program = objects.get("cl_program");
    long out = objects.out.address();
    ok("clGetProgramInfo", program, 0x1165, 8, out, 0);
    long size = objects.word();
    long binary = objects.arena.allocate(size).address();
    ok("clGetProgramInfo", program, 0x1166, 8, objects.words(binary), 0);
    long other =
        objects.made(
            "clCreateProgramWithBinary",
            objects.get("cl_context"),
            1,
            objects.words(objects.get("cl_device_id")),
            objects.words(size),
            objects.words(binary),
            0,
            objects.error());
    ok("clBuildProgram", other, 0, 0, 0, 0, 0);
    long kernel = objects.made("clCreateKernel", other, objects.text("scale"), objects.error());
    ok("clReleaseKernel", kernel);
    ok("clReleaseProgram", other);
  }
}
