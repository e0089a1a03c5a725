package dev.barnacle.explore;

import dev.barnacle.engine.Argument;
import dev.barnacle.engine.NdRange;
import dev.barnacle.ir.Function;
import java.util.List;

/**
 * A launch of a kernel that is explored.
 *
 * @param kernel the kernel
 * @param range its NDRange
 * @param arguments one for each parameter; what memory holds is copied when the exploration begins
 */
public record KernelLaunch(Function kernel, NdRange range, List<Argument> arguments) {
  /** Copies the list. */
  public KernelLaunch {
    arguments = List.copyOf(arguments);
    if (arguments.size() != kernel.parameters().size()) {
      throw new IllegalArgumentException(arguments.size() + " arguments for " + kernel);
    }
  }
}
