package dev.barnacle.ir.verify;

import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.GlobalVariable;
import dev.barnacle.ir.GlobalVariable.Initializer;
import dev.barnacle.ir.GlobalVariable.Relocation;
import dev.barnacle.ir.Module;

/** The invariants of a module's variables. */
final class VariableChecks {
  private final Module module;
  private final VerifierErrors errors;

  VariableChecks(Module module, VerifierErrors errors) {
    this.module = module;
    this.errors = errors;
  }

  void check(GlobalVariable variable) {
    AddressSpace space = variable.space();
    if (space == AddressSpace.PRIVATE || space == AddressSpace.GENERIC) {
      report(Invariant.VARIABLE_SPACE, variable, "it lies in " + space.keyword() + " memory");
    }
    if (variable.byteSize() < 0) {
      report(Invariant.VARIABLE_SIZE, variable, "its size is " + variable.byteSize());
    }
    if (Long.bitCount(variable.alignment()) != 1 || variable.alignment() < 0) {
      report(Invariant.ALIGNMENT, variable, "its alignment is " + variable.alignment());
    }
    Initializer initializer = variable.initializer();
    if (initializer == null) {
      if (space != AddressSpace.LOCAL) {
        report(Invariant.INITIALIZER_MISSING, variable, "it has none");
      }
    } else {
      initializer(variable, initializer);
    }
  }

  private void initializer(GlobalVariable variable, Initializer initializer) {
    if (variable.space() == AddressSpace.LOCAL) {
      report(Invariant.LOCAL_INITIALIZER, variable, "it has one");
    }
    int size = initializer.bytes().length;
    if (size > variable.byteSize()) {
      report(
          Invariant.INITIALIZER_SIZE,
          variable,
          size + " bytes for a variable of " + variable.byteSize());
    }
    for (Relocation relocation : initializer.relocations()) {
      if (relocation.offset() < 0 || relocation.offset() > variable.byteSize() - 8) {
        report(Invariant.RELOCATION, variable, "8 bytes at offset " + relocation.offset());
      }
      if (!module.globals().contains(relocation.target())
          || relocation.target().space() == AddressSpace.LOCAL) {
        report(Invariant.RELOCATION, variable, "it points to " + relocation.target());
      }
    }
  }

  private void report(Invariant invariant, GlobalVariable variable, String detail) {
    errors.add(invariant, "variable " + variable, detail);
  }
}
