package dev.barnacle.cli.internal.launch;

import dev.barnacle.cl.DataType;
import dev.barnacle.command.input.InputException;
import dev.barnacle.command.input.InputFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Arguments as they are written on the command line.
 *
 * <pre>
 * 42  -1  0xff  1.5f  inf        a scalar, of the type that the kernel declares
 * (1,2,3,4)                      a vector
 * &#64;struct.bin                    the bytes of a struct (or of any value)
 * null                           a null pointer
 * local[256]                     local memory of 256 bytes
 * int[1024]                      a buffer of 1024 zeros
 * float4[640*480]=INIT           a buffer; INIT is zero, none, iota, mixed, steps:FIRST:STEP,
 *                                among:FIRST:COUNT, random:SEED, 1,2,3 …, &#64;raw.bin or
 *                                image:picture.png
 * image[64,32]  image-uint[64]   an image of zeros, float, int or uint
 * image[64,32]=INIT  image[]=image:p.png   an image, row after row; one as large as a picture
 * pipe:int[64]  pipe:int*2[64]   a pipe with room for 64 packets of an int, of a struct of two
 * pipe:int[64]=INIT              a pipe that begins with packets
 * sampler  sampler[WORD,…]       a sampler: {@link SamplerText}
 * queue                          the default queue on the device
 * same:in  same:in+16            the buffer of argument in; from its element 16 on
 * any:0..3  int[4]=any:0,1,7     a scalar or elements that are any of some numbers, for explore
 * int[]=1,2,3  uchar4[]=image:p.png   a buffer as large as its contents
 * </pre>
 */
public final class ArgumentText {
  private static final Pattern PAIR = Pattern.compile("(steps|among):(-?\\d{1,18}):(-?\\d{1,18})");
  private static final Pattern LOCAL = Pattern.compile("local\\[(.*)]");
  private static final Pattern IMAGE = Pattern.compile("image(-int|-uint)?\\[([^\\]]*)](?:=(.*))?");
  private static final Pattern PIPE =
      Pattern.compile("pipe:([^\\[\\]=*]+)(?:\\*([^\\[\\]=]*))?\\[([^\\]]*)](?:=(.*))?");
  private static final Pattern SAMPLER = Pattern.compile("sampler(?:\\[(.*)])?");
  private static final Pattern BUFFER = Pattern.compile("([^\\[\\]=]+)\\[([^\\]]*)](?:=(.*))?");

  private static final Pattern SAME = Pattern.compile("same:([^+]*)(?:\\+(.*))?");

  private ArgumentText() {}

  /**
   * Reads an argument.
   *
   * @param directory where relative files are looked for
   */
  public static ArgumentSpec parse(String text, Path directory) {
    if (text.equals("null")) {
      return new ArgumentSpec.Null();
    }
    if (text.startsWith("@")) {
      return new ArgumentSpec.BytesFile(InputFiles.resolve(directory, text.substring(1)));
    }
    Matcher same = SAME.matcher(text);
    if (same.matches()) {
      return same(same.group(1).strip(), same.group(2), text);
    }
    Matcher local = LOCAL.matcher(text);
    if (local.matches()) {
      return new ArgumentSpec.Local(count(local.group(1), text));
    }
    Matcher image = IMAGE.matcher(text);
    if (image.matches()) {
      return image(image, text, directory);
    }
    Matcher pipe = PIPE.matcher(text);
    if (pipe.matches()) {
      return pipe(pipe, text, directory);
    }
    Matcher sampler = SAMPLER.matcher(text);
    if (sampler.matches()) {
      return SamplerText.parse(sampler.group(1));
    }
    if (text.equals("queue")) {
      return ArgumentSpec.QueueSpec.DEFAULT;
    }
    Matcher buffer = BUFFER.matcher(text);
    if (buffer.matches()) {
      return buffer(buffer, text, directory);
    }
    if (text.startsWith(AnyText.PREFIX)) {
      return new ArgumentSpec.Any(AnyText.literals(text));
    }
    if (text.startsWith("(") && text.endsWith(")")) {
      return new ArgumentSpec.Value(Optional.empty(), numbers(text));
    }
    if (NumberText.isNumber(text)) {
      return new ArgumentSpec.Value(Optional.empty(), List.of(text));
    }
    throw new InputException(
        "'"
            + text
            + "' is no argument: expected a number, (1,2,…), TYPE[COUNT], TYPE[COUNT]=INIT,"
            + " local[BYTES], image[WIDTH,…], image[WIDTH,…]=INIT, pipe:TYPE[COUNT], sampler,"
            + " queue, same:NAME, @FILE or null");
  }

  /** Reads what a buffer holds. */
  public static Init init(String text, Path directory) {
    if (text.equals("zero")) {
      return new Init.Zero();
    }
    if (text.equals("none")) {
      return new Init.None();
    }
    if (text.equals("iota")) {
      return new Init.Iota();
    }
    if (text.equals("mixed")) {
      return new Init.Mixed();
    }
    Matcher pair = PAIR.matcher(text);
    if (pair.matches()) {
      return pair(pair);
    }
    if (text.startsWith(AnyText.PREFIX)) {
      return new Init.Any(AnyText.literals(text));
    }
    if (text.startsWith("random:")) {
      return new Init.Random(seed(text.substring("random:".length())));
    }
    if (text.startsWith("@")) {
      return new Init.RawFile(InputFiles.resolve(directory, text.substring(1)));
    }
    if (text.startsWith("image:")) {
      return new Init.ImageFile(InputFiles.resolve(directory, text.substring("image:".length())));
    }
    return new Init.Values(numbers(text));
  }

  /** Reads two numbers that say which numbers a buffer holds. */
  private static Init pair(Matcher parts) {
    long first = Long.parseLong(parts.group(2));
    long second = Long.parseLong(parts.group(3));
    if (parts.group(1).equals("steps")) {
      return new Init.Steps(first, second);
    }
    if (second < 1) {
      throw new InputException(parts.group() + ": " + second + " is not at least 1");
    }
    return new Init.Among(first, second);
  }

  private static ArgumentSpec buffer(Matcher parts, String text, Path directory) {
    DataType type = type(parts.group(1));
    Optional<Long> count =
        parts.group(2).isBlank() ? Optional.empty() : Optional.of(count(parts.group(2), text));
    if (parts.group(3) == null && count.isEmpty()) {
      throw new InputException("'" + text + "' needs a count, " + type + "[COUNT], or contents");
    }
    Init init = parts.group(3) == null ? new Init.Zero() : init(parts.group(3), directory);
    return new ArgumentSpec.BufferSpec(type, count, init);
  }

  private static ArgumentSpec pipe(Matcher parts, String text, Path directory) {
    return pipe(
        type(parts.group(1)),
        parts.group(2) == null ? 1 : count(parts.group(2), text),
        count(parts.group(3), text),
        parts.group(4) == null ? new Init.None() : init(parts.group(4), directory));
  }

  /** Returns a pipe; pictures are no packets. */
  static ArgumentSpec pipe(DataType type, long elements, long packets, Init init) {
    if (init instanceof Init.ImageFile) {
      throw new InputException("a pipe begins with numbers or the bytes of a file, not a picture");
    }
    Optional<Init> first = init instanceof Init.None ? Optional.empty() : Optional.of(init);
    return new ArgumentSpec.PipeSpec(type, elements, packets, first);
  }

  private static ArgumentSpec image(Matcher parts, String text, Path directory) {
    List<Long> size = new ArrayList<>();
    if (!parts.group(2).isBlank()) {
      for (String part : parts.group(2).split(",", -1)) {
        size.add(count(part, text));
      }
    }
    String type = parts.group(1) == null ? "float" : parts.group(1).substring(1);
    Init init = parts.group(3) == null ? new Init.Zero() : init(parts.group(3), directory);
    return image(type, size, init);
  }

  /** Returns an image of a type, or fails. */
  static ArgumentSpec image(String type, List<Long> size, Init init) {
    DataType.Scalar scalar =
        switch (type) {
          case "float" -> DataType.Scalar.FLOAT;
          case "int" -> DataType.Scalar.INT;
          case "uint" -> DataType.Scalar.UINT;
          default ->
              throw new InputException(
                  "'" + type + "' is no type of an image's channels: float, int or uint");
        };
    if (size.isEmpty() && !(init instanceof Init.ImageFile)) {
      throw new InputException("an image needs its sizes, image[WIDTH,…], or a picture's");
    }
    return new ArgumentSpec.ImageSpec(scalar, size, init);
  }

  /** Returns the type of a name, or fails. */
  static DataType type(String name) {
    return DataType.parse(name)
        .orElseThrow(
            () ->
                new InputException(
                    "'"
                        + name
                        + "' is no type of OpenCL C with host values (char, uchar, short, ushort,"
                        + " int, uint, long, ulong, half, float, double, and vectors such as"
                        + " float4)"));
  }

  private static ArgumentSpec same(String other, @Nullable String offset, String whole) {
    if (other.isEmpty()) {
      throw new InputException("'" + whole + "' names no argument: expected same:NAME[+OFFSET]");
    }
    return new ArgumentSpec.Same(other, offset == null ? 0 : offset(offset, whole));
  }

  private static long offset(String text, String whole) {
    try {
      long offset = Long.decode(text.strip());
      if (offset >= 0) {
        return offset;
      }
    } catch (NumberFormatException _) {
      // told below
    }
    throw new InputException(
        "'" + text + "' in '" + whole + "' is no offset: expected elements, at least 0");
  }

  private static long count(String text, String whole) {
    long product = 1;
    try {
      for (String factor : text.split("\\*", -1)) {
        product = Math.multiplyExact(product, Long.decode(factor.strip()));
      }
    } catch (NumberFormatException | ArithmeticException e) {
      throw new InputException("'" + text + "' in '" + whole + "' is no count");
    }
    if (product < 1) {
      throw new InputException("the count in '" + whole + "' is not at least 1");
    }
    return product;
  }

  private static long seed(String text) {
    try {
      return Long.decode(text);
    } catch (NumberFormatException e) {
      throw new InputException("'" + text + "' is no seed; expected random:SEED with a number");
    }
  }

  /** Reads numbers separated by commas; round brackets may group them into vectors. */
  private static List<String> numbers(String text) {
    List<String> numbers = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      String number = part.strip().replaceAll("^\\(|\\)$", "").strip();
      if (!NumberText.isNumber(number) && text.indexOf(',') < 0) {
        throw new InputException(
            "'"
                + text
                + "' is no INIT: zero, none, iota, mixed, steps:FIRST:STEP, among:FIRST:COUNT,"
                + " random:SEED, any:NUMBERS, numbers,"
                + " @FILE or image:FILE");
      }
      if (!NumberText.isNumber(number)) {
        throw new InputException(
            "'" + part.strip() + "' in '" + abbreviate(text) + "' is no number");
      }
      numbers.add(number);
    }
    return numbers;
  }

  private static String abbreviate(String text) {
    return text.length() <= 40 ? text : text.substring(0, 37) + "...";
  }
}
