package dev.barnacle.watch.internal.words;

import dev.barnacle.watch.internal.run.fault.CallFault;
import dev.barnacle.watch.internal.run.memory.WatchedObject;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Puts into words what built-in functions expect, and were not given. */
final class CallWords {
  private static final List<String> ORDERS =
      List.of("relaxed", "consume", "acquire", "release", "acq_rel", "seq_cst");

  private static final List<String> SCOPES =
      List.of("work_item", "work_group", "device", "all_svm_devices", "sub_group");

  private CallWords() {}

  static FaultDescription of(CallFault fault) {
    return switch (fault) {
      case CallFault.Argument f -> argument(f.what(), f.values());
      case CallFault.ImageChannels f -> channels(f);
      case CallFault.Source f -> SubGroupWords.source(f);
      case CallFault.Cluster f -> SubGroupWords.cluster(f);
    };
  }

  private static FaultDescription say(String detail, String why, String help) {
    return new FaultDescription(detail, why, help);
  }

  private static FaultDescription argument(CallFault.Expected what, List<Object> values) {
    return switch (what) {
      case CLAMP, SMOOTHSTEP, SMOOTHSTEP_NUMBER, MIX, SQUARES, ANGLE, FACTOR, BIT_FIELD, QUOTIENT ->
          number(what, values);
      case ORDER -> constant("memory_order", "memory order", ORDERS, values);
      case SCOPE -> constant("memory_scope", "memory scope", SCOPES, values);
      case FLAGS ->
          say(
              "the memory fence flags are " + Integer.toUnsignedString((int) values.getFirst()),
              "they are a combination of CLK_LOCAL_MEM_FENCE, CLK_GLOBAL_MEM_FENCE and"
                  + " CLK_IMAGE_MEM_FENCE (OpenCL C, 6.15.8)",
              "");
      case FAILURE_ORDER ->
          say(
              "a compare-and-exchange has memory_order_"
                  + values.get(1)
                  + " where it fails, and memory_order_"
                  + values.get(0)
                  + " where it succeeds",
              "the order of failure shall be no stronger than that of success (OpenCL C, 6.15.12)",
              "");
      case SHARED_MEMORY ->
          say(
              "atomic operation on private memory",
              "its behavior is undefined (OpenCL C, 6.15.12)",
              "Use a plain variable: no other work-item can see it.");
      case PRINTF ->
          say(
              "printf: " + values.getFirst(),
              "the behavior is undefined where an argument is missing or does not fit its"
                  + " conversion (OpenCL C, 6.15.14)",
              "");
      case COORDINATE,
          LEVELS_NORMALIZED,
          WHOLE_NEAREST,
          INTEGER_NEAREST,
          WHOLE_UNNORMALIZED,
          REPEAT_NORMALIZED ->
          image(what, values);
      case STRIDE, STEP, EVENT, UNIFORM -> copy(what, values);
    };
  }

  private static FaultDescription number(CallFault.Expected what, List<Object> values) {
    String smoothstep =
        "its result is undefined where edge0 >= edge1, or an argument is a NaN (OpenCL C, 6.15.4)";
    return switch (what) {
      case CLAMP ->
          say(
              "clamp is given a lower bound of "
                  + values.get(1)
                  + " and an upper one of "
                  + values.get(2),
              "its result is undefined where minval > maxval (OpenCL C, " + values.get(0) + ")",
              "Give it the lower bound first, and the upper one behind it.");
      case SMOOTHSTEP ->
          say(
              "smoothstep is given edges of " + values.get(0) + " and " + values.get(1),
              smoothstep,
              "For a step down take 1 - smoothstep(edge1, edge0, x).");
      case SMOOTHSTEP_NUMBER -> say("smoothstep is given a NaN", smoothstep, "");
      case MIX ->
          say(
              "mix is given a weight of " + values.getFirst(),
              "its result is undefined where the weight is not in the range from 0 to 1 (OpenCL C,"
                  + " 6.15.4)",
              "Write x + (y - x) * a, which is defined for all weights.");
      case SQUARES ->
          say(
              "fast_normalize is given a vector whose sum of squares is greater than FLT_MAX",
              "its result is undefined for such vectors (OpenCL C, 6.15.5)",
              "Use normalize.");
      case ANGLE ->
          say(
              "half_sin, half_cos or half_tan is given " + values.getFirst(),
              "the argument must be in the range from -2^16 to 2^16 (OpenCL C, 6.15.2)",
              "");
      case FACTOR ->
          say(
              "mul24 or mad24 is given a factor of "
                  + values.get(0)
                  + ", which has more than 24 bits",
              "the product differs between devices where a factor is not in the range from "
                  + values.get(1)
                  + " (OpenCL C, 6.15.3)",
              "Use * instead.");
      case BIT_FIELD ->
          say(
              "bitfield_insert or bitfield_extract of "
                  + Integer.toUnsignedString((int) values.get(0))
                  + " bits from bit "
                  + Integer.toUnsignedString((int) values.get(1))
                  + " on, of "
                  + values.get(2),
              "the result is undefined where offset + count is more than the type has bits",
              "");
      default ->
          say(
              "integer division of " + values.getFirst() + " by -1",
              "the result is unspecified, as the type has no integer as large as the quotient",
              "");
    };
  }

  /** An order or a scope that a function does not take. */
  private static FaultDescription constant(
      String type, String noun, List<String> names, List<Object> values) {
    int number = (int) values.get(0);
    int allowed = (int) values.get(1);
    String taken =
        IntStream.range(0, names.size())
            .filter(n -> (allowed >>> n & 1) != 0)
            .mapToObj(n -> type + "_" + names.get(n))
            .collect(Collectors.joining(", "));
    String given =
        number >= 0 && number < names.size()
            ? type + "_" + names.get(number)
            : String.valueOf(number);
    return say(
        "the " + noun + " is " + given, "the function takes " + taken + " (OpenCL C, 6.15.12)", "");
  }

  private static FaultDescription image(CallFault.Expected what, List<Object> values) {
    String undefined = "the values that are read are undefined (OpenCL C, 6.15.15)";
    return switch (what) {
      case WHOLE_NEAREST, INTEGER_NEAREST ->
          say(
              (what == CallFault.Expected.WHOLE_NEAREST
                      ? "whole coordinates are"
                      : "read_imagei or read_imageui is")
                  + " given a sampler that filters: CLK_FILTER_LINEAR",
              undefined,
              "Use a sampler with CLK_FILTER_NEAREST.");
      case WHOLE_UNNORMALIZED ->
          say(
              "whole coordinates are given a sampler with CLK_NORMALIZED_COORDS_TRUE",
              undefined,
              "Use a sampler with CLK_NORMALIZED_COORDS_FALSE, or coordinates of type float.");
      case LEVELS_NORMALIZED ->
          say(
              "a level of a mipmapped image is read with CLK_NORMALIZED_COORDS_FALSE",
              undefined,
              "Use a sampler with CLK_NORMALIZED_COORDS_TRUE.");
      case REPEAT_NORMALIZED ->
          say(
              "a sampler with " + values.getFirst() + " has no normalized coordinates",
              undefined,
              "Use CLK_NORMALIZED_COORDS_TRUE, or another addressing mode.");
      default ->
          say(
              "an image is read at the coordinate " + values.getFirst(),
              "the behavior is undefined where a coordinate is infinite or a NaN (OpenCL C, 8.2)",
              "");
    };
  }

  private static FaultDescription copy(CallFault.Expected what, List<Object> values) {
    return switch (what) {
      case STRIDE ->
          say(
              "async_work_group_strided_copy is given a stride of 0",
              "the behavior is undefined where a stride is 0 (OpenCL C, 6.15.11)",
              "");
      case STEP ->
          say(
              "lines or planes of an asynchronous copy overlap: "
                  + values.getFirst()
                  + " elements from one to the next, which has "
                  + values.getLast(),
              "the behavior is undefined where lines or planes overlap (OpenCL C, \"Extended Async"
                  + " Copy Functions\")",
              "");
      case EVENT ->
          say(
              "wait_group_events is given an event that has been waited for before",
              "a wait releases its events (OpenCL C, 6.15.11)",
              "Wait for each copy's event once, or set it to that of a new copy first.");
      default ->
          say(
              "work-items of a group call " + values.getFirst() + " with different arguments",
              "all work-items of a work-group must call it with the same arguments (OpenCL C,"
                  + " 6.15.11)",
              "Compute the arguments from what is the same for all work-items of a work-group.");
    };
  }

  private static FaultDescription channels(CallFault.ImageChannels fault) {
    String function = fault.writes() ? "write_image" : "read_image";
    WatchedObject texels = fault.texels();
    return new FaultDescription(
        function
            + suffix(fault.wanted())
            + " of an image whose channels are "
            + words(fault.given()),
        texels == null ? null : FaultDescription.Target.whole(texels),
        texels == null ? 0 : texels.byteSize, // behind its end: no texel is meant
        "it is for channels that are "
            + words(fault.wanted())
            + ", and the values are undefined for others (OpenCL C, 6.15.15)",
        "Call " + function + suffix(fault.given()) + ".");
  }

  private static String suffix(CallFault.Channels channels) {
    return switch (channels) {
      case FLOATS -> "f";
      case INTS -> "i";
      case UINTS -> "ui";
    };
  }

  private static String words(CallFault.Channels channels) {
    return switch (channels) {
      case FLOATS -> "floating-point or normalized numbers";
      case INTS -> "signed integers";
      case UINTS -> "unsigned integers";
    };
  }
}
