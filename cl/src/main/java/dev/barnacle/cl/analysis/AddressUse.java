package dev.barnacle.cl.analysis;

import dev.barnacle.cl.Kernel;
import dev.barnacle.cl.internal.program.WatchedProgram;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.analysis.AddressFlow;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The use of a kernel's buffers for its addresses.
 *
 * @param places the parameters whose contents are used as indices
 * @param appended those that are written at places that come of atomic operations, such as {@code
 *     out[atomic_inc(count)]}
 */
public record AddressUse(Set<String> places, Set<String> appended) {
  public AddressUse {
    places = Set.copyOf(places);
    appended = Set.copyOf(appended);
  }

  static AddressUse of(WatchedProgram program, Kernel kernel) {
    Function code = program.kernel(kernel.name());
    AddressFlow flow = new AddressFlow(code);
    return new AddressUse(names(kernel, code, flow.places()), names(kernel, code, flow.appended()));
  }

  private static Set<String> names(Kernel kernel, Function code, Set<Parameter> parameters) {
    return code.parameters().stream()
        .filter(parameters::contains)
        .map(p -> kernel.parameters().get(p.index()).name())
        .collect(Collectors.toSet());
  }
}
