package dev.barnacle.cli.internal.check;

import dev.barnacle.cl.DataType;
import dev.barnacle.cl.KernelParameter;
import dev.barnacle.watch.Finding;
import java.util.List;
import java.util.Optional;

/** Says which memory a finding is about: {@code a[3]}, of an argument or variable. */
final class ObjectWords {
  private final List<KernelParameter> parameters;

  ObjectWords(List<KernelParameter> parameters) {
    this.parameters = parameters;
  }

  /** Returns what a parameter points to, or its value's type, as far as it is known. */
  static Optional<DataType> type(KernelParameter parameter) {
    String name = parameter.typeName();
    return parameter
        .dataType()
        .or(
            () ->
                name.startsWith("atomic_")
                    ? DataType.parse(name.substring("atomic_".length()).replace("*", ""))
                    : Optional.empty());
  }

  /** Returns the parameter that is a finding's object; empty where it is a variable, or none. */
  Optional<KernelParameter> argument(Finding finding) {
    return parameters.stream().filter(p -> isOf(p, finding)).findFirst();
  }

  private static boolean isOf(KernelParameter parameter, Finding finding) {
    boolean pointer =
        switch (parameter.kind()) {
          case GLOBAL, CONSTANT, LOCAL -> true;
          case STRUCT -> true;
          case VALUE, OPAQUE -> false;
        };
    return pointer && parameter.name().equals(finding.object());
  }

  /** Returns the object in words; empty where there is none. */
  String words(Finding finding) {
    if (finding.object().isEmpty()) {
      return "";
    }
    Optional<KernelParameter> argument = argument(finding);
    String space = finding.space() == null ? "" : finding.space().keyword() + " ";
    if (argument.isEmpty()) {
      return "byte "
          + finding.offset()
          + " of "
          + space
          + "variable '"
          + finding.object()
          + "' ("
          + finding.objectBytes()
          + " bytes)";
    }
    return elements(finding, type(argument.get()).map(DataType::byteSize).orElse(1L))
        + " of argument '"
        + finding.object()
        + "' ("
        + space
        + argument.get().typeName()
        + ")";
  }

  private static String elements(Finding finding, long size) {
    long count = finding.objectBytes() / size;
    long rest = Math.floorMod(finding.offset(), size);
    if (size == 1) {
      return "byte " + finding.offset() + " of the " + count;
    }
    return (rest == 0 ? "" : "byte " + rest + " of ")
        + "element "
        + Math.floorDiv(finding.offset(), size)
        + " of the "
        + count;
  }
}
