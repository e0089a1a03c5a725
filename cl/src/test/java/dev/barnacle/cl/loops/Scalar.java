package dev.barnacle.cl.loops;

/** The element types of kernels, with the values that a generated kernel keeps in them. */
enum Scalar {
  CHAR("char", 1, -128, 127),
  UCHAR("uchar", 1, 0, 255),
  SHORT("short", 2, -32768, 32767),
  USHORT("ushort", 2, 0, 65535),
  INT("int", 4, Integer.MIN_VALUE, Integer.MAX_VALUE),
  UINT("uint", 4, 0, 0xffffffffL),
  LONG("long", 8, Long.MIN_VALUE, Long.MAX_VALUE),
  /** Its upper half counts as beyond what is known. */
  ULONG("ulong", 8, 0, Long.MAX_VALUE),
  /** Only small integers, so that sums are exact in any order. */
  FLOAT("float", 4, -4096, 4096),
  DOUBLE("double", 8, -4096, 4096);

  final String text;
  final int bytes;
  final long low;
  final long high;

  Scalar(String text, int bytes, long low, long high) {
    this.text = text;
    this.bytes = bytes;
    this.low = low;
    this.high = high;
  }

  boolean real() {
    return this == FLOAT || this == DOUBLE;
  }

  boolean narrow() {
    return bytes < 4;
  }

  boolean unsigned() {
    return low == 0;
  }

  /** Returns the unsigned type in which this one's values are computed without overflow. */
  Scalar work() {
    return bytes == 8 ? ULONG : UINT;
  }

  /** Returns the unsigned type of the same size. */
  Scalar bits() {
    return switch (bytes) {
      case 1 -> UCHAR;
      case 2 -> USHORT;
      case 4 -> UINT;
      default -> ULONG;
    };
  }

  /** Returns the signed type of the same size. */
  Scalar signed() {
    return switch (bytes) {
      case 1 -> CHAR;
      case 2 -> SHORT;
      case 4 -> INT;
      default -> LONG;
    };
  }
}
