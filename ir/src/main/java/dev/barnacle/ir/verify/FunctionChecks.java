package dev.barnacle.ir.verify;

import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Call;
import dev.barnacle.ir.Constant;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.GlobalVariable;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Location;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.Return;
import dev.barnacle.ir.Terminator;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.analysis.ControlFlow;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The invariants of one function's blocks: their form, their edges and each instruction. */
final class FunctionChecks {
  private final Function function;
  private final Set<Function> functions;
  private final Set<GlobalVariable> globals;
  private final VerifierErrors errors;
  private final Map<Instruction, Block> blockOf = new HashMap<>();

  FunctionChecks(
      Function function,
      Set<Function> functions,
      Set<GlobalVariable> globals,
      VerifierErrors errors) {
    this.function = function;
    this.functions = functions;
    this.globals = globals;
    this.errors = errors;
  }

  void check() {
    if (function.blocks().isEmpty()) {
      errors.add(Invariant.FUNCTION_BODY, function, "it has none");
      return;
    }
    int before = errors.count();
    structure();
    boolean sound = errors.count() == before;
    for (Block block : function.blocks()) {
      block.instructions().forEach(instruction -> instruction(block, instruction));
    }
    if (sound) {
      new FlowChecks(new ControlFlow(function), blockOf, errors).check();
    }
  }

  private void structure() {
    Set<String> names = new HashSet<>();
    for (Block block : function.blocks()) {
      if (!names.add(block.name())) {
        errors.add(Invariant.UNIQUE_BLOCK, function, block, "second block of this name");
      }
      for (Instruction instruction : block.instructions()) {
        if (blockOf.putIfAbsent(instruction, block) != null) {
          report(Invariant.UNIQUE_INSTRUCTION, block, instruction, "it stands in another place");
        }
      }
    }
    function.blocks().forEach(this::terminators);
    function.blocks().forEach(this::successors);
  }

  private void terminators(Block block) {
    List<Instruction> instructions = block.instructions();
    if (block.terminatorOrNull() == null) {
      errors.add(Invariant.TERMINATOR, function, block, "it ends without a terminator");
    }
    for (int i = 0; i < instructions.size() - 1; i++) {
      if (instructions.get(i) instanceof Terminator) {
        report(Invariant.TERMINATOR, block, instructions.get(i), "instructions follow it");
      }
    }
  }

  private void successors(Block block) {
    Terminator terminator = block.terminatorOrNull();
    if (terminator == null) {
      return;
    }
    for (Block successor : terminator.successors()) {
      if (!function.blocks().contains(successor)) {
        report(Invariant.SUCCESSOR, block, terminator, "it goes to " + successor);
      }
      if (successor == function.entry()) {
        report(Invariant.ENTRY_PREDECESSOR, block, terminator, "it goes to " + successor);
      }
    }
  }

  private void instruction(Block block, Instruction instruction) {
    Location location = instruction.location();
    if (location != null && (location.line() < 0 || location.column() < 0)) {
      report(Invariant.LOCATION, block, instruction, location.toString());
    }
    instruction.operands().forEach(operand -> operand(block, instruction, operand));
    if (instruction instanceof Alloca && block != function.entry()) {
      report(Invariant.ALLOCA_IN_ENTRY, block, instruction, "it stands in " + block);
    }
    if (instruction instanceof Phi phi && !block.phis().contains(phi)) {
      report(Invariant.PHI_AT_HEAD, block, instruction, "other instructions stand before it");
    }
    if (instruction instanceof Call call && !functions.contains(call.callee())) {
      report(Invariant.CALLEE, block, instruction, call.callee() + " is not in the module");
    }
    if (instruction instanceof Return ret) {
      returned(block, ret);
    }
    InstructionRules.check(
        instruction, (invariant, detail) -> report(invariant, block, instruction, detail));
  }

  private void operand(Block block, Instruction user, Value operand) {
    boolean defined =
        switch (operand) {
          case Constant _ -> true;
          case GlobalVariable g -> globals.contains(g);
          case Parameter p -> function.parameters().contains(p);
          case Instruction i -> blockOf.containsKey(i);
        };
    if (!defined) {
      report(Invariant.OPERAND_DEFINED, block, user, "an operand of type " + operand.type());
    }
    if (operand instanceof Constant constant) {
      TypeRules.constant(constant)
          .ifPresent(wrong -> report(Invariant.CONSTANT, block, user, wrong));
    }
    if (operand.type().equals(Types.VOID)) {
      report(Invariant.OPERAND_TYPE, block, user, "an operand of type void");
    }
  }

  private void returned(Block block, Return ret) {
    Type given = ret.operands().isEmpty() ? Types.VOID : ret.operand(0).type();
    if (!given.equals(function.returnType()) || ret.operands().size() > 1) {
      report(
          Invariant.RETURN,
          block,
          ret,
          "it returns " + given + ", the function " + function.returnType());
    }
  }

  private void report(Invariant invariant, Block block, Instruction instruction, String detail) {
    errors.add(invariant, function, block, instruction, detail);
  }
}
