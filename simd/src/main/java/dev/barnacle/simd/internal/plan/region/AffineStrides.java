package dev.barnacle.simd.internal.plan.region;

import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.Value;
import dev.barnacle.simd.internal.abi.SimdLimits;
import dev.barnacle.simd.internal.analysis.AddressParts;
import dev.barnacle.simd.internal.analysis.LaneShape;

/**
 * Finds addresses that are affine wherever their lanes access memory, although an index of 32 bits
 * in them might wrap around ({@code int i = get_global_id(1) * width + get_global_id(0)}).
 *
 * <p>Two lanes between which the index wrapped around would access places 2³² elements or more from
 * each other. Where all that the pointer can reach is an object of at most {@link
 * SimdLimits#SMALL_OBJECT} bytes, one of the two would be outside of the object, which is undefined
 * behaviour. So the address of one lane that runs tells those of all lanes that run.
 */
final class AffineStrides {
  /** A step between places that the index wraps around by is then still far beyond all objects. */
  private static final long MOST_SCALE = 1 << 20;

  /**
   * Bytes from lane to lane for which all lanes together are far smaller than what wraps around.
   */
  private static final long MOST_STRIDE = 1 << 20;

  private final PlanInputs inputs;
  private final ValuesAtHand hand;

  AffineStrides(PlanInputs inputs, ValuesAtHand hand) {
    this.inputs = inputs;
    this.hand = hand;
  }

  /** The differences of an address from lane to lane. */
  private static final class Form {
    boolean isKnown = true;

    /** Bytes from lane to lane. */
    long stride;

    /** The number of indices that may wrap around. */
    int wrapping;
  }

  private static long factor(Binary binary) {
    long constant = ((IntConstant) binary.operand(1)).value();
    if (binary.op() == Binary.Op.MUL) {
      return constant;
    }
    return constant >= 0 && constant < Integer.SIZE ? 1L << constant : 0;
  }

  /**
   * Returns how many bytes lie from the address of a lane that runs to the next lane's; 0 where
   * that is not known.
   */
  long of(Value pointer) {
    LaneShape shape = inputs.shape(pointer);
    if (!shape.isVarying()) {
      return shape.stride();
    }
    if (!(pointer instanceof PointerAdd) || !inputs.aliases().isInSmallObject(pointer)) {
      return 0;
    }
    Form form = new Form();
    add(form, pointer, 1);
    return form.isKnown && form.wrapping == 1 && Math.abs(form.stride) <= MOST_STRIDE
        ? form.stride
        : 0;
  }

  private void add(Form form, Value value, long scale) {
    LaneShape shape = inputs.shape(value);
    if (!shape.isVarying()) {
      form.isKnown &= hand.canRead(value);
      form.stride += scale * shape.stride();
      return;
    }
    form.isKnown &= !inputs.shapes().differsByTime(value);
    switch (value) {
      case PointerAdd add -> add.operands().forEach(o -> add(form, o, scale));
      case Binary binary when AddressParts.isLinear(binary) -> {
        switch (binary.op()) {
          case ADD -> binary.operands().forEach(o -> add(form, o, scale));
          case SUB -> {
            add(form, binary.operand(0), scale);
            add(form, binary.operand(1), -scale);
          }
          default -> {
            long product = scale * factor(binary);
            form.isKnown &= product != 0 && Math.abs(product) <= MOST_SCALE;
            add(form, binary.operand(0), product);
          }
        }
      }
      case Cast cast
          when AddressParts.isIndex(cast) && inputs.shape(cast.operand(0)).isScalar() -> {
        form.isKnown &= hand.canRead(cast.operand(0));
        form.stride += scale * (int) inputs.shape(cast.operand(0)).stride();
        form.wrapping++;
      }
      default -> form.isKnown = false;
    }
  }
}
