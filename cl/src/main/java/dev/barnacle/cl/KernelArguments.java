package dev.barnacle.cl;

import dev.barnacle.engine.Argument;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Arguments of a kernel that are set one by one, as {@code clSetKernelArg} does. Each is checked
 * when it is set. It can be used by many threads at once.
 */
public final class KernelArguments {
  private final Kernel kernel;
  private final BoundKernel.@Nullable Bindings[] each;
  private IndirectAccess indirect;
  private @Nullable BoundKernel bound;

  KernelArguments(Kernel kernel) {
    this(kernel, new BoundKernel.Bindings[kernel.parameters().size()], IndirectAccess.NONE);
  }

  private KernelArguments(
      Kernel kernel, BoundKernel.@Nullable Bindings[] each, IndirectAccess indirect) {
    this.kernel = kernel;
    this.each = each;
    this.indirect = indirect;
  }

  /** Returns the kernel. */
  public Kernel kernel() {
    return kernel;
  }

  /** Returns arguments that are now as these, and can be set without changing them. */
  public synchronized KernelArguments copy() {
    return new KernelArguments(kernel, each.clone(), indirect);
  }

  /**
   * Sets an argument; see {@link Kernel#with} for what it may be. What has been launched keeps the
   * arguments that it was launched with.
   *
   * @throws ClException {@code CL_INVALID_ARG_INDEX} if there is none of that index; {@code
   *     CL_INVALID_ARG_VALUE}, {@code CL_INVALID_ARG_SIZE} or {@code CL_INVALID_MEM_OBJECT} if it
   *     does not fit its parameter. The argument then is as before.
   */
  public synchronized void set(int index, @Nullable Object value) {
    if (index < 0 || index >= each.length) {
      throw new ClException(
          ErrorCode.CL_INVALID_ARG_INDEX,
          "kernel " + kernel.signature() + " has no argument " + index);
    }
    each[index] = ArgumentBinder.bindOne(kernel, index, value);
    bound = null;
  }

  /** Returns whether all have been set. */
  public synchronized boolean areSet() {
    return Arrays.stream(each).allMatch(java.util.Objects::nonNull);
  }

  /** Returns what it may access through pointers that are no arguments. */
  public synchronized IndirectAccess indirect() {
    return indirect;
  }

  /**
   * Says what it may access through pointers that are no arguments ({@code clSetKernelExecInfo}).
   *
   * @param change makes it of what has been said
   */
  public synchronized void changeIndirect(UnaryOperator<IndirectAccess> change) {
    indirect = change.apply(indirect);
    bound = null;
  }

  /** Returns the bytes of local memory that the arguments set so far come to. */
  public synchronized long localMemoryBytes() {
    return Arrays.stream(each)
        .filter(java.util.Objects::nonNull)
        .flatMap(b -> b.arguments().stream())
        .mapToLong(a -> a instanceof Argument.Local local ? local.byteSize() : 0)
        .sum();
  }

  /**
   * Returns the kernel with the arguments as they are now.
   *
   * @throws ClException {@code CL_INVALID_KERNEL_ARGS} if one has not been set; {@code
   *     CL_OUT_OF_RESOURCES} if they need more local memory than the device has
   */
  public synchronized BoundKernel bind() {
    BoundKernel known = bound;
    if (known == null) {
      List<BoundKernel.Bindings> all = new ArrayList<>();
      for (int i = 0; i < each.length; i++) {
        BoundKernel.Bindings one = each[i];
        if (one == null) {
          throw new ClException(
              ErrorCode.CL_INVALID_KERNEL_ARGS,
              "argument " + i + " of kernel '" + kernel.name() + "' is not set");
        }
        all.add(one);
      }
      known = new BoundKernel(kernel, ArgumentBinder.join(kernel, all), indirect);
      bound = known;
    }
    return known;
  }
}
