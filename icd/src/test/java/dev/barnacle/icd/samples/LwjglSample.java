package dev.barnacle.icd.samples;

import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import org.lwjgl.BufferUtils;
import org.lwjgl.PointerBuffer;
import org.lwjgl.opencl.CL;
import org.lwjgl.opencl.CL10;
import org.lwjgl.system.MemoryStack;

/** Squares numbers through LWJGL. */
final class LwjglSample {
  private static final int COUNT = 1000;
  private static final String SOURCE =
      "kernel void square(global const float *x, global float *y) {"
          + " int i = get_global_id(0); y[i] = x[i] * x[i]; }";

  private LwjglSample() {}

  /** Runs the sample; an error is an exception. */
  public static void main(String[] args) {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      PointerBuffer one = stack.mallocPointer(1);
      IntBuffer error = stack.mallocInt(1);
      check(CL10.clGetPlatformIDs(one, (IntBuffer) null));
      long platform = one.get(0);
      check(CL10.clGetDeviceIDs(platform, CL10.CL_DEVICE_TYPE_CPU, one, (IntBuffer) null));
      long device = one.get(0);
      CL.createDeviceCapabilities(device, CL.createPlatformCapabilities(platform));
      long context = CL10.clCreateContext(null, device, null, 0, error);
      check(error.get(0));
      long queue = CL10.clCreateCommandQueue(context, device, 0, error);
      check(error.get(0));
      FloatBuffer numbers = BufferUtils.createFloatBuffer(COUNT);
      for (int i = 0; i < COUNT; i++) {
        numbers.put(i, i);
      }
      long x =
          CL10.clCreateBuffer(
              context, CL10.CL_MEM_READ_ONLY | CL10.CL_MEM_COPY_HOST_PTR, numbers, error);
      check(error.get(0));
      long y = CL10.clCreateBuffer(context, CL10.CL_MEM_READ_WRITE, 4L * COUNT, error);
      check(error.get(0));
      long program = CL10.clCreateProgramWithSource(context, SOURCE, error);
      check(error.get(0));
      check(CL10.clBuildProgram(program, device, "", null, 0));
      long kernel = CL10.clCreateKernel(program, "square", error);
      check(error.get(0));
      check(CL10.clSetKernelArg1p(kernel, 0, x));
      check(CL10.clSetKernelArg1p(kernel, 1, y));
      one.put(0, COUNT);
      check(CL10.clEnqueueNDRangeKernel(queue, kernel, 1, null, one, null, null, null));
      FloatBuffer squares = BufferUtils.createFloatBuffer(COUNT);
      check(CL10.clEnqueueReadBuffer(queue, y, true, 0, squares, null, null));
      for (int i = 0; i < COUNT; i++) {
        if (squares.get(i) != (float) i * i) {
          throw new AssertionError(i + ": " + squares.get(i));
        }
      }
      check(CL10.clReleaseContext(context));
      System.out.println("right");
    }
  }

  private static void check(int status) {
    if (status != 0) {
      throw new AssertionError("error " + status);
    }
  }
}
