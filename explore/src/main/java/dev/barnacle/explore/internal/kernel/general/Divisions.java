package dev.barnacle.explore.internal.kernel.general;

import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.IrBuilder;
import dev.barnacle.ir.Value;

/** Divisions of integers: by zero, or with a quotient that the type has not got. */
final class Divisions {
  private Divisions() {}

  /** Returns whether it is a division that may have no quotient. */
  static boolean mayFail(Binary b) {
    return divides(b) && !isSafe(b);
  }

  private static boolean divides(Binary b) {
    return switch (b.op()) {
      case SDIV, UDIV, SREM, UREM -> true;
      default -> false;
    };
  }

  private static boolean isSafe(Binary b) {
    return b.operand(1) instanceof IntConstant c && c.value() != 0 && c.value() != -1;
  }

  /** Notes what is wrong with a division of one lane, if something is. */
  static void check(WorkItemCode item, Binary b) {
    if (!mayFail(b)) {
      return;
    }
    IntType type = (IntType) b.type();
    Value divisor = b.operand(1);
    note(item, same(item.builder(), divisor, type, 0), WorkItemCode.Mistake.ZERO_DIVISION, b);
    if (b.op() == Binary.Op.SDIV || b.op() == Binary.Op.SREM) {
      Value both =
          item.emit(
              new Binary(
                  Binary.Op.AND,
                  item.emit(compare(divisor, type, -1)),
                  item.emit(compare(b.operand(0), type, -1L << (type.bits() - 1)))));
      note(item, both, WorkItemCode.Mistake.QUOTIENT, b);
    }
  }

  private static Compare compare(Value value, IntType type, long wanted) {
    return new Compare(
        Compare.Predicate.EQ, value, new IntConstant(type, wanted), java.util.Set.of());
  }

  private static Value same(IrBuilder builder, Value value, IntType type, long wanted) {
    Compare compare = compare(value, type, wanted);
    Value known = Folding.of(compare);
    return known == null ? builder.add(compare) : known;
  }

  private static void note(WorkItemCode item, Value wrong, WorkItemCode.Mistake mistake, Binary b) {
    if (!wrong.equals(IntConstant.FALSE)) {
      item.note(wrong, mistake, b);
    }
  }
}
