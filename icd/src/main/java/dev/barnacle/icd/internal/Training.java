package dev.barnacle.icd.internal;

import dev.barnacle.icd.internal.abi.Cl;
import dev.barnacle.icd.internal.query.Info.NameVersion;
import dev.barnacle.icd.internal.record.EventRecord;
import dev.barnacle.llvm.host.NativeCall;
import dev.barnacle.store.CacheDirectory;
import dev.barnacle.store.StartFolders;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Makes the calls that most programs make, as the shim would: the JVM records what it loads for
 * them in its AOT cache, and drivers start with that afterwards.
 */
final class Training {
  private static final long HANDLES = EventRecord.HANDLE_BYTES + (1 << 20);
  private static final int MOST_ARGUMENTS = 16;

  /** The first compiles its programs; the others take them from the cache. */
  private static final int ROUNDS = 8;

  /** Of a kernel that was made quickly, until it has been made well beside. */
  private static final int LAUNCHES = 40;

  /** {@code CL_MAP_READ}, and an image format of {@code CL_R} and {@code CL_FLOAT}. */
  private static final long MAP_READ = 1;

  private static final int IMAGE_2D = 0x10f1;

  private static final long FLOATS = 0x10de_0000_10b0L;

  private static final int QUERIES_FROM = 0x1000;
  private static final int QUERIES_TO = 0x1080;

  /** A number that no cache knows: else nothing would be compiled, nor learnt from that. */
  private static final String DEFINITION =
      "#define NUMBER " + (System.nanoTime() & Integer.MAX_VALUE) + "u\n";

  private static final String SOURCE =
      DEFINITION
          + """
          kernel void train(global const float *x, global float *y, float a, int n, local float *l) {
            int i = get_global_id(0);
            l[get_local_id(0)] = x[i];
            barrier(CLK_LOCAL_MEM_FENCE);
            if (i < n)
              y[i] = a * l[get_local_id(0)] + NUMBER;
          }
          kernel void scale(global float *x, float a) {
            x[get_global_id(0)] *= a;
          }
          kernel void count(global const uchar *in, global uint *out, local uint *bins) {
            int l = get_local_id(0), i = get_global_id(1) * get_global_size(0) + get_global_id(0);
            if (l < 16)
              bins[l] = 0;
            barrier(CLK_LOCAL_MEM_FENCE);
            atomic_inc(&bins[in[i] & 15]);
            barrier(CLK_LOCAL_MEM_FENCE);
            float4 v = convert_float4(vload4(l, in)) * (float4)(0.5f);
            for (int k = 0; k < 16; k++)
              if (v.x > k)
                atomic_add(&out[k], bins[k] + convert_uchar_sat(v.y));
          }
          kernel void rows(global float *x, read_only image2d_t image, int n) {
            int i = get_global_id(1) * n + get_global_id(0);
            x[i] += read_imagef(image, (int2)(get_global_id(0), get_global_id(1))).x;
          }
          """;

  /** Kernels of {@code training.cl} with ranges of one dimension. */
  static final List<String> KINDS =
      List.of(
          "add", "loops", "diverge", "locals", "reduce", "privates", "floats", "bodies", "bytes");

  private final Arena arena = Arena.ofAuto();
  private final MemorySegment arguments = arena.allocate(ValueLayout.JAVA_LONG, MOST_ARGUMENTS);
  private final MemorySegment result = arena.allocate(1 << 16, 8);

  private Training() {}

  /** Runs the training. */
  public static void main(String[] args) throws ReflectiveOperationException {
    Training training = new Training();
    MemorySegment handles = training.arena.allocate(HANDLES, 16);
    long info = Arena.global().allocate(64, 8).address();
    long tell = Arena.global().allocate(8, 8).address();
    long functions = Arena.global().allocate(40, 8).address(); // which nothing here calls
    Driver.start(
        handles.address(),
        handles.address(),
        HANDLES,
        MOST_ARGUMENTS,
        0,
        0,
        0,
        tell,
        functions,
        info,
        0);
    for (int i = 0; i < ROUNDS; i++) {
      training.vectorAdd();
    }
    StartFolders.trim(CacheDirectory.get(), StartFolders.DEFAULT_BYTES);
  }

  private long call(String name, long... values) {
    for (int i = 0; i < Entries.ALL.size(); i++) {
      if (Entries.ALL.get(i).name().equals(name)) {
        MemorySegment.copy(values, 0, arguments, ValueLayout.JAVA_LONG, 0, values.length);
        return Driver.call(i, arguments.address());
      }
    }
    throw new IllegalArgumentException(name);
  }

  private long text(String text) {
    return arena.allocateFrom(text).address();
  }

  private long words(long... values) {
    return arena.allocateFrom(ValueLayout.JAVA_LONG, values).address();
  }

  private long first() {
    return result.get(ValueLayout.JAVA_LONG, 0);
  }

  private void query(String name, long object) {
    for (int parameter = QUERIES_FROM; parameter < QUERIES_TO; parameter++) {
      call(name, object, parameter, result.byteSize(), result.address(), 0);
    }
  }

  private void vectorAdd() {
    long out = result.address();
    call("clGetPlatformIDs", 1, out, 0);
    long platform = first();
    for (int parameter = 0x900; parameter < 0x921; parameter++) {
      call("clGetPlatformInfo", platform, parameter, result.byteSize(), out, 0);
    }
    call("clGetDeviceIDs", platform, Cl.CL_DEVICE_TYPE_ALL, 1, out, 0);
    long device = first();
    query("clGetDeviceInfo", device);
    long context = call("clCreateContext", 0, 1, words(device), 0, 0, 0);
    long queue = call("clCreateCommandQueueWithProperties", context, device, 0, 0);
    long program = call("clCreateProgramWithSource", context, 1, words(text(SOURCE)), 0, 0);
    call("clBuildProgram", program, 1, words(device), text("-cl-std=CL1.2"), 0, 0);
    call("clGetProgramBuildInfo", program, device, Cl.CL_PROGRAM_BUILD_LOG, 1 << 16, out, 0);
    long kernel = call("clCreateKernel", program, text("train"), 0);
    MemorySegment data = arena.allocate(4096, 8);
    long x =
        call(
            "clCreateBuffer",
            context,
            Cl.CL_MEM_READ_ONLY | Cl.CL_MEM_COPY_HOST_PTR,
            4096,
            data.address(),
            0);
    long y = call("clCreateBuffer", context, Cl.CL_MEM_READ_WRITE, 4096, 0, 0);
    call("clEnqueueWriteBuffer", queue, y, 1, 0, 4096, data.address(), 0, 0, 0);
    call("clSetKernelArg", kernel, 0, 8, words(x));
    call("clSetKernelArg", kernel, 1, 8, words(y));
    call("clSetKernelArg", kernel, 2, 4, words(Float.floatToIntBits(2)));
    call("clSetKernelArg", kernel, 3, 4, words(1000));
    call("clSetKernelArg", kernel, 4, 256, 0);
    call("clEnqueueNDRangeKernel", queue, kernel, 1, 0, words(1024), words(64), 0, 0, out);
    long event = first();
    call("clWaitForEvents", 1, words(event));
    call("clFinish", queue);
    call("clEnqueueReadBuffer", queue, y, 1, 0, 4096, data.address(), 0, 0, 0);
    call("clReleaseEvent", event);
    kernels(context, device, queue, program, y);
    kinds(context, queue, device, y);
    commands(context, queue, y);
    binary(context, device, queue, program, y);
    objects(context, queue, program, kernel, y);
    call("clReleaseMemObject", x);
    call("clReleaseMemObject", y);
    call("clReleaseKernel", kernel);
    call("clReleaseProgram", program);
    call("clReleaseCommandQueue", queue);
    call("clReleaseContext", context);
    call("clGetDeviceInfo", 0, 0, NameVersion.BYTES, 0, 0);
  }

  /** Launches of other shapes, and what programs ask of kernels and events. */
  private void kernels(long context, long device, long queue, long program, long buffer) {
    long out = result.address();
    long scale = call("clCreateKernel", program, text("scale"), 0);
    call("clSetKernelArg", scale, 0, 8, words(buffer));
    for (int parameter = 0x11b0; parameter < 0x11b6; parameter++) {
      call("clGetKernelWorkGroupInfo", scale, device, parameter, result.byteSize(), out, 0);
    }
    for (int i = 0; i < LAUNCHES; i++) {
      call("clSetKernelArg", scale, 1, 4, words(Float.floatToIntBits(i)));
      call("clEnqueueNDRangeKernel", queue, scale, 1, 0, words(1000), 0, 0, 0, i == 0 ? out : 0);
    }
    long event = first();
    call("clFinish", queue);
    for (int parameter = 0x11d0; parameter < 0x11d5; parameter++) {
      call("clGetEventInfo", event, parameter, result.byteSize(), out, 0);
    }
    call("clReleaseEvent", event);
    long format = words(FLOATS);
    long image = call("clCreateImage2D", context, Cl.CL_MEM_READ_ONLY, format, 32, 32, 0, 0, 0);
    long row = call("clCreateKernel", program, text("rows"), 0);
    call("clSetKernelArg", row, 0, 8, words(buffer));
    call("clSetKernelArg", row, 1, 8, words(image));
    call("clSetKernelArg", row, 2, 4, words(32));
    call("clEnqueueNDRangeKernel", queue, row, 2, 0, words(32, 32), 0, 0, 0, 0);
    call("clFinish", queue);
    call("clReleaseKernel", row);
    call("clReleaseMemObject", image);
    call("clReleaseKernel", scale);
  }

  /** Kernels of many kinds, so that what compiles them is known too. */
  private void kinds(long context, long queue, long device, long buffer) {
    long program = call("clCreateProgramWithSource", context, 1, words(text(source())), 0, 0);
    call("clBuildProgram", program, 1, words(device), text(""), 0, 0);
    for (String kind : KINDS) {
      launch(queue, program, kind, buffer, 1, words(1024), 0);
    }
    launch(queue, program, "loops", buffer, 1, words(1000), words(64));
    launch(queue, program, "grid", buffer, 2, words(32, 32), words(8, 8));
    call("clReleaseProgram", program);
  }

  private void launch(
      long queue, long program, String name, long buffer, int dimensions, long global, long local) {
    long kernel = call("clCreateKernel", program, text(name), 0);
    call("clSetKernelArg", kernel, 0, 8, words(buffer));
    call("clSetKernelArg", kernel, 1, 4, words(3));
    call("clEnqueueNDRangeKernel", queue, kernel, dimensions, 0, global, local, 0, 0, 0);
    call("clFinish", queue);
    call("clReleaseKernel", kernel);
  }

  /** Returns the program of kernels of many kinds. */
  static String source() {
    try (InputStream in = Training.class.getResourceAsStream("training.cl")) {
      return DEFINITION + new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void commands(long context, long queue, long buffer) {
    long out = result.address();
    long other = call("clCreateBuffer", context, Cl.CL_MEM_READ_WRITE, 4096, 0, 0);
    call("clEnqueueFillBuffer", queue, other, words(0), 4, 0, 4096, 0, 0, out);
    long event = first();
    call("clEnqueueCopyBuffer", queue, buffer, other, 0, 0, 4096, 1, words(event), 0);
    call("clReleaseEvent", event);
    long mapped = call("clEnqueueMapBuffer", queue, other, 1, MAP_READ, 0, 4096, 0, 0, 0, 0);
    call("clEnqueueUnmapMemObject", queue, other, mapped, 0, 0, 0);
    call("clEnqueueReadBuffer", queue, other, 0, 0, 64, out, 0, 0, 0);
    call("clFlush", queue);
    call("clFinish", queue);
    call("clReleaseMemObject", other);
  }

  /** Makes the calls of programs that keep binaries of theirs. */
  private void binary(long context, long device, long queue, long program, long buffer) {
    long out = result.address();
    call("clGetProgramInfo", program, Cl.CL_PROGRAM_BINARY_SIZES, 8, out, 0);
    long bytes = first();
    long binary = arena.allocate(bytes, 8).address();
    call("clGetProgramInfo", program, Cl.CL_PROGRAM_BINARIES, 8, words(binary), 0);
    long again =
        call(
            "clCreateProgramWithBinary",
            context,
            1,
            words(device),
            words(bytes),
            words(binary),
            out,
            0);
    call("clBuildProgram", again, 1, words(device), 0, 0, 0);
    long kernel = call("clCreateKernel", again, text("count"), 0);
    call("clSetKernelArg", kernel, 0, 8, words(buffer));
    call("clSetKernelArg", kernel, 1, 8, words(buffer));
    call("clSetKernelArg", kernel, 2, 64, 0);
    call("clEnqueueNDRangeKernel", queue, kernel, 2, 0, words(16, 16), words(16, 1), 0, 0, out);
    long event = first();
    call("clSetEventCallback", event, 0, NativeCall.find("getpid"), 0);
    call("clWaitForEvents", 1, words(event));
    for (int parameter = 0x1280; parameter < 0x1284; parameter++) {
      call("clGetEventProfilingInfo", event, parameter, 8, out, 0);
    }
    call("clReleaseEvent", event);
    call("clReleaseKernel", kernel);
    call("clReleaseProgram", again);
  }

  /** Images, parts of buffers, and what programs ask of their objects. */
  private void objects(long context, long queue, long program, long kernel, long buffer) {
    long out = result.address();
    call("clGetSupportedImageFormats", context, Cl.CL_MEM_READ_ONLY, IMAGE_2D, 100, out, 0);
    MemorySegment image = arena.allocate(72, 8);
    image.set(ValueLayout.JAVA_INT, 0, IMAGE_2D);
    image.set(ValueLayout.JAVA_LONG, 8, 16);
    image.set(ValueLayout.JAVA_LONG, 16, 16);
    long picture =
        call("clCreateImage", context, Cl.CL_MEM_READ_WRITE, words(FLOATS), image.address(), 0, 0);
    long origin = words(0, 0, 0);
    long region = words(16, 16, 1);
    for (String name : new String[] {"clEnqueueWriteImage", "clEnqueueReadImage"}) {
      call(name, queue, picture, 1, origin, region, 0, 0, out, 0, 0, 0);
    }
    long part = call("clCreateSubBuffer", buffer, Cl.CL_MEM_READ_WRITE, 0x1220, words(0, 1024), 0);
    long zero = words(0, 0, 0);
    long box = words(64, 4, 1);
    for (String name : new String[] {"clEnqueueWriteBufferRect", "clEnqueueReadBufferRect"}) {
      call(name, queue, buffer, 1, zero, zero, box, 128, 0, 64, 0, out, 0, 0, 0);
    }
    for (int parameter = 0x1100; parameter < 0x110b; parameter++) {
      call("clGetMemObjectInfo", buffer, parameter, 256, out, 0);
    }
    for (int parameter = 0x1080; parameter < 0x1084; parameter++) {
      call("clGetContextInfo", context, parameter, 256, out, 0);
    }
    for (int parameter = 0x1090; parameter < 0x1096; parameter++) {
      call("clGetCommandQueueInfo", queue, parameter, 256, out, 0);
    }
    for (int parameter = 0x1160; parameter < 0x1169; parameter++) {
      call("clGetProgramInfo", program, parameter, parameter == 0x1166 ? 0 : 4096, out, 0);
    }
    for (int parameter = 0x1190; parameter < 0x1196; parameter++) {
      call("clGetKernelInfo", kernel, parameter, 256, out, 0);
    }
    for (int parameter = 0x1196; parameter < 0x119b; parameter++) {
      call("clGetKernelArgInfo", kernel, 0, parameter, 256, out, 0);
    }
    call("clEnqueueMarkerWithWaitList", queue, 0, 0, 0);
    call("clFinish", queue);
    call("clReleaseMemObject", part);
    call("clReleaseMemObject", picture);
  }
}
