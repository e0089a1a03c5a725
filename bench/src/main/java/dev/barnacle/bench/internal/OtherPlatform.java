package dev.barnacle.bench.internal;

import static org.lwjgl.opencl.CL10.*;
import static org.lwjgl.opencl.CL20.CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES;
import static org.lwjgl.opencl.CL20.CL_QUEUE_ON_DEVICE;
import static org.lwjgl.opencl.CL20.CL_QUEUE_ON_DEVICE_DEFAULT;
import static org.lwjgl.opencl.CL20.clCreateCommandQueueWithProperties;
import static org.lwjgl.system.MemoryUtil.NULL;

import dev.barnacle.cl.NDRange;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.lwjgl.PointerBuffer;
import org.lwjgl.opencl.CL;
import org.lwjgl.opencl.CLCapabilities;
import org.lwjgl.system.Configuration;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;

/**
 * Another OpenCL platform of this machine, reached through the system's OpenCL loader (libOpenCL)
 * in this process; its first device is used.
 */
final class OtherPlatform implements ComputePlatform {
  static {
    // The default one uses methods of sun.misc.Unsafe that the JDK warns of.
    Configuration.MEMORY_BACKEND.set("ffm");
    // That there is no libOpenCL is no error here; LWJGL would say at length what to do about it.
    Configuration.DEBUG_STREAM.set(
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
  }

  private final String name;
  private final long device;
  private final long context;
  private final long queue;
  private final long deviceQueue;

  private OtherPlatform(long platform, long device) {
    this.device = device;
    CLCapabilities has =
        CL.createDeviceCapabilities(device, CL.createPlatformCapabilities(platform));
    this.name = platformInfo(platform, CL_PLATFORM_NAME) + ", " + version(platform);
    try (MemoryStack stack = MemoryStack.stackPush()) {
      IntBuffer error = stack.mallocInt(1);
      PointerBuffer properties = stack.pointers(CL_CONTEXT_PLATFORM, platform, 0);
      this.context = clCreateContext(properties, device, null, NULL, error);
      check("clCreateContext", error.get(0));
      this.queue = clCreateCommandQueue(context, device, 0, error);
      check("clCreateCommandQueue", error.get(0));
      this.deviceQueue = has.OpenCL20 ? deviceQueue(stack) : NULL;
    }
  }

  /** Makes the queue for what kernels enqueue themselves; none where the device has none. */
  private long deviceQueue(MemoryStack stack) {
    LongBuffer can = stack.callocLong(1);
    int asked = clGetDeviceInfo(device, CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES, can, null);
    if (asked != CL_SUCCESS || can.get(0) == 0) {
      return NULL; // drivers end with the process where they are asked all the same
    }
    long kind =
        CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT;
    IntBuffer error = stack.mallocInt(1);
    LongBuffer properties = stack.longs(CL_QUEUE_PROPERTIES, kind, 0);
    long made = clCreateCommandQueueWithProperties(context, device, properties, error);
    return error.get(0) == CL_SUCCESS ? made : NULL;
  }

  /**
   * Returns the platforms that the system's OpenCL loader knows and that have a device, Barnacle
   * excepted.
   *
   * @param notes gets a sentence for people if there is no loader
   */
  static List<OtherPlatform> all(List<String> notes) {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      IntBuffer count = stack.mallocInt(1);
      if (clGetPlatformIDs(null, count) != CL_SUCCESS || count.get(0) == 0) {
        return List.of();
      }
      PointerBuffer platforms = stack.mallocPointer(count.get(0));
      check("clGetPlatformIDs", clGetPlatformIDs(platforms, (IntBuffer) null));
      List<OtherPlatform> found = new ArrayList<>();
      for (int i = 0; i < platforms.capacity(); i++) {
        long platform = platforms.get(i);
        PointerBuffer device = stack.mallocPointer(1);
        if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, device, (IntBuffer) null) != CL_SUCCESS) {
          continue; // LWJGL too wants a device
        }
        CL.createPlatformCapabilities(platform);
        if (!platformInfo(platform, CL_PLATFORM_NAME).contains("Barnacle")) {
          found.add(new OtherPlatform(platform, device.get(0)));
        }
      }
      return found;
    } catch (UnsatisfiedLinkError | NoClassDefFoundError | ExceptionInInitializerError e) {
      notes.add("no OpenCL loader (libOpenCL) was found, so there is nothing to compare with");
      return List.of();
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Prepared prepare(Workload workload) {
    return new OtherPrepared(workload);
  }

  @Override
  public void close() {
    if (deviceQueue != NULL) {
      clReleaseCommandQueue(deviceQueue);
    }
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
  }

  /**
   * The part of "OpenCL 3.0 PoCL 3.1+debian Linux, ..." that names the implementation's version.
   */
  private static String version(long platform) {
    String version = platformInfo(platform, CL_PLATFORM_VERSION);
    int comma = version.indexOf(',');
    return comma < 0 ? version.strip() : version.substring(0, comma).strip();
  }

  private static String platformInfo(long platform, int what) {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      PointerBuffer size = stack.mallocPointer(1);
      check("clGetPlatformInfo", clGetPlatformInfo(platform, what, (ByteBuffer) null, size));
      ByteBuffer text = stack.malloc(Math.toIntExact(size.get(0)));
      check("clGetPlatformInfo", clGetPlatformInfo(platform, what, text, null));
      return MemoryUtil.memUTF8(text, text.capacity() - 1).strip().replaceAll(" +", " ");
    }
  }

  private static void check(String call, int error) {
    if (error != CL_SUCCESS) {
      throw new BenchException(call + " failed with " + error);
    }
  }

  /** A program with its kernels, their arguments set, and its buffers. */
  private final class OtherPrepared implements Prepared {
    private final Workload workload;
    private final long program;
    private final long[] buffers;
    private final Map<Workload.Step, Long> kernels = new HashMap<>();
    private final long[] kernelOfStep;

    OtherPrepared(Workload workload) {
      this.workload = workload;
      try (MemoryStack stack = MemoryStack.stackPush()) {
        IntBuffer error = stack.mallocInt(1);
        program = clCreateProgramWithSource(context, workload.source(), error);
        check("clCreateProgramWithSource", error.get(0));
        if (clBuildProgram(program, device, workload.options(), null, NULL) != CL_SUCCESS) {
          throw new BenchException(name + " can't build " + workload.name() + ": " + buildLog());
        }
        buffers = new long[workload.buffers().size()];
        for (int i = 0; i < buffers.length; i++) {
          int length = workload.buffers().get(i).initial().length;
          buffers[i] = clCreateBuffer(context, CL_MEM_READ_WRITE, length, error);
          check("clCreateBuffer", error.get(0));
        }
        kernelOfStep =
            workload.steps().stream()
                .mapToLong(step -> kernels.computeIfAbsent(step, this::kernel))
                .toArray();
      }
      reset();
    }

    private String buildLog() {
      try (MemoryStack stack = MemoryStack.stackPush()) {
        PointerBuffer size = stack.mallocPointer(1);
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, (ByteBuffer) null, size);
        ByteBuffer text = MemoryUtil.memAlloc(Math.toIntExact(size.get(0)));
        try {
          clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, text, null);
          return MemoryUtil.memUTF8(text).strip();
        } finally {
          MemoryUtil.memFree(text);
        }
      }
    }

    private long kernel(Workload.Step step) {
      try (MemoryStack stack = MemoryStack.stackPush()) {
        IntBuffer error = stack.mallocInt(1);
        long kernel = clCreateKernel(program, step.kernel(), error);
        check("clCreateKernel", error.get(0));
        for (int i = 0; i < step.operands().size(); i++) {
          check("clSetKernelArg", setArgument(kernel, i, step.operands().get(i)));
        }
        return kernel;
      }
    }

    private int setArgument(long kernel, int index, Workload.Operand operand) {
      return switch (operand) {
        case Workload.Operand.BufferRef(int buffer) ->
            clSetKernelArg1p(kernel, index, buffers[buffer]);
        case Workload.Operand.LocalBytes(long bytes) -> clSetKernelArg(kernel, index, bytes);
        case Workload.Operand.Null() -> clSetKernelArg1p(kernel, index, NULL);
        case Workload.Operand.Bytes(ByteBuffer value) -> setBytes(kernel, index, value);
        case Workload.Operand.Scalar(Integer value) -> clSetKernelArg1i(kernel, index, value);
        case Workload.Operand.Scalar(Float value) -> clSetKernelArg1f(kernel, index, value);
        case Workload.Operand.Scalar(Double value) -> clSetKernelArg1d(kernel, index, value);
        case Workload.Operand.Scalar(Number value) ->
            throw new BenchException("no scalar argument can be a " + value.getClass());
      };
    }

    private int setBytes(long kernel, int index, ByteBuffer value) {
      try (MemoryStack stack = MemoryStack.stackPush()) {
        ByteBuffer direct = stack.malloc(16, value.remaining());
        return clSetKernelArg(kernel, index, direct.put(value.duplicate()).flip());
      }
    }

    @Override
    public void reset() {
      for (int i = 0; i < buffers.length; i++) {
        byte[] initial = workload.buffers().get(i).initial();
        ByteBuffer direct = MemoryUtil.memAlloc(initial.length).put(0, initial);
        check(
            "clEnqueueWriteBuffer",
            clEnqueueWriteBuffer(queue, buffers[i], true, 0, direct, null, null));
        MemoryUtil.memFree(direct);
      }
    }

    @Override
    public long run() {
      long start = System.nanoTime();
      for (int i = 0; i < kernelOfStep.length; i++) {
        enqueue(kernelOfStep[i], workload.steps().get(i).range());
        if (workload.waitEach()) {
          check("clFinish", clFinish(queue));
        }
      }
      check("clFinish", clFinish(queue));
      return System.nanoTime() - start;
    }

    private void enqueue(long kernel, NDRange range) {
      int dimensions = range.dimensions();
      try (MemoryStack stack = MemoryStack.stackPush()) {
        PointerBuffer offset = pointers(stack, range.offset());
        PointerBuffer global = pointers(stack, range.global());
        PointerBuffer local = range.local().isEmpty() ? null : pointers(stack, range.local());
        check(
            "clEnqueueNDRangeKernel",
            clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local, null, null));
      }
    }

    private static PointerBuffer pointers(MemoryStack stack, List<Long> sizes) {
      PointerBuffer pointers = stack.mallocPointer(sizes.size());
      for (int d = 0; d < sizes.size(); d++) {
        pointers.put(d, sizes.get(d));
      }
      return pointers;
    }

    @Override
    public byte[] read(int buffer) {
      byte[] bytes = new byte[workload.buffers().get(buffer).initial().length];
      ByteBuffer direct = MemoryUtil.memAlloc(bytes.length);
      try {
        check(
            "clEnqueueReadBuffer",
            clEnqueueReadBuffer(queue, buffers[buffer], true, 0, direct, null, null));
        direct.get(0, bytes);
        return bytes;
      } finally {
        MemoryUtil.memFree(direct);
      }
    }

    @Override
    public void close() {
      kernels.values().forEach(org.lwjgl.opencl.CL10::clReleaseKernel);
      for (long buffer : buffers) {
        clReleaseMemObject(buffer);
      }
      clReleaseProgram(program);
    }
  }
}
