package dev.barnacle.ir.verify;

import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.ExtractElement;
import dev.barnacle.ir.FastMath;
import dev.barnacle.ir.InsertElement;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.Intrinsic;
import dev.barnacle.ir.Select;
import dev.barnacle.ir.Shuffle;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Unary;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.VectorType;
import dev.barnacle.ir.VoidType;
import dev.barnacle.ir.verify.InstructionRules.Report;
import java.util.Set;

/** The rules of arithmetic, comparisons, choices and vector operations. */
final class ValueRules {
  private ValueRules() {}

  static void check(Binary b, Report report) {
    number(b.operand(0).type(), b.op().isFloat(), report);
    report.type(b.operand(1).type(), b.operand(0).type(), "second operand");
    result(b, b.operand(0).type(), report);
    fastMath(b.fastMath(), b.op().isFloat(), report);
    boolean wraps =
        switch (b.op()) {
          case ADD, SUB, MUL, SHL -> true;
          default -> false;
        };
    report.require(
        wraps || !(b.noSignedWrap() || b.noUnsignedWrap()),
        Invariant.WRAP_FLAGS,
        b.mnemonic() + " has some");
  }

  static void check(Unary u, Report report) {
    boolean floating = u.op() == Unary.Op.FNEG;
    if (floating) {
      number(u.operand(0).type(), true, report);
    }
    result(u, u.operand(0).type(), report);
    fastMath(u.fastMath(), floating, report);
  }

  static void check(Compare c, Report report) {
    Type type = c.operand(0).type();
    boolean floating = c.predicate().isFloat();
    if (floating || !type.isPointer()) {
      number(type, floating, report);
    }
    report.type(c.operand(1).type(), type, "second operand");
    result(c, Types.I1.withLanes(type.lanes()), report);
    fastMath(c.fastMath(), floating, report);
  }

  static void check(Select s, Report report) {
    Type condition = s.operand(0).type();
    Type type = s.operand(1).type();
    boolean lanewise = condition.lanes() > 1 && condition.lanes() == type.lanes();
    Type wanted = lanewise ? Types.I1.withLanes(type.lanes()) : Types.I1;
    report.type(condition, wanted, "condition");
    report.type(s.operand(2).type(), type, "third operand");
    result(s, type, report);
  }

  static void check(Intrinsic i, Report report) {
    Type type = i.operand(0).type();
    number(type, i.op().isFloat(), report);
    for (int n = 1; n < i.operands().size(); n++) {
      report.type(i.operand(n).type(), operandType(i, type), "operand " + (n + 1));
    }
    result(i, type, report);
    fastMath(i.fastMath(), i.op().isFloat(), report);
  }

  private static Type operandType(Intrinsic i, Type type) {
    return switch (i.op()) {
      case POWI -> Types.I32;
      case LDEXP -> Types.I32.withLanes(type.lanes());
      default -> type;
    };
  }

  static void check(ExtractElement e, Report report) {
    vector(e.operand(0), report);
    index(e.operand(1), report);
    result(e, e.operand(0).type().scalar(), report);
  }

  static void check(InsertElement i, Report report) {
    vector(i.operand(0), report);
    report.type(i.operand(1).type(), i.operand(0).type().scalar(), "element");
    index(i.operand(2), report);
    result(i, i.operand(0).type(), report);
  }

  static void check(Shuffle s, Report report) {
    vector(s.operand(0), report);
    Type type = s.operand(0).type();
    report.type(s.operand(1).type(), type, "second operand");
    int lanes = 2 * type.lanes();
    report.require(
        s.mask().stream().allMatch(lane -> lane >= -1 && lane < lanes),
        Invariant.SHUFFLE_MASK,
        "mask " + s.mask() + " over " + lanes + " lanes");
    result(s, type.withLanes(s.mask().size()), report);
  }

  private static void vector(Value value, Report report) {
    report.require(
        value.type() instanceof VectorType,
        Invariant.OPERAND_TYPE,
        "first operand: " + value.type() + ", no vector");
  }

  private static void index(Value value, Report report) {
    report.require(
        value.type() instanceof IntType,
        Invariant.OPERAND_TYPE,
        "index: " + value.type() + ", no integer");
  }

  private static void number(Type type, boolean floating, Report report) {
    report.require(
        floating ? type.isFloat() : type.isInteger(),
        Invariant.OPERAND_TYPE,
        "first operand: " + type + (floating ? ", no floating-point number" : ", no integer"));
  }

  private static void fastMath(Set<FastMath> flags, boolean floating, Report report) {
    report.require(
        floating || flags.isEmpty(),
        Invariant.FAST_MATH,
        "an operation that is not on floating-point numbers has some");
  }

  private static void result(Instruction instruction, Type wanted, Report report) {
    boolean good = instruction.type().equals(wanted) && !(instruction.type() instanceof VoidType);
    report.require(good, Invariant.RESULT_TYPE, instruction.type() + ", not " + wanted);
  }
}
