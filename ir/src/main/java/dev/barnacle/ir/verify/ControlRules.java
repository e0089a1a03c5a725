package dev.barnacle.ir.verify;

import dev.barnacle.ir.Branch;
import dev.barnacle.ir.Call;
import dev.barnacle.ir.ConditionalBranch;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.Printf;
import dev.barnacle.ir.Return;
import dev.barnacle.ir.Switch;
import dev.barnacle.ir.Terminator;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Unreachable;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.VoidType;
import dev.barnacle.ir.verify.InstructionRules.Report;
import java.util.HashSet;
import java.util.List;

/** The rules of calls, phis and terminators. */
final class ControlRules {
  private ControlRules() {}

  static void check(Printf p, Report report) {
    boolean good = p.format().chars().allMatch(c -> c > 0 && c < 0x100);
    report.require(good, Invariant.PRINTF_FORMAT, "a character that is no byte from 1 to 255");
  }

  static void check(Call c, Report report) {
    List<Type> wanted = c.callee().parameters().stream().map(Value::type).toList();
    List<Type> actual = c.operands().stream().map(Value::type).toList();
    report.require(actual.equals(wanted), Invariant.CALL_ARGUMENTS, actual + ", not " + wanted);
    report.require(
        c.type().equals(c.callee().returnType()),
        Invariant.CALL_ARGUMENTS,
        "result " + c.type() + ", not " + c.callee().returnType());
  }

  static void check(Phi p, Report report) {
    report.require(!(p.type() instanceof VoidType), Invariant.PHI_TYPE, "a phi of type void");
    for (int i = 0; i < p.operands().size(); i++) {
      Type actual = p.operand(i).type();
      report.require(
          actual.equals(p.type()),
          Invariant.PHI_TYPE,
          actual + " from " + p.predecessors().get(i) + ", not " + p.type());
    }
  }

  static void check(Terminator terminator, Report report) {
    switch (terminator) {
      case ConditionalBranch c -> report.type(c.condition().type(), Types.I1, "condition");
      case Switch s -> cases(s, report);
      case Branch _, Return _, Unreachable _ -> {}
    }
  }

  private static void cases(Switch s, Report report) {
    if (!(s.operand(0).type() instanceof IntType type)) {
      report.broken(Invariant.OPERAND_TYPE, "value: " + s.operand(0).type() + ", no integer");
      return;
    }
    boolean good =
        new HashSet<>(s.cases()).size() == s.cases().size()
            && s.cases().stream().allMatch(value -> type.normalize(value) == value);
    report.require(good, Invariant.SWITCH_CASES, "cases " + s.cases() + " of " + type);
  }
}
