package dev.barnacle.simd.internal.vector.memory;

import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.Value;
import dev.barnacle.llvm.text.LlvmText;
import dev.barnacle.simd.internal.abi.SimdLimits;
import dev.barnacle.simd.internal.analysis.AddressParts;
import dev.barnacle.simd.internal.analysis.LaneShape;
import dev.barnacle.simd.internal.vector.VectorScope;
import java.util.List;
import java.util.Locale;

/**
 * Finds addresses that are affine wherever their lanes access memory, although an index of 32 bits
 * in them might wrap around ({@code int i = get_global_id(1) * width + get_global_id(0)}).
 *
 * <p>Two lanes between which the index wrapped around would access places 2³² elements or more from
 * each other. Where all that the pointer can reach is an object of at most {@link
 * SimdLimits#SMALL_OBJECT} bytes, one of the two would be outside of the object, which is undefined
 * behaviour. So the address of one lane that runs tells those of all lanes that run.
 */
final class AffineAddresses {
  /** A step between places that the index wraps around by is then still far beyond all objects. */
  private static final long MOST_SCALE = 1 << 20;

  /**
   * Bytes from lane to lane for which all lanes together are far smaller than what wraps around.
   */
  private static final long MOST_STRIDE = 1 << 20;

  private final VectorScope scope;

  AffineAddresses(VectorScope scope) {
    this.scope = scope;
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
  long stride(Value pointer) {
    LaneShape shape = scope.shape(pointer);
    if (!shape.isVarying()) {
      return shape.stride();
    }
    if (!(pointer instanceof PointerAdd)
        || !scope.module().aliases().classes().isInSmallObject(pointer)) {
      return 0;
    }
    Form form = new Form();
    add(form, pointer, 1);
    return form.isKnown && form.wrapping == 1 && Math.abs(form.stride) <= MOST_STRIDE
        ? form.stride
        : 0;
  }

  private void add(Form form, Value value, long scale) {
    LaneShape shape = scope.shape(value);
    if (!shape.isVarying()) {
      form.isKnown &= scope.canRead(value);
      form.stride += scale * shape.stride();
      return;
    }
    form.isKnown &= !scope.differsByTime(value);
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
      case Cast cast when AddressParts.isIndex(cast) && scope.shape(cast.operand(0)).isScalar() -> {
        form.isKnown &= scope.canRead(cast.operand(0));
        form.stride += scale * (int) scope.shape(cast.operand(0)).stride();
        form.wrapping++;
      }
      default -> form.isKnown = false;
    }
  }

  /**
   * Adds the address that the first lane has if the index does not wrap around before the others.
   */
  String first(Value value) {
    if (!scope.shape(value).isVarying()) {
      return scope.operand(value);
    }
    return switch (value) {
      case PointerAdd add -> out().gep(first(add.operand(0)), first(add.operand(1)));
      case Binary binary when AddressParts.isLinear(binary) -> {
        String op = binary.op().name().toLowerCase(Locale.ROOT);
        yield out().binary(op, "i64", first(binary.operand(0)), first(binary.operand(1)));
      }
      case Cast cast -> index(cast);
      default -> throw new IllegalStateException("no part of such an address: " + value);
    };
  }

  /** The index of a lane that runs, less what it has more than the first. */
  private String index(Cast cast) {
    String extension = cast.op() == Cast.Op.SEXT ? "sext" : "zext";
    String narrow = scope.operand(cast.operand(0));
    if (scope.mask().full()) {
      return out().cast(extension, "i32", narrow, "i64");
    }
    int stride = (int) scope.shape(cast.operand(0)).stride();
    String steps = out().mul("i32", firstThatRuns(), stride);
    String own = out().add("i32", narrow, steps);
    String wide = out().cast(extension, "i32", own, "i64");
    return out().sub("i64", wide, out().sext("i32", steps, "i64"));
  }

  /** The number of the first lane that runs, as 32 bits; that of lanes if none does. */
  private String firstThatRuns() {
    String bits = "i" + scope.lanes();
    String mask = scope.bits(scope.mask().text());
    List<String> types = List.of(bits, "i1");
    String number = scope.call("", bits, "@llvm.cttz." + bits, types, List.of(mask, "false"));
    return scope.lanes() == Integer.SIZE
        ? number
        : out().cast(scope.lanes() < Integer.SIZE ? "zext" : "trunc", bits, number, "i32");
  }

  private LlvmText out() {
    return scope.out();
  }
}
