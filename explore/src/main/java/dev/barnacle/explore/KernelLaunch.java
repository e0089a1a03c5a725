package dev.barnacle.explore;

import dev.barnacle.engine.Argument;
import dev.barnacle.engine.NdRange;
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
 */
public record KernelLaunch(
    Function kernel, NdRange range, List<Argument> arguments, List<String> names) {
  /** Copies the lists. */
  public KernelLaunch {
    arguments = List.copyOf(arguments);
    names = List.copyOf(names);
    int count = kernel.parameters().size();
    if (arguments.size() != count || names.size() != count) {
      throw new IllegalArgumentException(arguments.size() + " arguments for " + kernel);
    }
  }

  /** Makes one whose arguments are called as the kernel's parameters. */
  public KernelLaunch(Function kernel, NdRange range, List<Argument> arguments) {
    this(kernel, range, arguments, names(kernel));
  }

  /** Returns the same with other names of the arguments. */
  public KernelLaunch named(List<String> others) {
    return new KernelLaunch(kernel, range, arguments, others);
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
