package dev.barnacle.cli.internal.check;

import dev.barnacle.cl.DataType;
import dev.barnacle.cl.KernelParameter;
import dev.barnacle.ir.AddressSpace;
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

  /** A variable may have the name of a parameter; what a pointer points to has no type here. */
  private static boolean isOf(KernelParameter parameter, Finding finding) {
    AddressSpace space = finding.space();
    boolean pointed = finding.names().type().isEmpty();
    boolean fits =
        switch (parameter.kind()) {
          case GLOBAL -> pointed && space == AddressSpace.GLOBAL;
          case CONSTANT -> pointed && space == AddressSpace.CONSTANT;
          case LOCAL -> pointed && space == AddressSpace.LOCAL;
          case STRUCT -> space == AddressSpace.CONSTANT || space == AddressSpace.PRIVATE;
          case IMAGE, PIPE -> true;
          case VALUE, SAMPLER, QUEUE, OPAQUE -> false;
        };
    return fits && parameter.name().equals(finding.object());
  }

  /** Returns the object in words; empty where there is none. */
  String words(Finding finding) {
    if (finding.object().isEmpty()) {
      return "";
    }
    Optional<KernelParameter> argument = argument(finding);
    String space = finding.space() == null ? "" : finding.space().keyword() + " ";
    if (argument.isEmpty()) {
      return variable(finding, space);
    }
    return argument(finding, argument.get(), space);
  }

  /** Returns whether a finding is about commands, not work-items. */
  static boolean isBetweenCommands(Finding finding) {
    return finding.accesses().stream().anyMatch(a -> !a.command().isEmpty());
  }

  private static String variable(Finding finding, String space) {
    String name =
        isBetweenCommands(finding)
            ? finding.object()
            : space + "variable '" + finding.object() + "'";
    String type = finding.names().type().isEmpty() ? "" : finding.names().type() + ", ";
    return part(finding)
        + name
        + (finding.objectBytes() == 0 ? "" : " (" + type + finding.objectBytes() + " bytes)");
  }

  /** Returns which part of its object a finding is about, with "of"; empty for all of it. */
  private static String part(Finding finding) {
    String named = finding.names().part();
    String part = named.isEmpty() ? "byte " + finding.offset() : named;
    if (named.isEmpty() && finding.objectBytes() == 0) {
      return "";
    }
    return part.equals(finding.object()) ? "" : part + " of ";
  }

  private static String argument(Finding finding, KernelParameter argument, String space) {
    if (argument.kind() == KernelParameter.Kind.IMAGE) {
      boolean inside = finding.offset() < finding.objectBytes();
      return (inside ? part(finding) : "")
          + "argument '"
          + finding.object()
          + "' ("
          + argument.typeName()
          + ", "
          + finding.objectBytes()
          + " bytes)";
    }
    if (argument.kind() == KernelParameter.Kind.PIPE) {
      return "argument '"
          + finding.object()
          + "' ("
          + argument.access()
          + " pipe "
          + argument.typeName()
          + ")";
    }
    Optional<DataType> type = type(argument);
    long size = type.map(DataType::byteSize).orElse(1L);
    String place =
        finding.names().part().isEmpty() ? place(finding, type.isPresent(), size) : part(finding);
    long elements = finding.names().elements();
    boolean known = type.isPresent() || elements > 0;
    long count = elements > 0 ? elements : finding.objectBytes() / size;
    String unit = known ? "element" : "byte";
    return place
        + "argument '"
        + finding.object()
        + "' ("
        + space
        + argument.typeName()
        + ", "
        + count
        + " "
        + unit
        + (count == 1 ? ")" : "s)");
  }

  /** Returns which element of an argument a finding is about, with "of". */
  private static String place(Finding finding, boolean known, long size) {
    if (!known) {
      return part(finding);
    }
    long rest = Math.floorMod(finding.offset(), size);
    return (rest == 0 ? "" : "byte " + rest + " of ")
        + finding.object()
        + "["
        + Math.floorDiv(finding.offset(), size)
        + "] of ";
  }
}
