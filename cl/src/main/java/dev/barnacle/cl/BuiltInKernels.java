package dev.barnacle.cl;

import java.util.List;

/**
 * Built-in kernels (OpenCL architecture, "Built-in kernels"; {@code CL_DEVICE_BUILT_IN_KERNELS})
 * whose code is Java: a service of {@link java.util.ServiceLoader}. The platform finds those of the
 * class path, of the module path, and of the jars in {@code BARNACLE_BUILT_IN_KERNELS}; the custom
 * device has these kernels only, the processor has them beside the programs that it compiles.
 *
 * <pre>{@code
 * public final class Scaling implements BuiltInKernels {
 *   public List<BuiltInKernel> kernels() {
 *     return List.of(new BuiltInKernel("scale(global float *data, float by)", Scaling::scale));
 *   }
 *
 *   private static void scale(BuiltInCall call) { … }
 * }
 * }</pre>
 */
@FunctionalInterface
public interface BuiltInKernels {
  /** Returns the kernels; it is called once in a process. */
  List<BuiltInKernel> kernels();
}
