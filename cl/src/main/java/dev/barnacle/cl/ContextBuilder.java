package dev.barnacle.cl;

import dev.barnacle.simd.SimdEngine;
import java.util.function.Consumer;

/** Makes contexts. */
public final class ContextBuilder {
  private Consumer<String> output = System.out::print;
  private int threads = Runtime.getRuntime().availableProcessors();

  ContextBuilder() {}

  /**
   * Sends the kernels' {@code printf} output here, the text of one call at a time; calls don't
   * overlap.
   */
  public ContextBuilder output(Consumer<String> sink) {
    this.output = sink;
    return this;
  }

  /**
   * Uses so many threads to run work-groups; the device has as many compute units.
   *
   * @param count at least 1
   */
  public ContextBuilder threads(int count) {
    if (count < 1) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, count + " threads");
    }
    this.threads = count;
    return this;
  }

  /** Makes the context. */
  public Context create() {
    return new Context(
        new SimdEngine(threads),
        (source, options) -> {
          throw new ClException(
              ErrorCode.CL_BUILD_PROGRAM_FAILURE, "this build has no compiler of OpenCL C yet");
        },
        output);
  }
}
