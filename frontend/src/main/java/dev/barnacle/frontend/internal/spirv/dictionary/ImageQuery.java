package dev.barnacle.frontend.internal.spirv.dictionary;

import dev.barnacle.frontend.internal.spirv.binary.Opcode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A question about an image, of which both languages have one.
 *
 * @param op the instruction
 * @param function the function of OpenCL C
 * @param first what the function gives where the instruction gives 0
 * @param capability that the instruction needs; empty for none beside those of its types
 */
public record ImageQuery(String op, String function, int first, String capability) {
  /** The bits of {@code Image Operands} that kernels use (SPIR-V, 3.14). */
  public static final class Operand {
    public static final int LOD = 0x2;
    public static final int GRAD = 0x4;
    public static final int SAMPLE = 0x40;
    public static final int SIGN_EXTEND = 0x1000;
    public static final int ZERO_EXTEND = 0x2000;

    private Operand() {}
  }

  /** The functions that give a part of what {@code OpImageQuerySize} gives; layers come next. */
  public static final List<String> SIZES =
      List.of("get_image_width", "get_image_height", "get_image_depth");

  /** The function that gives how many layers an array has. */
  public static final String LAYERS = "get_image_array_size";

  private static final List<ImageQuery> ALL =
      List.of(
          new ImageQuery(Opcode.IMAGE_QUERY_FORMAT, "get_image_channel_data_type", 0x10d0, ""),
          new ImageQuery(Opcode.IMAGE_QUERY_ORDER, "get_image_channel_order", 0x10b0, ""),
          new ImageQuery(Opcode.IMAGE_QUERY_LEVELS, "get_image_num_mip_levels", 0, "ImageMipmap"),
          new ImageQuery(Opcode.IMAGE_QUERY_SAMPLES, "get_image_num_samples", 0, ""));

  private static final Map<String, ImageQuery> BY_NAME =
      ALL.stream()
          .flatMap(q -> Stream.of(Map.entry(q.op, q), Map.entry(q.function, q)))
          .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));

  /** Returns the question that an instruction or a function is. */
  public static Optional<ImageQuery> of(String name) {
    return Optional.ofNullable(BY_NAME.get(name));
  }
}
