package dev.barnacle.cl;

import dev.barnacle.engine.Argument;
import dev.barnacle.engine.EngineException;
import dev.barnacle.engine.Launch;
import dev.barnacle.engine.LaunchResult;
import dev.barnacle.engine.NdRange;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** A kernel with its arguments. It can be launched many times, and by many threads. */
public final class BoundKernel {
  private final Kernel kernel;
  private final Bindings bindings;

  /**
   * The arguments as an engine takes them.
   *
   * @param arguments one for each parameter
   * @param buffers the buffers among them
   */
  record Bindings(List<Argument> arguments, List<Buffer> buffers) {}

  BoundKernel(Kernel kernel, Bindings bindings) {
    this.kernel = kernel;
    this.bindings = bindings;
  }

  /** Returns the kernel. */
  public Kernel kernel() {
    return kernel;
  }

  /**
   * Runs the kernel and returns when all its work-items have ended.
   *
   * @throws ClException if the range does not fit the kernel or the device, or something that the
   *     launch needs is closed
   */
  public RunResult run(NDRange range) {
    if (range.isEmpty()) {
      return new RunResult(range, 0, 0, 0);
    }
    List<Long> local = kernel.localSize(range);
    NdRange shape = new NdRange(range.global(), local, range.offset());
    checkItemCount(range, shape);
    Deque<Lifetime.Use> uses = new ArrayDeque<>();
    try {
      begin(uses);
      LaunchResult result =
          kernel
              .program()
              .executable()
              .launch(
                  new Launch(
                      kernel.function(),
                      shape,
                      bindings.arguments(),
                      kernel.program().context().output()));
      return new RunResult(
          new NDRange(range.global(), local, range.offset()),
          shape.groupCount(),
          result.compileNanos(),
          result.kernelNanos());
    } catch (EngineException e) {
      throw Errors.of(e);
    } finally {
      uses.forEach(Lifetime.Use::close);
    }
  }

  /** Holds all that the launch needs; the last one held is the first to be let go. */
  private void begin(Deque<Lifetime.Use> uses) {
    uses.push(kernel.program().context().use());
    uses.push(kernel.program().use());
    for (Buffer buffer : bindings.buffers()) {
      uses.push(buffer.use());
    }
  }

  private static void checkItemCount(NDRange range, NdRange shape) {
    try {
      Math.multiplyExact(shape.groupCount(), shape.groupSize());
    } catch (ArithmeticException e) {
      throw new ClException(
          ErrorCode.CL_INVALID_GLOBAL_WORK_SIZE,
          "a global size of " + range + " has too many work-items",
          e);
    }
  }
}
