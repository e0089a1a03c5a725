package dev.barnacle.frontend.internal.spirv.lower;

import dev.barnacle.frontend.internal.spirv.mangling.MangledArgument;
import dev.barnacle.frontend.internal.spirv.mangling.Mangling;
import dev.barnacle.frontend.internal.spirv.module.SpirvType;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes of integers to images that do not say whether these have a sign, as modules before SPIR-V
 * 1.4 could not: the image's format says it when the kernel runs (SPIR-V, 3.14 "Image Operands").
 */
final class UnknownSign {
  /** {@code CL_UNSIGNED_INT8}; those of 16 and of 32 bits follow. */
  private static final int UNSIGNED_INT8 = 0x10DA;

  private static final int FORMATS = 3;

  private UnknownSign() {}

  /**
   * Returns the call of a function that asks the image and then writes.
   *
   * @param image the id of the image, the first argument
   * @param types of the arguments, the texel's the last, as if it had a sign
   */
  static String write(
      FunctionCode code, int image, List<MangledArgument> types, List<String> arguments) {
    List<String> parameters = new ArrayList<>();
    for (String argument : arguments) {
      parameters.add(FunctionCode.typeOf(argument) + " %p" + parameters.size());
    }
    String ask =
        code.library(
            "get_image_channel_data_type",
            new SpirvType.Int(32),
            List.of(MangledArgument.signed(code.type(image))),
            parameters.subList(0, 1));
    SpirvType nothing = new SpirvType.VoidType();
    List<MangledArgument> others = new ArrayList<>(types);
    if (others.removeLast() instanceof MangledArgument.Value texel) {
      others.add(MangledArgument.unsigned(texel.type()));
    }
    String name = Mangling.name("__barnacle_write_image", others);
    code.functions()
        .define(
            name,
            lines(
                "void @" + name + "(" + String.join(", ", parameters) + ")",
                ask,
                code.library("write_imagei", nothing, types, parameters),
                code.library("write_imageui", nothing, others, parameters)));
    return "call spir_func void @" + name + "(" + String.join(", ", arguments) + ")";
  }

  private static List<String> lines(String head, String ask, String signed, String unsigned) {
    return List.of(
        "define internal spir_func " + head + " {",
        "  %format = " + ask,
        "  %from = sub i32 %format, " + UNSIGNED_INT8,
        "  %none = icmp ult i32 %from, " + FORMATS,
        "  br i1 %none, label %unsigned, label %signed",
        "signed:",
        "  " + signed,
        "  ret void",
        "unsigned:",
        "  " + unsigned,
        "  ret void",
        "}");
  }
}
