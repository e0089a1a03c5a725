package dev.barnacle.simd.internal.analysis;

import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Value;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The parts of an address, by its form alone. A load or store may read these in place of the
 * address, so they are needed there although they needn't be operands of anything else in its
 * block.
 */
public final class AddressParts {
  /**
   * An address as {@code base + extended(index) × scale}, where the scale is an element's size.
   *
   * @param base a pointer
   * @param index an integer
   * @param signed an index of 32 bits is extended with its sign
   */
  public record Indexed(Value base, Value index, boolean signed) {}

  private AddressParts() {}

  /** Returns the values that a load or store may read in place of its address. */
  static List<Value> readBy(Instruction user) {
    List<Value> parts = new ArrayList<>(ofIndexed(user));
    parts.addAll(ofSum(user));
    return parts;
  }

  private static List<Value> ofIndexed(Instruction user) {
    Indexed form =
        switch (user) {
          case Load load -> indexed(load.pointer(), load.type());
          case Store store -> indexed(store.pointer(), store.value().type());
          default -> null;
        };
    return form == null ? List.of() : List.of(form.base(), form.index());
  }

  /**
   * A multiple of an index that is added to a pointer.
   *
   * @param scale in bytes
   */
  public record Scaled(Value index, long scale) {}

  /** Returns what is added to a pointer as an index with its scale, which may be 1. */
  public static Scaled scaled(PointerAdd add) {
    Value index = add.operand(1);
    if (index instanceof Binary binary && binary.operand(1) instanceof IntConstant constant) {
      if (binary.op() == Binary.Op.MUL) {
        return new Scaled(constant.value() == 1 ? index : binary.operand(0), constant.value());
      }
      if (binary.op() == Binary.Op.SHL && constant.value() > 0 && constant.value() < 8) {
        return new Scaled(binary.operand(0), 1L << constant.value());
      }
    }
    return new Scaled(index, 1);
  }

  /** Returns the form of a pointer to values of {@code type}, or null if it is another. */
  public static @Nullable Indexed indexed(Value pointer, Type type) {
    if (type.lanes() > 1 || !(pointer instanceof PointerAdd add)) {
      return null;
    }
    Scaled scaled = scaled(add);
    Value index = scaled.index();
    long scale = scaled.scale();
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
    return new Indexed(add.operand(0), index, signed);
  }

  private static List<Value> ofSum(Instruction user) {
    List<Value> parts = new ArrayList<>();
    switch (user) {
      case Load load -> addParts(load.pointer(), parts);
      case Store store -> addParts(store.pointer(), parts);
      default -> {}
    }
    return parts;
  }

  private static void addParts(Value value, List<Value> parts) {
    switch (value) {
      case PointerAdd add -> add.operands().forEach(o -> addParts(o, parts));
      case Binary binary when isLinear(binary) -> {
        parts.add(binary);
        binary.operands().forEach(o -> addParts(o, parts));
      }
      case Cast cast when isIndex(cast) -> {
        parts.add(cast);
        parts.add(cast.operand(0));
      }
      default -> parts.add(value);
    }
  }

  /** Returns whether such an address may be a sum with this in it. */
  public static boolean isLinear(Binary binary) {
    return binary.type().equals(Types.I64)
        && switch (binary.op()) {
          case ADD, SUB -> true;
          case MUL, SHL -> binary.operand(1) instanceof IntConstant;
          default -> false;
        };
  }

  /** Returns whether this widens an index of 32 bits. */
  public static boolean isIndex(Cast cast) {
    return (cast.op() == Cast.Op.ZEXT || cast.op() == Cast.Op.SEXT)
        && cast.type().equals(Types.I64)
        && cast.operand(0).type().equals(Types.I32);
  }
}
