package dev.barnacle.engine;

import dev.barnacle.ir.Function;
import java.util.Optional;

/** A program as an engine runs it. It can be used by many threads at once. */
public interface Executable extends AutoCloseable {
  /**
   * Runs a kernel over its whole NDRange and returns when all work-items have ended.
   *
   * @throws EngineException if the launch does not fit the kernel or the device
   */
  LaunchResult launch(Launch launch);

  /**
   * Prepares a launch that is run many times: what is the same each time is done once.
   *
   * @throws EngineException as {@link #launch}
   */
  default RepeatedLaunch repeated(Launch launch) {
    return () -> launch(launch);
  }

  /**
   * Returns how machine code alone runs a launch that has been run before; empty where it can't:
   * the engine has to look at each launch, or is to run this one another way from now on.
   */
  default Optional<NativePlan> nativePlan(Launch launch) {
    return Optional.empty();
  }

  /**
   * Is told of a kernel that may be launched soon, so that its code can be made beside that of
   * others; nothing has to come of it.
   */
  default void expect(Function kernel) {}

  /** Returns what a kernel of the program takes of the device. */
  KernelLimits limits(Function kernel);

  /**
   * Returns what of a kernel's code matters for the choice of a local size: of an engine that knows
   * it without the code, which may have to be read, what it knows.
   */
  default KernelTraits traits(Function kernel) {
    return KernelTraits.of(kernel);
  }

  /** Frees the code and the program-scope variables. */
  @Override
  void close();
}
