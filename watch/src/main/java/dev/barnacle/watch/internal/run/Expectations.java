package dev.barnacle.watch.internal.run;

import dev.barnacle.watch.FindingKind;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What built-in functions of OpenCL C expect of the values that they are given, as compiled kernels
 * ask for it: the instructions {@code expect.*}, and orders of memory that do not go together.
 */
public final class Expectations {
  private static final int NORMALIZED = 1;
  private static final int ADDRESS_MODES = 0xe;
  private static final int REPEAT = 6;
  private static final int LINEAR = 0x20;

  /** A sampler is used with whole coordinates (images.h of the library). */
  private static final int WHOLE_COORDINATES = 1;

  private static final List<String> ORDERS =
      List.of("relaxed", "consume", "acquire", "release", "acq_rel", "seq_cst");

  private static final List<String> SCOPES =
      List.of("work_item", "work_group", "device", "all_svm_devices", "sub_group");

  private Expectations() {}

  private static void tell(
      WorkItem item, int place, Supplier<String> message, String why, String suggestion) {
    item.faults()
        .add(
            FindingKind.INVALID_ARGUMENT,
            place,
            () ->
                new Fault(
                    FindingKind.INVALID_ARGUMENT,
                    message.get(),
                    List.of(
                        new Fault.Access(place, "call", item.group().shape().number(), item.item)),
                    null,
                    0,
                    why,
                    suggestion));
  }

  // ---- clamp, smoothstep and mix ----

  public static void expectClamp(int high, int low, int bits, WorkItem item, int place) {
    if (low > high) {
      bounds(item, place, "6.15.3", low, high);
    }
  }

  public static void expectClamp(long high, long low, int bits, WorkItem item, int place) {
    if (low > high) {
      bounds(item, place, "6.15.3", low, high);
    }
  }

  public static void expectUclamp(int high, int low, int bits, WorkItem item, int place) {
    if (Integer.compareUnsigned(low, high) > 0) {
      bounds(item, place, "6.15.3", unsigned(low, bits), unsigned(high, bits));
    }
  }

  public static void expectUclamp(long high, long low, int bits, WorkItem item, int place) {
    if (Long.compareUnsigned(low, high) > 0) {
      String text = Long.toUnsignedString(low);
      bounds(item, place, "6.15.3", text, Long.toUnsignedString(high));
    }
  }

  public static void expectFclamp(float high, float low, WorkItem item, int place) {
    if (low > high) {
      bounds(item, place, "6.15.4", low, high);
    }
  }

  public static void expectFclamp(double high, double low, WorkItem item, int place) {
    if (low > high) {
      bounds(item, place, "6.15.4", low, high);
    }
  }

  private static long unsigned(int value, int bits) {
    return value & ((1L << bits) - 1);
  }

  private static void bounds(WorkItem item, int place, String section, Object low, Object high) {
    tell(
        item,
        place,
        () -> "clamp is given a lower bound of " + low + " and an upper one of " + high,
        "its result is undefined where minval > maxval (OpenCL C, " + section + ")",
        "Give it the lower bound first, and the upper one behind it.");
  }

  public static void expectSmoothstep(float edge0, float edge1, float x, WorkItem item, int place) {
    if (!(edge0 < edge1) || Float.isNaN(x)) {
      edges(item, place, edge0, edge1, Float.isNaN(x));
    }
  }

  public static void expectSmoothstep(
      double edge0, double edge1, double x, WorkItem item, int place) {
    if (!(edge0 < edge1) || Double.isNaN(x)) {
      edges(item, place, edge0, edge1, Double.isNaN(x));
    }
  }

  private static void edges(
      WorkItem item, int place, Object edge0, Object edge1, boolean noNumber) {
    tell(
        item,
        place,
        () -> "smoothstep is given " + (noNumber ? "a NaN" : "edges of " + edge0 + " and " + edge1),
        "its result is undefined where edge0 >= edge1, or an argument is a NaN (OpenCL C, 6.15.4)",
        noNumber ? "" : "For a step down take 1 - smoothstep(edge1, edge0, x).");
  }

  public static void expectMix(float a, WorkItem item, int place) {
    if (a < 0 || a > 1) {
      weight(item, place, a);
    }
  }

  public static void expectMix(double a, WorkItem item, int place) {
    if (a < 0 || a > 1) {
      weight(item, place, a);
    }
  }

  private static void weight(WorkItem item, int place, Object a) {
    tell(
        item,
        place,
        () -> "mix is given a weight of " + a,
        "its result is undefined where the weight is not in the range from 0 to 1 (OpenCL C,"
            + " 6.15.4)",
        "Write x + (y - x) * a, which is defined for all weights.");
  }

  public static void expectSquares(float sum, WorkItem item, int place) {
    if (sum > Float.MAX_VALUE) {
      tell(
          item,
          place,
          () -> "fast_normalize is given a vector whose sum of squares is greater than FLT_MAX",
          "its result is undefined for such vectors (OpenCL C, 6.15.5)",
          "Use normalize.");
    }
  }

  // ---- half_sin and the like, products of 24 bits, bit fields ----

  public static void expectAngle(float x, WorkItem item, int place) {
    if (Math.abs(x) > 1 << 16) {
      tell(
          item,
          place,
          () -> "half_sin, half_cos or half_tan is given " + x,
          "the argument must be in the range from -2^16 to 2^16 (OpenCL C, 6.15.2)",
          "");
    }
  }

  public static void expectMul24(int x, int bits, WorkItem item, int place) {
    if (x < -(1 << 23) || x >= 1 << 23) {
      factor(item, place, x, "-2^23 to 2^23 - 1");
    }
  }

  public static void expectUmul24(int x, int bits, WorkItem item, int place) {
    if (x >>> 24 != 0) {
      factor(item, place, Integer.toUnsignedLong(x), "0 to 2^24 - 1");
    }
  }

  private static void factor(WorkItem item, int place, long x, String range) {
    tell(
        item,
        place,
        () -> "mul24 or mad24 is given a factor of " + x + ", which has more than 24 bits",
        "the product differs between devices where a factor is not in the range from "
            + range
            + " (OpenCL C, 6.15.3)",
        "Use * instead.");
  }

  public static void expectBitfield(
      int offset, int count, int width, int bits, WorkItem item, int place) {
    if (Integer.toUnsignedLong(offset) + Integer.toUnsignedLong(count) > width) {
      tell(
          item,
          place,
          () ->
              "bitfield_insert or bitfield_extract of "
                  + Integer.toUnsignedString(count)
                  + " bits from bit "
                  + Integer.toUnsignedString(offset)
                  + " on, of "
                  + width,
          "the result is undefined where offset + count is more than the type has bits",
          "");
    }
  }

  // ---- Orders, scopes and flags that are computed ----

  public static void expectOrder(int order, int allowed, int bits, WorkItem item, int place) {
    if (!has(allowed, order)) {
      name(item, place, "memory_order", "memory order", ORDERS, order, allowed);
    }
  }

  public static void expectScope(int scope, int allowed, int bits, WorkItem item, int place) {
    if (!has(allowed, scope)) {
      name(item, place, "memory_scope", "memory scope", SCOPES, scope, allowed);
    }
  }

  private static boolean has(int bits, int number) {
    return number >= 0 && number < Integer.SIZE && (bits >>> number & 1) != 0;
  }

  private static void name(
      WorkItem item,
      int place,
      String type,
      String words,
      List<String> names,
      int number,
      int allowed) {
    String allowedNames =
        IntStream.range(0, names.size())
            .filter(n -> has(allowed, n))
            .mapToObj(n -> type + "_" + names.get(n))
            .collect(Collectors.joining(", "));
    tell(
        item,
        place,
        () ->
            "the "
                + words
                + " is "
                + (number >= 0 && number < names.size()
                    ? type + "_" + names.get(number)
                    : String.valueOf(number)),
        "the function takes " + allowedNames + " (OpenCL C, 6.15.12)",
        "");
  }

  public static void expectFlags(int flags, int allowed, int bits, WorkItem item, int place) {
    if ((flags & ~allowed) != 0) {
      tell(
          item,
          place,
          () -> "the memory fence flags are " + Integer.toUnsignedString(flags),
          "they are a combination of CLK_LOCAL_MEM_FENCE, CLK_GLOBAL_MEM_FENCE and"
              + " CLK_IMAGE_MEM_FENCE (OpenCL C, 6.15.8)",
          "");
    }
  }

  // ---- Samplers and coordinates ----

  public static void expectCoordinate(float at, WorkItem item, int place) {
    if (!Float.isFinite(at)) {
      tell(
          item,
          place,
          () -> "an image is read at the coordinate " + at,
          "the behavior is undefined where a coordinate is infinite or a NaN (OpenCL C, 8.2)",
          "");
    }
  }

  /**
   * Looks at a sampler.
   *
   * @param use 1 with whole coordinates, 2 by a function that reads integers
   */
  public static void expectSampler(int sampler, int use, int bits, WorkItem item, int place) {
    boolean normalized = (sampler & NORMALIZED) != 0;
    boolean whole = (use & WHOLE_COORDINATES) != 0;
    boolean repeats = (sampler & ADDRESS_MODES) >= REPEAT;
    if (use != 0 && (sampler & LINEAR) != 0) {
      sampler(
          item,
          place,
          (whole ? "whole coordinates are" : "read_imagei or read_imageui is")
              + " given a sampler that filters: CLK_FILTER_LINEAR",
          "Use a sampler with CLK_FILTER_NEAREST.");
    } else if (whole && normalized) {
      sampler(
          item,
          place,
          "whole coordinates are given a sampler with CLK_NORMALIZED_COORDS_TRUE",
          "Use a sampler with CLK_NORMALIZED_COORDS_FALSE, or coordinates of type float.");
    } else if (repeats && !normalized) {
      sampler(
          item,
          place,
          "a sampler with "
              + ((sampler & ADDRESS_MODES) == REPEAT
                  ? "CLK_ADDRESS_REPEAT"
                  : "CLK_ADDRESS_MIRRORED_REPEAT")
              + " has no normalized coordinates",
          "Use CLK_NORMALIZED_COORDS_TRUE, or another addressing mode.");
    }
  }

  private static void sampler(WorkItem item, int place, String message, String suggestion) {
    tell(
        item,
        place,
        () -> message,
        "the values that are read are undefined (OpenCL C, 6.15.15)",
        suggestion);
  }

  // ---- What can be seen in the program, where it is run ----

  /** A compare-and-exchange whose order of failure is stronger than that of success. */
  public static void failureOrder(WorkItem item, String success, String failure, int place) {
    tell(
        item,
        place,
        () ->
            "a compare-and-exchange has memory_order_"
                + failure
                + " where it fails, and memory_order_"
                + success
                + " where it succeeds",
        "the order of failure shall be no stronger than that of success (OpenCL C, 6.15.12)",
        "");
  }

  /** An atomic operation on private memory. */
  static void privateAtomic(WorkItem item, int place) {
    tell(
        item,
        place,
        () -> "atomic operation on private memory",
        "its behavior is undefined (OpenCL C, 6.15.12)",
        "Use a plain variable: no other work-item can see it.");
  }

  /** A call of printf whose arguments do not fit the format. */
  public static void printf(WorkItem item, String mistake, int place) {
    tell(
        item,
        place,
        () -> "printf: " + mistake,
        "the behavior is undefined where an argument is missing or does not fit its conversion"
            + " (OpenCL C, 6.15.14)",
        "");
  }

  /** A quotient that the type has not got. */
  static void quotient(WorkItem item, long least, int place) {
    tell(
        item,
        place,
        () -> "integer division of " + least + " by -1",
        "the result is unspecified, as the type has no integer as large as the quotient",
        "");
  }
}
