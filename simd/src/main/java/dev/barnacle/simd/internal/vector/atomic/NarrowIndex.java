package dev.barnacle.simd.internal.vector.atomic;

import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.Value;
import dev.barnacle.simd.internal.analysis.AddressParts;
import dev.barnacle.simd.internal.vector.VectorScope;
import org.jspecify.annotations.Nullable;

/**
 * An address of each lane as {@code base + extended(value) × scale}, where the lanes' values take
 * less room than addresses do.
 *
 * @param base a uniform pointer
 * @param value a varying integer of at most 32 bits, known in the piece that is emitted
 * @param signed it is extended with its sign
 * @param scale in bytes
 */
record NarrowIndex(Value base, Value value, boolean signed, long scale) {
  /** Returns the parts of a pointer, or null if it has another form. */
  static @Nullable NarrowIndex of(VectorScope scope, Value pointer) {
    if (!(pointer instanceof PointerAdd add) || !scope.shape(add.operand(0)).isUniform()) {
      return null;
    }
    AddressParts.Scaled scaled = AddressParts.scaled(add);
    Value index = scaled.index();
    long scale = scaled.scale();
    if (!(index instanceof Cast cast)
        || (cast.op() != Cast.Op.ZEXT && cast.op() != Cast.Op.SEXT)
        || !(cast.operand(0).type() instanceof IntType type)
        || type.bits() > 32
        || type.bits() < 8
        || !(cast.operand(0) instanceof Instruction narrow)
        || !scope.shape(narrow).isVarying()
        || !scope.knows(narrow)) {
      return null;
    }
    return new NarrowIndex(add.operand(0), narrow, cast.op() == Cast.Op.SEXT, scale);
  }

  /** Returns the largest offset in bytes, or -1 where it may be negative. */
  long most() {
    int bits = ((IntType) value.type()).bits();
    return signed || scale < 0 ? -1 : ((1L << bits) - 1) * scale;
  }
}
