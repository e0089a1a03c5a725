package dev.barnacle.icd.samples;

import static org.jocl.CL.CL_DEVICE_TYPE_ALL;
import static org.jocl.CL.CL_MEM_COPY_HOST_PTR;
import static org.jocl.CL.CL_MEM_READ_ONLY;
import static org.jocl.CL.CL_MEM_READ_WRITE;
import static org.jocl.CL.CL_TRUE;
import static org.jocl.CL.clBuildProgram;
import static org.jocl.CL.clCreateBuffer;
import static org.jocl.CL.clCreateCommandQueueWithProperties;
import static org.jocl.CL.clCreateContext;
import static org.jocl.CL.clCreateKernel;
import static org.jocl.CL.clCreateProgramWithSource;
import static org.jocl.CL.clEnqueueNDRangeKernel;
import static org.jocl.CL.clEnqueueReadBuffer;
import static org.jocl.CL.clGetDeviceIDs;
import static org.jocl.CL.clGetPlatformIDs;
import static org.jocl.CL.clReleaseCommandQueue;
import static org.jocl.CL.clReleaseContext;
import static org.jocl.CL.clReleaseKernel;
import static org.jocl.CL.clReleaseMemObject;
import static org.jocl.CL.clReleaseProgram;
import static org.jocl.CL.clSetKernelArg;

import org.jocl.CL;
import org.jocl.Pointer;
import org.jocl.Sizeof;
import org.jocl.cl_command_queue;
import org.jocl.cl_context;
import org.jocl.cl_device_id;
import org.jocl.cl_kernel;
import org.jocl.cl_mem;
import org.jocl.cl_platform_id;
import org.jocl.cl_program;
import org.jocl.cl_queue_properties;

/** Squares numbers through JOCL. */
final class JoclSample {
  private static final int COUNT = 1000;
  private static final String SOURCE =
      "kernel void square(global const float *x, global float *y) {"
          + " int i = get_global_id(0); y[i] = x[i] * x[i]; }";

  private JoclSample() {}

  /** Runs the sample; an error is an exception. */
  public static void main(String[] args) {
    CL.setExceptionsEnabled(true);
    cl_platform_id[] platform = new cl_platform_id[1];
    clGetPlatformIDs(1, platform, null);
    cl_device_id[] device = new cl_device_id[1];
    clGetDeviceIDs(platform[0], CL_DEVICE_TYPE_ALL, 1, device, null);
    cl_context context = clCreateContext(null, 1, device, null, null, null);
    cl_command_queue queue =
        clCreateCommandQueueWithProperties(context, device[0], new cl_queue_properties(), null);
    float[] numbers = new float[COUNT];
    for (int i = 0; i < COUNT; i++) {
      numbers[i] = i;
    }
    long bytes = (long) Sizeof.cl_float * COUNT;
    cl_mem x =
        clCreateBuffer(
            context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, bytes, Pointer.to(numbers), null);
    cl_mem y = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, null, null);
    cl_program program = clCreateProgramWithSource(context, 1, new String[] {SOURCE}, null, null);
    clBuildProgram(program, 0, null, null, null, null);
    cl_kernel kernel = clCreateKernel(program, "square", null);
    clSetKernelArg(kernel, 0, Sizeof.cl_mem, Pointer.to(x));
    clSetKernelArg(kernel, 1, Sizeof.cl_mem, Pointer.to(y));
    clEnqueueNDRangeKernel(queue, kernel, 1, null, new long[] {COUNT}, null, 0, null, null);
    float[] squares = new float[COUNT];
    clEnqueueReadBuffer(queue, y, CL_TRUE, 0, bytes, Pointer.to(squares), 0, null, null);
    for (int i = 0; i < COUNT; i++) {
      if (squares[i] != (float) i * i) {
        throw new AssertionError(i + ": " + squares[i]);
      }
    }
    clReleaseMemObject(x);
    clReleaseMemObject(y);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    System.out.println("right");
  }
}
