package dev.barnacle.ir.verify;

import dev.barnacle.ir.Block;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.text.IrPrinter;
import java.util.ArrayList;
import java.util.List;

/** Collects the errors of a module. */
final class VerifierErrors {
  private final List<VerifierError> all = new ArrayList<>();

  List<VerifierError> all() {
    return List.copyOf(all);
  }

  int count() {
    return all.size();
  }

  void add(Invariant invariant, String place, String detail) {
    all.add(new VerifierError(invariant, place, detail, null));
  }

  void add(Invariant invariant, Function function, String detail) {
    all.add(new VerifierError(invariant, function.toString(), detail, function.location()));
  }

  void add(Invariant invariant, Function function, Block block, String detail) {
    String place = function + ", block " + block;
    all.add(new VerifierError(invariant, place, detail, function.location()));
  }

  void add(
      Invariant invariant, Function function, Block block, Instruction instruction, String detail) {
    String text = IrPrinter.print(function, instruction);
    String place = function + ", block " + block + ": " + text;
    all.add(new VerifierError(invariant, place, detail, instruction.location()));
  }
}
