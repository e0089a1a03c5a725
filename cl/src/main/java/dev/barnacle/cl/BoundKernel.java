package dev.barnacle.cl;

import dev.barnacle.engine.Argument;
import dev.barnacle.engine.EngineException;
import dev.barnacle.engine.Executable;
import dev.barnacle.engine.Launch;
import dev.barnacle.engine.LaunchResult;
import dev.barnacle.engine.NdRange;
import dev.barnacle.ir.Function;
import dev.barnacle.watch.Report;
import dev.barnacle.watch.WatchEngine;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** A kernel with its arguments. It can be launched many times, and by many threads. */
public final class BoundKernel {
  private final Kernel kernel;
  private final Bindings bindings;
  private final List<Lifetime> held;

  /**
   * The arguments as an engine takes them.
   *
   * @param arguments one for each parameter
   * @param held the memory among them
   */
  record Bindings(List<Argument> arguments, List<Lifetime> held) {}

  BoundKernel(Kernel kernel, Bindings bindings) {
    this.kernel = kernel;
    this.bindings = bindings;
    List<Lifetime> lifetimes = new ArrayList<>();
    lifetimes.add(kernel.program().lifetime());
    lifetimes.addAll(bindings.held());
    this.held = List.copyOf(lifetimes);
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
    NdRange shape = shape(range);
    LaunchResult result =
        guarded(
            () ->
                kernel
                    .program()
                    .executable()
                    .launch(launch(kernel.function(), shape, device(), isWatched())));
    return new RunResult(
        new NDRange(range.global(), shape.local(), range.offset()),
        shape.groupCount(),
        result.compileNanos(),
        result.kernelNanos());
  }

  /**
   * Runs the kernel under the detectors of data races, barrier divergence and bad accesses, and
   * returns what they found when all its work-items have ended. The buffers are as after {@link
   * #run}.
   *
   * @throws ClException if the range does not fit the kernel or the device, or something that the
   *     launch needs is closed
   */
  public Report check(NDRange range) {
    if (range.isEmpty()) {
      return new Report(List.of(), 0, 0, 0);
    }
    NdRange shape = shape(range);
    return guarded(
        () -> {
          WatchedProgram watched = kernel.program().watched();
          return watched
              .executable()
              .check(launch(watched.kernel(kernel.name()), shape, device(), true));
        });
  }

  private NdRange shape(NDRange range) {
    NdRange shape = new NdRange(range.global(), kernel.localSize(range), range.offset());
    checkItemCount(range, shape);
    return shape;
  }

  private boolean isWatched() {
    return kernel.program().context().engine() instanceof WatchEngine;
  }

  private Device device() {
    return kernel.program().context().device();
  }

  private Launch launch(Function function, NdRange shape, Device device, boolean checked) {
    return new Launch(
        function,
        shape,
        bindings.arguments(),
        kernel.program().context().output(),
        device.computeUnits(),
        device.equals(device()) ? List.of() : device.processors(),
        checked ? kernel.program().context().sharedMemory() : List.of());
  }

  private <T> T guarded(Supplier<T> action) {
    kernel.program().context().checkNotClosed();
    Lifetime.Use[] uses = Command.hold(held());
    try {
      return action.get();
    } catch (EngineException e) {
      throw Errors.of(e);
    } finally {
      Command.letGo(uses);
    }
  }

  /** Returns all that a launch needs. */
  List<Lifetime> held() {
    return held;
  }

  /** Returns a launch for a queue; the range is checked now. */
  CommandBody command(NDRange range, Device device) {
    kernel.program().context().checkNotClosed();
    if (range.isEmpty()) {
      return command -> {};
    }
    Launch launch = launch(kernel.function(), shape(range), device, isWatched());
    Executable executable = kernel.program().executable();
    return command -> {
      try {
        command.startedBefore(executable.launch(launch).kernelNanos());
      } catch (EngineException e) {
        throw Errors.of(e);
      }
    };
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
