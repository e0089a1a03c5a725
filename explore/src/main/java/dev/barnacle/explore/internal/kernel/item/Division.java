package dev.barnacle.explore.internal.kernel.item;

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
        x.note(new Fault.ZeroDivision(MemoryRules.part(item, op)));
      } else if (signed && divisor == -1 && Registers.get(item, op.a, i) == least(op.bits)) {
        x.note(new Fault.Quotient(MemoryRules.part(item, op), least(op.bits)));
      }
    }
  }

  private static long least(int bits) {
    return -1L << (bits - 1);
  }
}
