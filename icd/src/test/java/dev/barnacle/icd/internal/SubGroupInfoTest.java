package dev.barnacle.icd.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cl.ErrorCode;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code clGetKernelSubGroupInfo} (OpenCL API, 5.9.4), and what the device says of sub-groups. */
class SubGroupInfoTest extends ObjectTests {
  private static final int MAX_SIZE = 0x2033;
  private static final int COUNT = 0x2034;
  private static final int LOCAL_SIZE = 0x11B8;
  private static final int MAX_NUM = 0x11B9;
  private static final int COMPILE_NUM = 0x11BA;
  private static final int COMPILE_SIZE = 0x410A;
  private static final long INVALID_VALUE = ErrorCode.CL_INVALID_VALUE.value();

  /** Asks, with an input and room for an answer of so many bytes. */
  private static int ask(int query, long inputBytes, long input, long bytes) {
    long value = bytes == 0 ? 0 : objects.out.address() + 64;
    return objects.shim.status(
        "clGetKernelSubGroupInfo",
        objects.get("cl_kernel"),
        objects.get("cl_device_id"),
        query,
        inputBytes,
        input,
        bytes,
        value,
        objects.out.address());
  }

  private static long answer(int index) {
    return objects.out.get(ValueLayout.JAVA_LONG, 64 + 8L * index);
  }

  private static long number(int query, long... input) {
    long at = input.length == 0 ? 0 : objects.words(input);
    assertEquals(0, ask(query, 8L * input.length, at, 8));
    assertEquals(8, objects.word());
    return answer(0);
  }

  @Test
  void sizesAndCountsBelongTogether() {
    long size = number(MAX_SIZE, 4096);
    assertTrue(size > 1, () -> size + "");
    assertEquals(2, number(MAX_SIZE, 2));
    assertEquals(size, number(MAX_SIZE, size, 3));
    assertEquals(1, number(COUNT, 1, 1, 1));
    assertEquals(2, number(COUNT, size + 1));
    assertEquals(6, number(COUNT, size, 2, 3));
    assertEquals(4096 / size, number(MAX_NUM));
    assertEquals(0, number(COMPILE_NUM));
  }

  @Test
  void aLocalSizeIsFoundForACount() {
    long size = number(MAX_SIZE, 4096);
    for (int dimensions = 1; dimensions <= 3; dimensions++) {
      long[] found = new long[dimensions];
      long[] none = new long[dimensions];
      assertEquals(0, ask(LOCAL_SIZE, 8, objects.words(3), 8L * dimensions));
      assertEquals(8L * dimensions, objects.word());
      for (int d = 0; d < dimensions; d++) {
        found[d] = answer(d);
        none[d] = d == 0 ? 3 * size : 1;
      }
      assertArrayEquals(none, found);
      assertEquals(0, ask(LOCAL_SIZE, 8, objects.words(4097), 8L * dimensions));
      for (int d = 0; d < dimensions; d++) {
        assertEquals(0, answer(d));
      }
    }
  }

  @Test
  void wrongInputsAreInvalidValues() {
    long three = objects.words(4, 4, 4, 4);
    for (int query : new int[] {MAX_SIZE, COUNT}) {
      assertEquals(INVALID_VALUE, ask(query, 8, 0, 8));
      assertEquals(INVALID_VALUE, ask(query, 0, three, 8));
      assertEquals(INVALID_VALUE, ask(query, 12, three, 8));
      assertEquals(INVALID_VALUE, ask(query, 32, three, 8));
      assertEquals(INVALID_VALUE, ask(query, 8, objects.words(0), 8));
      assertEquals(INVALID_VALUE, ask(query, 8, three, 4));
    }
    assertEquals(INVALID_VALUE, ask(LOCAL_SIZE, 8, 0, 8));
    assertEquals(INVALID_VALUE, ask(LOCAL_SIZE, 16, three, 8));
    assertEquals(INVALID_VALUE, ask(MAX_NUM, 0, 0, 4));
    assertEquals(INVALID_VALUE, ask(0x11BB, 0, 0, 8));
    assertEquals(INVALID_VALUE, ask(COMPILE_SIZE, 0, 0, 4));
    assertEquals(0, ask(MAX_NUM, 0, 0, 0));
  }

  /** SYCL's runtime asks of every kernel, and ends the process where that is an error. */
  @Test
  void theSizeThatAKernelRequiresIsTold() {
    assertEquals(0, number(COMPILE_SIZE));
    String source =
        "__attribute__((intel_reqd_sub_group_size(16))) kernel void k(global int *x) { x[0] = 1; }";
    long context = objects.get("cl_context");
    long program =
        objects.made(
            "clCreateProgramWithSource",
            context,
            1,
            objects.words(objects.text(source)),
            0,
            objects.error());
    assertEquals(0, objects.shim.status("clBuildProgram", program, 0, 0, 0, 0, 0));
    long kernel = objects.made("clCreateKernel", program, objects.text("k"), objects.error());
    long out = objects.out.address();
    long device = objects.get("cl_device_id");
    assertEquals(
        0,
        objects.shim.status(
            "clGetKernelSubGroupInfo", kernel, device, COMPILE_SIZE, 0, 0, 8, out + 64, out));
    assertEquals(16, answer(0));
    assertEquals(8, objects.word());
    assertEquals(
        0,
        objects.shim.status("clGetKernelWorkGroupInfo", kernel, device, 0x4109, 8, out + 64, out));
    assertEquals(0, answer(0));
    assertEquals(0, objects.shim.status("clReleaseKernel", kernel));
    assertEquals(0, objects.shim.status("clReleaseProgram", program));
    assertEquals(0, objects.shim.status("clGetDeviceInfo", device, 0x4108, 64, out + 64, out));
    assertEquals(8 * 6, objects.word());
    for (int i = 0; i < 6; i++) {
      assertEquals(List.of(1L, 4L, 8L, 16L, 32L, 64L).get(i), answer(i));
    }
  }

  @Test
  void theDeviceHasSubGroupsThatMakeProgressOfTheirOwn() {
    assertEquals(4096, device(0x105C));
    assertEquals(1, device(0x105D));
  }

  private static int device(int query) {
    long device = objects.get("cl_device_id");
    long out = objects.out.address();
    assertEquals(0, objects.shim.status("clGetDeviceInfo", device, query, 4, out, 0));
    return objects.number();
  }
}
