package dev.barnacle.cli.internal.launch;

import dev.barnacle.cl.DataType.Scalar;
import java.math.BigInteger;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Numbers as users write them, read for the type that they are meant for. Integers: decimal, {@code
 * 0x…}, {@code 0b…}, with C's suffixes u and l; hexadecimal and binary ones may also give the bits
 * of a negative number. Floating-point numbers: as in C, with the suffixes f, h and d, {@code inf}
 * and {@code nan}; they are rounded to the nearest value of the type.
 */
public final class NumberText {
  private static final Pattern INTEGER =
      Pattern.compile("([+-]?)(0[xX][0-9a-fA-F]+|0[bB][01]+|[0-9]+)([uU]?[lL]{0,2}|[lL]{1,2}[uU])");
  private static final Pattern FLOAT =
      Pattern.compile(
          "[+-]?(?:(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?[fFdDhH]?"
              + "|0[xX](?:[0-9a-fA-F]+\\.?[0-9a-fA-F]*|\\.[0-9a-fA-F]+)[pP][+-]?[0-9]+[fFdDhH]?)");
  private static final Pattern SPECIAL =
      Pattern.compile("([+-]?)(inf|infinity|nan)", Pattern.CASE_INSENSITIVE);

  private NumberText() {}

  /** Returns whether it is a number of some type. */
  public static boolean isNumber(String text) {
    return INTEGER.matcher(text).matches()
        || FLOAT.matcher(text).matches()
        || SPECIAL.matcher(text).matches();
  }

  /**
   * Returns the number as a value of a type: an integer as a {@link Long} or {@link BigInteger};
   * empty if it isn't one.
   */
  public static Optional<Number> parse(String text, Scalar type) {
    // Most are plain, and neither patterns nor large numbers are quick in a process that begins.
    if (isPlain(text, type)) {
      return type.isFloat() ? round(text, type) : Optional.of(Long.parseLong(text));
    }
    Matcher integer = INTEGER.matcher(text);
    if (integer.matches()) {
      return integer(integer, type);
    }
    if (!type.isFloat()) {
      return Optional.empty();
    }
    Matcher special = SPECIAL.matcher(text);
    if (special.matches()) {
      return Optional.of(special(special.group(1), special.group(2)));
    }
    return FLOAT.matcher(text).matches() ? round(text, type) : Optional.empty();
  }

  /**
   * Returns whether it has nothing but digits, a few, and for a type with a point one among them.
   */
  private static boolean isPlain(String text, Scalar type) {
    int most = type.isFloat() ? text.length() : type.byteSize() * 2;
    int points = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '.') {
        points++;
      } else if (c < '0' || c > '9') {
        return false;
      }
    }
    return text.length() > points && text.length() <= most && points <= (type.isFloat() ? 1 : 0);
  }

  private static Optional<Number> integer(Matcher parts, Scalar type) {
    String digits = parts.group(2).toLowerCase(Locale.ROOT);
    boolean bits = digits.startsWith("0x") || digits.startsWith("0b");
    int radix = digits.startsWith("0x") ? 16 : digits.startsWith("0b") ? 2 : 10;
    BigInteger magnitude = new BigInteger(bits ? digits.substring(2) : digits, radix);
    boolean negative = parts.group(1).equals("-");
    BigInteger value = negative ? magnitude.negate() : magnitude;
    if (type.isFloat()) {
      return round(value.toString(), type)
          .map(n -> negative && magnitude.signum() == 0 ? negativeZero(n) : n);
    }
    int width = type.byteSize() * 8;
    if (bits && !negative && type.isSigned() && magnitude.bitLength() == width) {
      return Optional.of(magnitude.subtract(BigInteger.TWO.pow(width)));
    }
    boolean fits =
        value.bitLength() < width
            || (!type.isSigned() && value.signum() > 0 && value.bitLength() == width);
    return fits ? Optional.of(value) : Optional.empty();
  }

  private static Number negativeZero(Number zero) {
    return zero instanceof Float ? (Number) (-0.0f) : (Number) (-0.0);
  }

  private static Number special(String sign, String name) {
    float value = name.equalsIgnoreCase("nan") ? Float.NaN : Float.POSITIVE_INFINITY;
    return sign.equals("-") ? -value : value;
  }

  private static Optional<Number> round(String text, Scalar type) {
    // A hexadecimal one has a decimal exponent, so a letter at the end is always a suffix.
    char last = text.charAt(text.length() - 1);
    String digits = "fFdDhH".indexOf(last) < 0 ? text : text.substring(0, text.length() - 1);
    if (type == Scalar.DOUBLE) {
      double value = Double.parseDouble(digits);
      return Double.isInfinite(value) ? Optional.empty() : Optional.of(value);
    }
    float value = Float.parseFloat(digits);
    if (type == Scalar.HALF) {
      value = Float.float16ToFloat(Float.floatToFloat16(value));
    }
    return Float.isInfinite(value) ? Optional.empty() : Optional.of(value);
  }
}
