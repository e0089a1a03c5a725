package dev.barnacle.engine.math;

/**
 * The integer functions of {@link dev.barnacle.ir.Intrinsic.Op}, as compiled kernels call them.
 * Integers of up to 32 bits come sign-extended; the last parameter is their width.
 */
public final class IntegerFunctions {
  private IntegerFunctions() {}

  private static int signed(int value, int bits) {
    return bits == 1 ? value & 1 : value << (32 - bits) >> (32 - bits);
  }

  private static int unsigned(int value, int bits) {
    return bits == 32 ? value : value & ((1 << bits) - 1);
  }

  private static long wide(int value, int bits) {
    return value & ((1L << bits) - 1);
  }

  public static int ctpop(int x, int bits) {
    return signed(Integer.bitCount(unsigned(x, bits)), bits);
  }

  public static long ctpop(long x, int bits) {
    return Long.bitCount(x);
  }

  public static int bitreverse(int x, int bits) {
    return signed(Integer.reverse(x) >>> (32 - bits), bits);
  }

  public static long bitreverse(long x, int bits) {
    return Long.reverse(x);
  }

  public static int bswap(int x, int bits) {
    return signed(Integer.reverseBytes(x) >>> (32 - bits), bits);
  }

  public static long bswap(long x, int bits) {
    return Long.reverseBytes(x);
  }

  public static int ctlz(int x, int bits) {
    return Integer.numberOfLeadingZeros(unsigned(x, bits)) - (32 - bits);
  }

  public static long ctlz(long x, int bits) {
    return Long.numberOfLeadingZeros(x);
  }

  public static int cttz(int x, int bits) {
    return Math.min(bits, Integer.numberOfTrailingZeros(x));
  }

  public static long cttz(long x, int bits) {
    return Long.numberOfTrailingZeros(x);
  }

  public static int abs(int x, int bits) {
    return signed(Math.abs(x), bits);
  }

  public static long abs(long x, int bits) {
    return Math.abs(x);
  }

  public static int smin(int x, int y, int bits) {
    return Math.min(x, y);
  }

  public static long smin(long x, long y, int bits) {
    return Math.min(x, y);
  }

  public static int smax(int x, int y, int bits) {
    return Math.max(x, y);
  }

  public static long smax(long x, long y, int bits) {
    return Math.max(x, y);
  }

  public static int umin(int x, int y, int bits) {
    return Integer.compareUnsigned(x, y) < 0 ? x : y;
  }

  public static long umin(long x, long y, int bits) {
    return Long.compareUnsigned(x, y) < 0 ? x : y;
  }

  public static int umax(int x, int y, int bits) {
    return Integer.compareUnsigned(x, y) > 0 ? x : y;
  }

  public static long umax(long x, long y, int bits) {
    return Long.compareUnsigned(x, y) > 0 ? x : y;
  }

  private static int clamp(long value, int bits) {
    long most = (1L << (bits - 1)) - 1;
    return (int) Math.clamp(value, -most - 1, most);
  }

  private static int clampUnsigned(long value, int bits) {
    return signed((int) Math.clamp(value, 0L, (1L << bits) - 1), bits);
  }

  public static int saddSat(int x, int y, int bits) {
    return clamp((long) x + y, bits);
  }

  public static long saddSat(long x, long y, int bits) {
    long sum = x + y;
    return ((x ^ sum) & (y ^ sum)) < 0 ? (x < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : sum;
  }

  public static int uaddSat(int x, int y, int bits) {
    return clampUnsigned(wide(x, bits) + wide(y, bits), bits);
  }

  public static long uaddSat(long x, long y, int bits) {
    long sum = x + y;
    return Long.compareUnsigned(sum, x) < 0 ? -1L : sum;
  }

  public static int ssubSat(int x, int y, int bits) {
    return clamp((long) x - y, bits);
  }

  public static long ssubSat(long x, long y, int bits) {
    long difference = x - y;
    boolean overflow = ((x ^ y) & (x ^ difference)) < 0;
    return overflow ? (x < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : difference;
  }

  public static int usubSat(int x, int y, int bits) {
    return clampUnsigned(wide(x, bits) - wide(y, bits), bits);
  }

  public static long usubSat(long x, long y, int bits) {
    return Long.compareUnsigned(x, y) < 0 ? 0 : x - y;
  }

  public static int sshlSat(int x, int shift, int bits) {
    return clamp((long) x << Math.min(31, unsigned(shift, bits)), bits);
  }

  public static long sshlSat(long x, long shift, int bits) {
    long result = x << shift;
    return result >> shift == x ? result : x < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
  }

  public static int ushlSat(int x, int shift, int bits) {
    return clampUnsigned(wide(x, bits) << Math.min(31, unsigned(shift, bits)), bits);
  }

  public static long ushlSat(long x, long shift, int bits) {
    long result = x << shift;
    return result >>> shift == x ? result : -1L;
  }

  /** The upper half of {@code high:low} shifted left. */
  public static int fshl(int high, int low, int shift, int bits) {
    int by = Integer.remainderUnsigned(unsigned(shift, bits), bits);
    long both = wide(high, bits) << bits | wide(low, bits);
    return signed((int) (both << by >>> bits), bits);
  }

  public static long fshl(long high, long low, long shift, int bits) {
    int by = (int) (shift & 63);
    return by == 0 ? high : high << by | low >>> (64 - by);
  }

  /** The lower half of {@code high:low} shifted right. */
  public static int fshr(int high, int low, int shift, int bits) {
    int by = Integer.remainderUnsigned(unsigned(shift, bits), bits);
    long both = wide(high, bits) << bits | wide(low, bits);
    return signed((int) (both >>> by), bits);
  }

  public static long fshr(long high, long low, long shift, int bits) {
    int by = (int) (shift & 63);
    return by == 0 ? low : low >>> by | high << (64 - by);
  }
}
