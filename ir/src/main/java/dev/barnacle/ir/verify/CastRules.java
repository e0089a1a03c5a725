package dev.barnacle.ir.verify;

import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.PointerType;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.verify.InstructionRules.Report;

/** The rules of conversions. */
final class CastRules {
  private CastRules() {}

  static void check(Cast cast, Report report) {
    Type from = cast.operand(0).type();
    Type to = cast.type();
    boolean good =
        switch (cast.op()) {
          case TRUNC -> integers(from, to) && shrinks(from, to);
          case ZEXT, SEXT -> integers(from, to) && shrinks(to, from);
          case FPTRUNC -> floats(from, to) && shrinks(from, to);
          case FPEXT -> floats(from, to) && shrinks(to, from);
          case FPTOUI, FPTOSI -> from.isFloat() && to.isInteger();
          case UITOFP, SITOFP -> from.isInteger() && to.isFloat();
          case PTRTOINT -> from.isPointer() && to.isInteger();
          case INTTOPTR -> from.isInteger() && to.isPointer();
          case ADDRSPACECAST -> from.isPointer() && to.isPointer();
          case BITCAST -> true;
        };
    if (cast.op() == Cast.Op.BITCAST) {
      boolean kept = TypeRules.bits(from) > 0 && TypeRules.bits(from) == TypeRules.bits(to);
      report.require(kept, Invariant.BITCAST_SIZE, from + " to " + to);
      return;
    }
    good &= from.lanes() == to.lanes();
    report.require(good, Invariant.CAST_TYPES, from + " to " + to);
    if (good && cast.op() == Cast.Op.ADDRSPACECAST) {
      report.require(spaces(from, to), Invariant.CAST_SPACES, from + " to " + to);
    }
  }

  private static boolean integers(Type from, Type to) {
    return from.isInteger() && to.isInteger();
  }

  private static boolean floats(Type from, Type to) {
    return from.isFloat() && to.isFloat();
  }

  private static boolean shrinks(Type large, Type small) {
    return TypeRules.bits(large.scalar()) > TypeRules.bits(small.scalar());
  }

  private static boolean spaces(Type from, Type to) {
    AddressSpace source = ((PointerType) from.scalar()).space();
    AddressSpace target = ((PointerType) to.scalar()).space();
    boolean oneIsGeneric = (source == AddressSpace.GENERIC) != (target == AddressSpace.GENERIC);
    return oneIsGeneric && source != AddressSpace.CONSTANT && target != AddressSpace.CONSTANT;
  }
}
