package dev.barnacle.explore.internal.kernel.item;

import dev.barnacle.engine.fault.FaultKind;
import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.explore.internal.kernel.code.Op;
import dev.barnacle.ir.Binary;

/** Integer divisions by zero, and those whose quotient the type has not got. */
final class Division {
  private Division() {}

  /** Notes what is wrong with a division. */
  static void check(Execution x, Item item, Op op) {
    Binary.Op what = ((Binary) op.source).op();
    boolean signed = what == Binary.Op.SDIV || what == Binary.Op.SREM;
    for (int i = 0; i < op.lanes; i++) {
      long divisor = Registers.get(item, op.b, i);
      if (divisor == 0) {
        note(x, item, op, FindingKind.DIVISION_BY_ZERO, "an integer is divided by 0");
      } else if (signed && divisor == -1 && Registers.get(item, op.a, i) == least(op.bits)) {
        note(
            x,
            item,
            op,
            FindingKind.INVALID_ARGUMENT,
            "the quotient of " + least(op.bits) + " and -1 is out of range");
      }
    }
  }

  private static long least(int bits) {
    return -1L << (bits - 1);
  }

  private static void note(Execution x, Item item, Op op, FaultKind kind, String words) {
    x.note(new Fault(kind, words, MemoryRules.part(item, op)));
  }
}
