package dev.barnacle.cl;

import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.analysis.AddressFlow;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a kernel's buffers are to its addresses.
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

  static AddressUse of(Kernel kernel) {
    AddressFlow flow = new AddressFlow(kernel.program().watched().kernel(kernel.name()));
    return new AddressUse(names(kernel, flow.places()), names(kernel, flow.appended()));
  }

  private static Set<String> names(Kernel kernel, Set<Parameter> parameters) {
    return kernel.program().watched().kernel(kernel.name()).parameters().stream()
        .filter(parameters::contains)
        .map(p -> kernel.parameters().get(p.index()).name())
        .collect(Collectors.toSet());
  }
}
