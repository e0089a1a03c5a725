package dev.barnacle.simd.internal.plan.region;

import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.Constant;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Intrinsic;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.PointerType;
import dev.barnacle.ir.Select;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Value;
import dev.barnacle.simd.internal.analysis.AddressParts;
import dev.barnacle.simd.internal.plan.region.MemoryForm.Address;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the varying addresses that may well be contiguous at run time: those computed from ids and
 * uniform values by arithmetic alone, and what a work-item keeps in private memory, often a table
 * of steps to neighbours. What was read from other memory points anywhere.
 *
 * <p>{@code ContiguityCheck} tests them.
 */
final class ContiguityCandidates {
  private static final int MAX_STEPS = 40;

  private final PlanInputs inputs;
  private final ValuesAtHand hand;

  ContiguityCandidates(PlanInputs inputs, ValuesAtHand hand) {
    this.inputs = inputs;
    this.hand = hand;
  }

  /** Returns the parts of a pointer to values of {@code type}, or null if it has another form. */
  @Nullable Address of(Value pointer, Type type) {
    AddressParts.Indexed form = AddressParts.indexed(pointer, type);
    if (form == null
        || !inputs.shape(form.base()).isUniform()
        || !inputs.shape(form.index()).isVarying()
        || !hand.canRead(form.base())
        || !hand.canRead(form.index())) {
      return null;
    }
    Set<Value> seen = new HashSet<>();
    boolean[] mirrored = new boolean[1];
    return isComputed(form.index(), seen, mirrored)
        ? new Address(form.base(), form.index(), form.signed(), mirrored[0])
        : null;
  }

  private boolean isComputed(Value value, Set<Value> seen, boolean[] mirrored) {
    if (value instanceof Constant || !inputs.shape(value).isVarying() || !seen.add(value)) {
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
