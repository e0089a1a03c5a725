package dev.barnacle.simd.internal;

import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.Constant;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.Intrinsic;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.PointerType;
import dev.barnacle.ir.Select;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Value;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which varying addresses may well be neighbours at run time: those computed from ids and uniform
 * values by arithmetic alone, and what a work-item keeps in private memory, often a table of steps
 * to neighbours. What was read from other memory points anywhere.
 */
final class ComputedAddresses {
  private static final int MAX_STEPS = 40;

  private final VectorFrame frame;

  ComputedAddresses(VectorFrame frame) {
    this.frame = frame;
  }

  /**
   * An address as {@code base + extended(index) × scale}.
   *
   * @param base a uniform pointer
   * @param index a varying integer of 32 or 64 bits
   * @param signed an index of 32 bits is extended with its sign
   * @param mirrored the index may fall from lane to lane
   */
  record Address(Value base, Value index, boolean signed, boolean mirrored) {}

  /** What an address says by its form alone, whatever its parts are. */
  private record Form(Value base, Value index, boolean signed) {}

  /**
   * Returns the values that a load or store may read in place of its address: parts of it that
   * needn't be operands of anything else in its block.
   */
  static List<Value> readBy(Instruction user) {
    Form form =
        switch (user) {
          case Load load -> form(load.pointer(), load.type());
          case Store store -> form(store.pointer(), store.value().type());
          default -> null;
        };
    return form == null ? List.of() : List.of(form.base(), form.index());
  }

  /** Returns the parts of a pointer to values of {@code type}, or null if it has another form. */
  @Nullable Address of(Value pointer, Type type) {
    Form form = form(pointer, type);
    if (form == null
        || !frame.shape(form.base()).isUniform()
        || !frame.shape(form.index()).isVarying()
        || !frame.canRead(form.base())
        || !frame.canRead(form.index())) {
      return null;
    }
    Set<Value> seen = new HashSet<>();
    boolean[] mirrored = new boolean[1];
    return isComputed(form.index(), seen, mirrored)
        ? new Address(form.base(), form.index(), form.signed(), mirrored[0])
        : null;
  }

  private static @Nullable Form form(Value pointer, Type type) {
    if (type.lanes() > 1 || !(pointer instanceof PointerAdd add)) {
      return null;
    }
    Value index = add.operand(1);
    long scale = 1;
    if (index instanceof Binary binary && binary.operand(1) instanceof IntConstant constant) {
      if (binary.op() == Binary.Op.MUL) {
        scale = constant.value();
      } else if (binary.op() == Binary.Op.SHL && constant.value() >= 0 && constant.value() < 8) {
        scale = 1L << constant.value();
      }
      index = scale == 1 ? index : binary.operand(0);
    }
    if (scale != type.scalar().byteSize()) {
      return null;
    }
    boolean signed = false;
    if (index instanceof Cast cast
        && (cast.op() == Cast.Op.ZEXT || cast.op() == Cast.Op.SEXT)
        && cast.operand(0).type() instanceof IntType narrow
        && narrow.bits() == 32) {
      signed = cast.op() == Cast.Op.SEXT;
      index = cast.operand(0);
    }
    return new Form(add.operand(0), index, signed);
  }

  private boolean isComputed(Value value, Set<Value> seen, boolean[] mirrored) {
    if (value instanceof Constant || !frame.shape(value).isVarying() || !seen.add(value)) {
      return true;
    }
    if (seen.size() > MAX_STEPS || value.type().lanes() > 1) {
      return false;
    }
    if (value instanceof Load load) {
      return ((PointerType) load.pointer().type()).space() == AddressSpace.PRIVATE;
    }
    boolean arithmetic =
        switch (value) {
          case Binary binary -> {
            mirrored[0] |= binary.op() == Binary.Op.XOR || binary.op() == Binary.Op.SUB;
            yield !binary.op().isFloat();
          }
          case Cast cast ->
              cast.op() == Cast.Op.TRUNC || cast.op() == Cast.Op.ZEXT || cast.op() == Cast.Op.SEXT;
          case Select _, Phi _, Compare _ -> true;
          case Intrinsic intrinsic -> !intrinsic.op().isFloat();
          default -> false;
        };
    return arithmetic
        && ((Instruction) value)
            .operands().stream().allMatch(operand -> isComputed(operand, seen, mirrored));
  }
}
