package dev.barnacle.engine;

import dev.barnacle.ir.Function;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One kernel launch (OpenCL architecture, 3.2 "Execution Model").
 *
 * @param kernel a kernel of the executable's module
 * @param range how many work-items, in what groups
 * @param arguments one for each parameter of the kernel, in order
 * @param output where {@code printf} writes
 * @param computeUnits threads that may run its work-groups at the same time, at least 1: a
 *     sub-device has fewer than the engine
 * @param processors that its threads stay on, by the system's numbers; none of them means any
 * @param shared memory that kernels may have pointers to in memory; needed only by an engine that
 *     checks accesses
 * @param defaultQueue what kernels enqueue others to that name no other queue; null if there is
 *     none
 */
public record Launch(
    Function kernel,
    NdRange range,
    List<Argument> arguments,
    PrintfSink output,
    int computeUnits,
    List<Integer> processors,
    List<SharedMemory> shared,
    @Nullable DeviceQueue defaultQueue) {
  public Launch {
    arguments = List.copyOf(arguments);
    processors = List.copyOf(processors);
    shared = List.copyOf(shared);
    if (computeUnits < 1) {
      throw new IllegalArgumentException("a launch on " + computeUnits + " compute units");
    }
  }

  /** Returns the same with another range. */
  public Launch withRange(NdRange other) {
    return of(kernel, other, arguments);
  }

  /** Returns a launch of another kernel in the same surroundings. */
  public Launch of(Function otherKernel, NdRange otherRange, List<Argument> otherArguments) {
    return new Launch(
        otherKernel,
        otherRange,
        otherArguments,
        output,
        computeUnits,
        processors,
        shared,
        defaultQueue);
  }

  /** Makes a launch on all compute units. */
  public Launch(Function kernel, NdRange range, List<Argument> arguments, PrintfSink output) {
    this(kernel, range, arguments, output, Integer.MAX_VALUE, List.of(), List.of(), null);
  }
}
