package dev.barnacle.cl.builtins;

import dev.barnacle.cl.Context;
import dev.barnacle.cl.Kernel;
import dev.barnacle.cl.LocalMemory;
import dev.barnacle.cl.NDRange;
import dev.barnacle.cl.Program;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A program under test, with the context that it needs. */
final class Kernels implements AutoCloseable {
  private final Context context;
  private final Program program;

  private Kernels(Context context, Program program) {
    this.context = context;
    this.program = program;
  }

  /** Builds a program as OpenCL C 3.0. */
  static Kernels build(String source) {
    return build(source, "-cl-std=CL3.0");
  }

  static Kernels build(String source, String options) {
    Context context = Context.create();
    try {
      String withHalf = "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n" + source;
      return new Kernels(context, context.build("builtins.cl", withHalf, options));
    } catch (RuntimeException e) {
      context.close();
      throw e;
    }
  }

  /** Runs a kernel over a number of work-items; its arguments point to native memory. */
  void run(String kernel, long items, MemorySegment... buffers) {
    run(kernel, NDRange.of(items), List.of(buffers));
  }

  /** Runs a kernel whose last argument is local memory, in one work-group. */
  void runWithLocal(String kernel, long items, long localBytes, MemorySegment... buffers) {
    List<Object> arguments = new ArrayList<>(Arrays.asList(buffers));
    arguments.add(LocalMemory.bytes(localBytes));
    run(kernel, NDRange.of(items).local(items), arguments);
  }

  void run(String name, NDRange range, List<?> arguments) {
    Kernel kernel = program.kernel(name);
    kernel
        .with(
            arguments.stream()
                .map(a -> a instanceof MemorySegment memory ? context.wrap(memory) : a)
                .toArray())
        .run(range);
  }

  @Override
  public void close() {
    program.close();
    context.close();
  }
}
