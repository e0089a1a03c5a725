package dev.barnacle.cl;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A scalar or vector type of OpenCL C as the host sees it (OpenCL C, "Supported Data Types").
 *
 * @param scalar the type of each element
 * @param lanes 1, 2, 3, 4, 8 or 16
 */
public record DataType(Scalar scalar, int lanes) {
  /** The scalar types whose values the host can write; their names are OpenCL C's, in capitals. */
  public enum Scalar {
    CHAR(1, Kind.SIGNED),
    UCHAR(1, Kind.UNSIGNED),
    SHORT(2, Kind.SIGNED),
    USHORT(2, Kind.UNSIGNED),
    INT(4, Kind.SIGNED),
    UINT(4, Kind.UNSIGNED),
    LONG(8, Kind.SIGNED),
    ULONG(8, Kind.UNSIGNED),
    HALF(2, Kind.FLOAT),
    FLOAT(4, Kind.FLOAT),
    DOUBLE(8, Kind.FLOAT);

    private final int bytes;
    private final Kind kind;

    /** The interpretation of the bits. */
    private enum Kind {
      SIGNED,
      UNSIGNED,
      FLOAT
    }

    Scalar(int bytes, Kind kind) {
      this.bytes = bytes;
      this.kind = kind;
    }

    /** Returns the size in bytes: 1, 2, 4 or 8. */
    public int byteSize() {
      return bytes;
    }

    /** Returns whether this is a floating-point type. */
    public boolean isFloat() {
      return kind == Kind.FLOAT;
    }

    /** Returns whether this is an integer type that has negative values. */
    public boolean isSigned() {
      return kind == Kind.SIGNED;
    }

    /** Returns OpenCL C's name, such as {@code uint}. */
    public String keyword() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static final Map<String, DataType> BY_NAME = byName();

  public DataType {
    if (lanes != 1 && lanes != 2 && lanes != 3 && lanes != 4 && lanes != 8 && lanes != 16) {
      throw new IllegalArgumentException("no vector of " + lanes + " lanes");
    }
  }

  /**
   * Returns the type of an OpenCL C name: {@code float}, {@code uchar4}, {@code unsigned int},
   * {@code size_t}, …; empty where it is no scalar or vector of numbers.
   */
  public static Optional<DataType> parse(String name) {
    return Optional.ofNullable(BY_NAME.get(name.strip()));
  }

  /** Returns the bytes that a value takes in memory; three lanes take as many as four. */
  public long byteSize() {
    return (long) scalar.byteSize() * (lanes == 3 ? 4 : lanes);
  }

  /** Returns OpenCL C's name, such as {@code float4}. */
  @Override
  public String toString() {
    return scalar.keyword() + (lanes == 1 ? "" : String.valueOf(lanes));
  }

  private static Map<String, DataType> byName() {
    Map<String, DataType> map = new HashMap<>();
    for (Scalar scalar : Scalar.values()) {
      for (int lanes : new int[] {1, 2, 3, 4, 8, 16}) {
        DataType type = new DataType(scalar, lanes);
        map.put(type.toString(), type);
      }
    }
    addAliases(map, Scalar.CHAR, "signed char");
    addAliases(map, Scalar.UCHAR, "unsigned char");
    addAliases(map, Scalar.SHORT, "signed short", "short int");
    addAliases(map, Scalar.USHORT, "unsigned short", "unsigned short int");
    addAliases(map, Scalar.INT, "signed int", "signed");
    addAliases(map, Scalar.UINT, "unsigned int", "unsigned");
    addAliases(map, Scalar.LONG, "long int", "signed long", "ptrdiff_t", "intptr_t");
    addAliases(map, Scalar.ULONG, "unsigned long", "size_t", "uintptr_t");
    return Map.copyOf(map);
  }

  private static void addAliases(Map<String, DataType> map, Scalar scalar, String... names) {
    for (String name : names) {
      map.put(name, new DataType(scalar, 1));
    }
  }
}
