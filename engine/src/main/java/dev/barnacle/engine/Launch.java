package dev.barnacle.engine;

import dev.barnacle.ir.Function;
import java.util.List;

/**
 * One kernel launch (OpenCL architecture, 3.2 "Execution Model").
 *
 * @param kernel a kernel of the executable's module
 * @param range how many work-items, in what groups
 * @param arguments one for each parameter of the kernel, in order
 * @param output where {@code printf} writes
 */
public record Launch(Function kernel, NdRange range, List<Argument> arguments, PrintfSink output) {
  public Launch {
    arguments = List.copyOf(arguments);
  }
}
