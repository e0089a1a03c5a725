package dev.barnacle.ir.verify;

import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.KernelInfo;
import dev.barnacle.ir.Location;
import dev.barnacle.ir.OpaqueType;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.Parameter.Attributes;
import dev.barnacle.ir.PointerType;
import dev.barnacle.ir.VoidType;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The invariants of a function's parameters, result and kernel info. */
final class SignatureChecks {
  private final Function function;
  private final VerifierErrors errors;

  SignatureChecks(Function function, VerifierErrors errors) {
    this.function = function;
    this.errors = errors;
  }

  void check() {
    Location location = function.location();
    if (location != null && (location.line() < 0 || location.column() < 0)) {
      report(Invariant.LOCATION, location.toString());
    }
    parameters();
    KernelInfo kernel = function.kernel();
    if (kernel != null) {
      kernel(kernel);
    }
  }

  private void parameters() {
    Set<String> names = new HashSet<>();
    for (int i = 0; i < function.parameters().size(); i++) {
      Parameter parameter = function.parameters().get(i);
      if (!parameter.name().isEmpty() && !names.add(parameter.name())) {
        report(Invariant.UNIQUE_PARAMETER, parameter + " is the second of this name");
      }
      if (parameter.index() != i) {
        report(Invariant.UNIQUE_PARAMETER, parameter + " says index " + parameter.index());
      }
      if (parameter.type() instanceof VoidType) {
        report(Invariant.OPERAND_TYPE, "parameter of type void");
      }
      attributes(parameter);
    }
  }

  private void attributes(Parameter parameter) {
    Attributes attributes = parameter.attributes();
    boolean pointer = parameter.type() instanceof PointerType;
    if (!pointer && !attributes.equals(Attributes.NONE)) {
      report(Invariant.PARAMETER_ATTRIBUTES, parameter + " is no pointer");
    }
    if (attributes.alignment() != 0 && !TypeRules.powerOfTwo(attributes.alignment())) {
      report(Invariant.ALIGNMENT, parameter + " is aligned to " + attributes.alignment());
    }
    boolean toPrivate =
        parameter.type() instanceof PointerType p && p.space() == AddressSpace.PRIVATE;
    if (attributes.byValueBytes() < 0
        || (attributes.byValueBytes() > 0 && !(toPrivate && function.isKernel()))) {
      report(Invariant.BY_VALUE, parameter + " passes " + attributes.byValueBytes() + " bytes");
    }
  }

  private void kernel(KernelInfo kernel) {
    if (!(function.returnType() instanceof VoidType)) {
      report(Invariant.KERNEL_RETURN, "it returns " + function.returnType());
    }
    sizes("required work-group size", kernel.requiredWorkGroupSize());
    sizes("work-group size hint", kernel.workGroupSizeHint());
    if (kernel.requiredSubGroupSize() < 0) {
      report(Invariant.KERNEL_SIZES, "sub-groups of " + kernel.requiredSubGroupSize());
    }
    if (kernel.requiredSubGroups() < 0) {
      report(Invariant.KERNEL_SIZES, kernel.requiredSubGroups() + " sub-groups");
    }
    int count = function.parameters().size();
    if (kernel.arguments().size() != count) {
      report(
          Invariant.KERNEL_ARGUMENTS,
          kernel.arguments().size() + " arguments for " + count + " parameters");
      return;
    }
    for (int i = 0; i < count; i++) {
      kernelParameter(function.parameters().get(i), kernel.arguments().get(i));
    }
  }

  private void kernelParameter(Parameter parameter, KernelInfo.Argument argument) {
    AddressSpace space = AddressSpace.PRIVATE;
    if (parameter.type() instanceof PointerType pointer) {
      space = pointer.space();
      boolean byValue = parameter.byValueBytes() > 0;
      if (space == AddressSpace.GENERIC || (space == AddressSpace.PRIVATE && !byValue)) {
        report(Invariant.KERNEL_PARAMETER, parameter.toString());
      }
    }
    boolean opaque = parameter.type() instanceof OpaqueType;
    // An image is declared in global memory; what is passed is its description.
    AddressSpace declared = argument.isImage() ? AddressSpace.CONSTANT : argument.space();
    if (!opaque && declared != space) {
      report(
          Invariant.KERNEL_ARGUMENTS,
          parameter + " is declared in " + argument.space().keyword() + " memory");
    }
  }

  private void sizes(String what, List<Integer> sizes) {
    boolean good = sizes.isEmpty() || (sizes.size() == 3 && sizes.stream().allMatch(s -> s > 0));
    if (!good) {
      report(Invariant.KERNEL_SIZES, what + " " + sizes);
    }
  }

  private void report(Invariant invariant, String detail) {
    errors.add(invariant, function, detail);
  }
}
