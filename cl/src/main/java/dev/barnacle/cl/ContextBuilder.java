package dev.barnacle.cl;

import dev.barnacle.ir.pass.Pipeline;
import dev.barnacle.ir.pass.PrintAfter;
import dev.barnacle.simd.SimdEngine;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Makes contexts. */
public final class ContextBuilder {
  private Consumer<String> output = System.out::print;
  private int threads = Runtime.getRuntime().availableProcessors();

  private final List<Pipeline.Listener> listeners = new ArrayList<>();

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

  /**
   * Prints the IR of every program that is built, in its text form, after passes of the engine.
   *
   * @param pass the pass's name; empty for all passes
   * @throws ClException {@code CL_INVALID_VALUE} if there is no such pass; the message names those
   *     there are
   */
  public ContextBuilder printAfter(String pass, Consumer<String> sink) {
    try {
      listeners.add(
          pass.isEmpty()
              ? PrintAfter.each(sink)
              : PrintAfter.pass(pass, SimdEngine.passes(), sink));
    } catch (IllegalArgumentException e) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, String.valueOf(e.getMessage()), e);
    }
    return this;
  }

  /** Makes the context. */
  public Context create() {
    return new Context(new SimdEngine(threads, listeners), new ClangCompiler(), output);
  }
}
