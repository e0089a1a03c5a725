package dev.barnacle.explore;

import dev.barnacle.engine.Argument;
import dev.barnacle.engine.NdRange;
import dev.barnacle.engine.SharedMemory;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.KernelInfo;
import java.util.ArrayList;
import java.util.List;

/**
 * A launch of a kernel that is explored.
 *
 * @param kernel the kernel
 * @param range its NDRange
 * @param arguments one for each parameter; what memory holds is copied when the exploration begins
 * @param names what each argument is called; memory that is several arguments has the first name
 * @param shared the shared memory that it may reach through pointers in memory
 */
public record KernelLaunch(
    Function kernel,
    NdRange range,
    List<Argument> arguments,
    List<String> names,
    List<SharedMemory> shared) {
  /** Copies the lists. */
  public KernelLaunch {
    arguments = List.copyOf(arguments);
    names = List.copyOf(names);
    shared = List.copyOf(shared);
    int count = kernel.parameters().size();
    if (arguments.size() != count || names.size() != count) {
      throw new IllegalArgumentException(arguments.size() + " arguments for " + kernel);
    }
  }

  /** Makes one whose arguments are called as the kernel's parameters. */
  public KernelLaunch(Function kernel, NdRange range, List<Argument> arguments) {
    this(kernel, range, arguments, names(kernel), List.of());
  }

  /** Returns the same with other names of the arguments. */
  public KernelLaunch named(List<String> others) {
    return new KernelLaunch(kernel, range, arguments, others, shared);
  }

  /** Returns the same that may reach shared memory through pointers in memory. */
  public KernelLaunch reaching(List<SharedMemory> memory) {
    return new KernelLaunch(kernel, range, arguments, names, memory);
  }

  private static List<String> names(Function kernel) {
    KernelInfo info = kernel.kernel();
    List<String> names = new ArrayList<>();
    for (int i = 0; i < kernel.parameters().size(); i++) {
      names.add(info == null ? "argument " + i : info.arguments().get(i).name());
    }
    return names;
  }
}
