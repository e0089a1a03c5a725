package dev.barnacle.simd.internal.vector.memory;

import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.Value;
import dev.barnacle.llvm.text.LlvmText;
import dev.barnacle.simd.internal.analysis.AddressParts;
import dev.barnacle.simd.internal.vector.VectorScope;
import java.util.List;
import java.util.Locale;

/**
 * Emits addresses that are affine wherever their lanes access memory, although an index of 32 bits
 * in them might wrap around ({@code AffineStrides} of the plan finds them).
 */
final class AffineAddresses {
  private final VectorScope scope;

  AffineAddresses(VectorScope scope) {
    this.scope = scope;
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
