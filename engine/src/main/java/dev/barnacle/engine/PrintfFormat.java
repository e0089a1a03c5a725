package dev.barnacle.engine;

import dev.barnacle.ir.ByteText;
import dev.barnacle.ir.FloatType;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.PointerType;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.VectorType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * OpenCL C's {@code printf} format strings (OpenCL C, "printf"): C's conversions, and vectors by
 * {@code %v4hlf} and the like. The C library converts the single numbers. {@code ll}, which OpenCL
 * C does not define, is read as {@code l}: programs that were written for other platforms have it.
 * {@code z} and {@code t}, which OpenCL C 3.1 defines, are read in programs of all versions.
 */
public final class PrintfFormat {
  private static final Pattern SPECIFICATION =
      Pattern.compile(
          "%(?<flags>[-+ #0]*)(?<width>\\d*)(?<precision>(?:\\.\\d*)?)"
              + "(?:v(?<lanes>2|3|4|8|16))?(?<length>hh|hl|h|ll|l|z|t)?(?<conversion>[diouxXfFeEgGaAcsp%])");

  /** A value to print. */
  public sealed interface Argument {
    /**
     * An integer.
     *
     * @param value sign-extended
     * @param bits its width: 8, 16, 32 or 64
     */
    record Whole(long value, int bits) implements Argument {}

    /** A floating-point number of any width. */
    record Real(double value) implements Argument {}

    /**
     * A pointer.
     *
     * @param text the characters up to the zero that it points to, each of one byte
     */
    record Pointer(long address, Supplier<String> text) implements Argument {}

    /** A vector. */
    record Vector(List<Argument> elements) implements Argument {
      public Vector {
        elements = List.copyOf(elements);
      }
    }
  }

  private PrintfFormat() {}

  /**
   * Returns what a {@code printf} call writes. As in C, what the arguments don't provide for is
   * left undefined: a specification without a fitting argument is written as it stands.
   *
   * @param format its bytes as characters of ISO 8859-1
   * @return what it writes, as {@link ByteText} has it
   */
  public static String format(String format, List<Argument> arguments) {
    StringBuilder out = new StringBuilder();
    Matcher matcher = SPECIFICATION.matcher(format);
    int at = 0;
    int next = 0;
    while (matcher.find(at)) {
      out.append(format, at, matcher.start());
      at = matcher.end();
      if (matcher.group("conversion").equals("%")) {
        out.append('%');
      } else if (next < arguments.size()) {
        out.append(convert(matcher, arguments.get(next++)));
      } else {
        out.append(matcher.group());
      }
    }
    out.append(format, at, format.length());
    return ByteText.decode(out.toString().getBytes(StandardCharsets.ISO_8859_1));
  }

  /**
   * Returns what is wrong with a {@code printf} call as far as OpenCL C leaves it undefined; empty
   * for nothing. That an integer or a real number has another width than its conversion is none.
   *
   * @param format its bytes as characters of ISO 8859-1
   * @param arguments the types of the arguments, as they are passed
   */
  public static Optional<String> mistake(String format, List<Type> arguments) {
    Matcher matcher = SPECIFICATION.matcher(format);
    int next = 0;
    for (int at = format.indexOf('%'); at >= 0; at = format.indexOf('%', matcher.end())) {
      if (!matcher.region(at, format.length()).lookingAt()) {
        return Optional.of(
            "'" + start(format.substring(at)) + "' begins no conversion of OpenCL C");
      }
      String conversion = matcher.group("conversion");
      if (conversion.equals("%")) {
        continue;
      }
      if (next == arguments.size()) {
        return Optional.of("there is no argument for '" + matcher.group() + "'");
      }
      Type type = arguments.get(next++);
      if (!fits(matcher, type)) {
        return Optional.of(
            "'" + matcher.group() + "' is given " + words(type) + ", argument " + (next + 1));
      }
    }
    return Optional.empty();
  }

  /** Returns the beginning of what should be a specification, up to its first letter. */
  private static String start(String text) {
    Matcher letters = Pattern.compile("%[^a-zA-Z\\s]*[hlLjzt]*[a-zA-Z]?").matcher(text);
    return letters.lookingAt() ? letters.group() : "%";
  }

  private static boolean fits(Matcher specification, Type type) {
    String lanes = specification.group("lanes");
    String length = specification.group("length");
    boolean isVector = type instanceof VectorType;
    if (isVector != (lanes != null)
        || (isVector && type.lanes() != Integer.parseInt(lanes))
        || (isVector && length != null && bytes(length) != type.scalar().byteSize())) {
      return false;
    }
    return switch (specification.group("conversion")) {
      case "s", "p" -> type instanceof PointerType;
      case "d", "i", "o", "u", "x", "X", "c" -> type.scalar() instanceof IntType;
      default -> type.scalar() instanceof FloatType;
    };
  }

  /** Returns the bytes of a component that a length modifier says. */
  private static long bytes(String length) {
    return switch (length) {
      case "hh" -> 1;
      case "h" -> 2;
      case "hl" -> 4;
      default -> 8;
    };
  }

  private static String words(Type type) {
    String each =
        switch (type.scalar()) {
          case IntType i -> "integer of " + i.bits() + " bits";
          case FloatType f -> "floating-point number of " + f.bits() + " bits";
          default -> "pointer";
        };
    String one = (each.startsWith("i") ? "an " : "a ") + each;
    return type.lanes() > 1 ? "a vector of " + type.lanes() + ", each " + one : one;
  }

  private static String convert(Matcher specification, Argument argument) {
    if (!(argument instanceof Argument.Vector vector)) {
      return single(specification, argument);
    }
    List<String> parts = new ArrayList<>();
    for (Argument element : vector.elements()) {
      parts.add(single(specification, element));
    }
    return String.join(",", parts);
  }

  private static String single(Matcher specification, Argument argument) {
    String head =
        "%"
            + specification.group("flags")
            + specification.group("width")
            + specification.group("precision");
    String conversion = specification.group("conversion");
    return switch (argument) {
      case Argument.Whole w when "diouxXc".contains(conversion) ->
          whole(head, conversion, w, specification.group("length"));
      case Argument.Real r when "fFeEgGaA".contains(conversion) ->
          CLibrary.format(head + conversion, r.value());
      case Argument.Pointer p when conversion.equals("s") ->
          CLibrary.format(head + conversion, p.text().get());
      case Argument.Pointer p when conversion.equals("p") ->
          CLibrary.format(head.replace("0", "") + "#llx", p.address());
      default -> specification.group();
    };
  }

  private static String whole(String head, String conversion, Argument.Whole value, String length) {
    int bits = value.bits();
    if (length != null) {
      bits =
          Math.min(
              bits,
              switch (length) {
                case "hh" -> 8;
                case "h" -> 16;
                case "hl" -> 32;
                default -> 64;
              });
    }
    if (conversion.equals("c")) {
      return CLibrary.format(head + "c", value.value() & 0xff);
    }
    boolean signed = conversion.equals("d") || conversion.equals("i");
    long number = signed ? value.value() << (64 - bits) >> (64 - bits) : value.value() & mask(bits);
    return CLibrary.format(head + "ll" + conversion, number);
  }

  private static long mask(int bits) {
    return bits == 64 ? -1L : (1L << bits) - 1;
  }
}
