package dev.barnacle.cl;

import dev.barnacle.cl.internal.builtin.Declaration;
import dev.barnacle.engine.Launch;
import java.lang.foreign.Arena;

/** A kernel whose code is a Java method; see {@link BuiltInKernels}. */
public final class BuiltInKernel {
  private final Declaration declaration;
  private final Body body;

  /** The work of a kernel. */
  @FunctionalInterface
  public interface Body {
    /**
     * Runs a launch, all of its NDRange. Launches may run at the same time.
     *
     * @throws Exception what ends the command with an error: the code of a {@link ClException},
     *     {@code CL_OUT_OF_HOST_MEMORY} where Java's heap is full, else {@code CL_OUT_OF_RESOURCES}
     */
    void run(BuiltInCall call) throws Exception;
  }

  /**
   * Makes a kernel.
   *
   * @param declaration its name and parameters as OpenCL C has them: {@code sort(global int *keys,
   *     ulong count)}. A parameter is a scalar, a vector, or a pointer to {@code global}, {@code
   *     constant} or {@code local} memory of these. What the kernel does with global memory is told
   *     by {@code const} (it reads), {@code write_only} (it writes all that it makes of it without
   *     reading), or neither (it does both): {@code check} believes it
   * @param body its code
   * @throws ClException {@code CL_INVALID_KERNEL_DEFINITION} if the declaration is none
   */
  public BuiltInKernel(String declaration, Body body) {
    this.declaration = Declaration.parse(declaration);
    this.body = body;
  }

  /** Returns its name. */
  public String name() {
    return declaration.name();
  }

  /** Returns how it is declared. */
  Declaration declaration() {
    return declaration;
  }

  /** Runs a launch of it. */
  void run(Launch launch) throws Exception {
    try (Arena arena = Arena.ofShared()) {
      body.run(new BuiltInCall(launch, arena));
    }
  }

  /** Says how it is declared. */
  @Override
  public String toString() {
    return declaration.text();
  }
}
