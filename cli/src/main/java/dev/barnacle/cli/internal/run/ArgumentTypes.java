package dev.barnacle.cli.internal.run;

import dev.barnacle.cl.DataType;
import dev.barnacle.cl.Kernel;
import dev.barnacle.cl.KernelParameter;
import dev.barnacle.cli.internal.launch.ArgumentSpec;
import dev.barnacle.cli.internal.launch.LaunchSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Buffers that are given elements of another type than the kernel reads: what it finds in them are
 * other numbers. Signs, numbers of lanes, and single bytes, of which anything may be made, are no
 * difference.
 */
public final class ArgumentTypes {
  private ArgumentTypes() {}

  /** Returns words for each buffer whose elements are not of the parameter's type. */
  public static List<String> differing(Kernel kernel, List<LaunchSpec.Given> given) {
    List<String> words = new ArrayList<>();
    int next = 0;
    for (LaunchSpec.Given argument : given) {
      Optional<KernelParameter> parameter =
          argument.name().isPresent()
              ? named(kernel, argument.name().get())
              : kernel.parameters().stream().skip(next++).findFirst();
      if (parameter.isPresent() && argument.spec() instanceof ArgumentSpec.BufferSpec buffer) {
        words.addAll(differing(parameter.get(), buffer.type()));
      }
    }
    return words;
  }

  private static Optional<KernelParameter> named(Kernel kernel, String name) {
    return kernel.parameters().stream().filter(p -> Arguments.isNamed(p, name)).findFirst();
  }

  private static List<String> differing(KernelParameter parameter, DataType type) {
    String declared = parameter.typeName();
    Optional<DataType> element =
        declared.endsWith("*")
            ? DataType.parse(declared.replace("*", "").replaceFirst("^atomic_", ""))
            : Optional.empty();
    if (element.isEmpty() || isLike(element.get().scalar(), type.scalar())) {
      return List.of();
    }
    return List.of(
        "argument '%s' is declared %s and given elements of %s"
            .formatted(parameter.name(), declared, type));
  }

  private static boolean isLike(DataType.Scalar declared, DataType.Scalar given) {
    return given.byteSize() == 1
        || (declared.byteSize() == given.byteSize() && declared.isFloat() == given.isFloat());
  }
}
