package dev.barnacle.cl.builtins;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * OpenCL C's scalar types. A value is a {@code long}: an integer's value (an unsigned {@code
 * ulong}'s bits), a floating-point number's bits.
 */
enum Scalar {
  CHAR("char", 1, true),
  UCHAR("uchar", 1, false),
  SHORT("short", 2, true),
  USHORT("ushort", 2, false),
  INT("int", 4, true),
  UINT("uint", 4, false),
  LONG("long", 8, true),
  ULONG("ulong", 8, false),
  HALF("half", Real.HALF),
  FLOAT("float", Real.FLOAT),
  DOUBLE("double", Real.DOUBLE);

  static final List<Scalar> ALL = List.of(values());
  static final List<Scalar> INTEGERS = List.of(CHAR, UCHAR, SHORT, USHORT, INT, UINT, LONG, ULONG);
  static final List<Scalar> REALS = List.of(HALF, FLOAT, DOUBLE);

  final String cl;
  final int bytes;
  final boolean signed;
  private final @Nullable Real real;

  Scalar(String cl, int bytes, boolean signed) {
    this.cl = cl;
    this.bytes = bytes;
    this.signed = signed;
    this.real = null;
  }

  Scalar(String cl, Real real) {
    this.cl = cl;
    this.bytes = real.bytes;
    this.signed = true;
    this.real = real;
  }

  /** A number for each type: the integers come first, then half, float and double. */
  int index() {
    return ALL.indexOf(this);
  }

  boolean isReal() {
    return real != null;
  }

  Real real() {
    return Objects.requireNonNull(real, cl);
  }

  int bits() {
    return 8 * bytes;
  }

  /** The integer type of the same size. */
  Scalar integer(boolean isSigned) {
    return INTEGERS.stream()
        .filter(t -> t.bytes == bytes && t.signed == isSigned)
        .findFirst()
        .orElseThrow();
  }

  /** The integer type of twice the size and the same signedness. */
  Scalar wide() {
    return INTEGERS.stream()
        .filter(t -> t.bytes == 2 * bytes && t.signed == signed)
        .findFirst()
        .orElseThrow();
  }

  /** Brings bits into this type's form: those above its size become its sign or zeros. */
  long wrap(long value) {
    if (bytes == 8) {
      return value;
    }
    int unused = 64 - bits();
    return signed && !isReal() ? value << unused >> unused : value << unused >>> unused;
  }

  /** The mathematical value of an integer. */
  BigInteger big(long value) {
    BigInteger big = BigInteger.valueOf(value);
    return this == ULONG && value < 0 ? big.add(BigInteger.TWO.pow(64)) : big;
  }

  BigInteger least() {
    return signed ? BigInteger.TWO.pow(bits() - 1).negate() : BigInteger.ZERO;
  }

  BigInteger most() {
    return BigInteger.TWO.pow(signed ? bits() - 1 : bits()).subtract(BigInteger.ONE);
  }

  /** The value of this type next to a mathematical one. */
  long saturate(BigInteger value) {
    return value.max(least()).min(most()).longValue();
  }

  /** The value of a floating-point type's bits. */
  double number(long bits) {
    return real().ofBits(bits);
  }

  long get(MemorySegment memory, long index) {
    return wrap(
        switch (bytes) {
          case 1 -> memory.getAtIndex(ValueLayout.JAVA_BYTE, index);
          case 2 -> memory.getAtIndex(ValueLayout.JAVA_SHORT, index);
          case 4 -> memory.getAtIndex(ValueLayout.JAVA_INT, index);
          default -> memory.getAtIndex(ValueLayout.JAVA_LONG, index);
        });
  }

  void set(MemorySegment memory, long index, long value) {
    switch (bytes) {
      case 1 -> memory.setAtIndex(ValueLayout.JAVA_BYTE, index, (byte) value);
      case 2 -> memory.setAtIndex(ValueLayout.JAVA_SHORT, index, (short) value);
      case 4 -> memory.setAtIndex(ValueLayout.JAVA_INT, index, (int) value);
      default -> memory.setAtIndex(ValueLayout.JAVA_LONG, index, value);
    }
  }

  /** Whether two values are the same; all NaNs are. */
  boolean same(long a, long b) {
    return a == b || (isReal() && Double.isNaN(number(a)) && Double.isNaN(number(b)));
  }

  String show(long value) {
    return isReal() ? number(value) + "" : big(value).toString();
  }

  /** Values at the ends of the range, about zero and about powers of two. */
  long[] edges() {
    if (isReal()) {
      double[] edges = Samples.edges(real());
      long[] bits = new long[edges.length];
      for (int i = 0; i < edges.length; i++) {
        bits[i] = real().bits(edges[i]);
      }
      return bits;
    }
    List<Long> edges = new ArrayList<>(List.of(0L, 1L, 2L, 3L, 5L, -1L, -2L, -3L, 0x55L, 0xaaL));
    for (int shift : new int[] {bits() / 2, bits() - 2, bits() - 1}) {
      edges.addAll(List.of((1L << shift) - 1, 1L << shift, (1L << shift) + 1, -(1L << shift)));
    }
    return edges.stream().mapToLong(this::wrap).distinct().toArray();
  }

  /** A random value: of any magnitude, or any bits. */
  long random(Random random) {
    if (isReal()) {
      return random.nextInt(4) == 0
          ? wrap(random.nextLong())
          : real().bits(Samples.moderate(real(), random));
    }
    long value = random.nextLong() >>> random.nextInt(64);
    return wrap(random.nextBoolean() ? value : -value);
  }

  LongStream edgesAndRandom(Random random, int count) {
    return LongStream.concat(
        LongStream.of(edges()), LongStream.generate(() -> random(random)).limit(count));
  }

  @Override
  public String toString() {
    return cl;
  }
}
