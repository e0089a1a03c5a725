package dev.barnacle.simd.internal.abi;

import dev.barnacle.ir.FloatType;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.Printf;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.VectorType;
import dev.barnacle.simd.internal.text.LlvmTypes;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The facts about a {@code printf} that are needed when it is called.
 *
 * @param format its bytes as characters of ISO 8859-1
 * @param arguments what stands in the argument block, in order
 */
public record PrintfCall(String format, List<Item> arguments) {
  /** The largest argument block, in bytes. */
  public static final int MOST_BYTES = 4096;

  /** The ways to read a number, or each component of a vector. */
  public enum Kind {
    WHOLE,
    REAL,
    POINTER
  }

  /**
   * An argument.
   *
   * @param bits the width of a component
   * @param lanes the components; 0 for what is no vector
   * @param byteSize its size
   * @param alignment what its place in the block is a multiple of
   */
  public record Item(Kind kind, int bits, int lanes, long byteSize, long alignment) {
    static Item of(Type type) {
      Type scalar = type.scalar();
      Kind kind =
          switch (scalar) {
            case IntType i -> Kind.WHOLE;
            case FloatType f -> Kind.REAL;
            default -> Kind.POINTER;
          };
      int bits =
          switch (scalar) {
            case IntType i -> i.bits();
            case FloatType f -> f.bits();
            default -> Long.SIZE;
          };
      int lanes = type instanceof VectorType vector ? vector.lanes() : 0;
      return new Item(kind, bits, lanes, type.byteSize(), LlvmTypes.alignment(type));
    }

    /** Returns the bytes of a component. */
    public long componentBytes() {
      return Math.ceilDiv(bits, Byte.SIZE);
    }
  }

  public PrintfCall {
    arguments = List.copyOf(arguments);
  }

  public static PrintfCall of(Printf printf) {
    return new PrintfCall(
        printf.format(), printf.operands().stream().map(Value::type).map(Item::of).toList());
  }

  void write(DataOutput out) throws IOException {
    out.writeUTF(format);
    out.writeInt(arguments.size());
    for (Item item : arguments) {
      out.writeUTF(item.kind().name());
      out.writeInt(item.bits());
      out.writeInt(item.lanes());
      out.writeLong(item.byteSize());
      out.writeLong(item.alignment());
    }
  }

  static PrintfCall read(DataInput in) throws IOException {
    String format = in.readUTF();
    int count = in.readInt();
    List<Item> items = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      items.add(
          new Item(
              Kind.valueOf(in.readUTF()),
              in.readInt(),
              in.readInt(),
              in.readLong(),
              in.readLong()));
    }
    return new PrintfCall(format, items);
  }
}
