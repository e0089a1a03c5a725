package dev.barnacle.frontend.internal.spirv.lower;

import dev.barnacle.frontend.internal.spirv.binary.Opcode;
import dev.barnacle.frontend.internal.spirv.binary.SpirvInstruction;
import dev.barnacle.frontend.internal.spirv.dictionary.ImageQuery;
import dev.barnacle.frontend.internal.spirv.dictionary.ImageQuery.Operand;
import dev.barnacle.frontend.internal.spirv.mangling.MangledArgument;
import dev.barnacle.frontend.internal.spirv.module.SpirvType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Images (SPIR-V, 3.49.10 "Image Instructions"), as OpenCL C's functions. */
final class ImageLowering implements Lowering {
  private final FunctionCode code;
  private final Map<Integer, SpirvInstruction> sampled = new HashMap<>();

  ImageLowering(FunctionCode code) {
    this.code = code;
  }

  @Override
  public boolean lower(SpirvInstruction i) {
    ImageQuery query = ImageQuery.of(i.name()).orElse(null);
    if (query != null) {
      String value = ask(i.operand(0), query.function(), i);
      code.result().binary("sub", "i32", value, query.first());
      return true;
    }
    switch (i.name()) {
      case Opcode.SAMPLED_IMAGE -> sampled.put(i.result(), i);
      case Opcode.IMAGE -> throw i.invalid("it is not supported");
      case Opcode.IMAGE_SAMPLE_EXPLICIT_LOD -> sample(i);
      case Opcode.IMAGE_READ, Opcode.IMAGE_FETCH -> read(i);
      case Opcode.IMAGE_WRITE -> write(i);
      case Opcode.IMAGE_QUERY_SIZE, Opcode.IMAGE_QUERY_SIZE_LOD -> size(i);
      default -> {
        return false;
      }
    }
    return true;
  }

  private SpirvType.Image image(int id, SpirvInstruction i) {
    return switch (code.type(id)) {
      case SpirvType.Image image -> image;
      case SpirvType.SampledImage s -> s.image();
      default -> throw i.invalid("%" + id + " is no image");
    };
  }

  private static int mask(SpirvInstruction i, int at) {
    return at < i.operands() ? i.operand(at) : 0;
  }

  private static String kind(SpirvType texel, int mask) {
    return switch (texel.scalar()) {
      case SpirvType.FloatType f -> f.bits() == 16 ? "h" : "f";
      default ->
          (mask & Operand.ZERO_EXTEND) != 0 && (mask & Operand.SIGN_EXTEND) == 0 ? "ui" : "i";
    };
  }

  private void sample(SpirvInstruction i) {
    SpirvInstruction pair = sampled.get(code.resolved(i.operand(0)));
    if (pair == null) {
      throw i.invalid("its image is no OpSampledImage of the same function");
    }
    SpirvType.Image image = image(pair.operand(0), i);
    int mask = mask(i, 2);
    List<MangledArgument> types =
        new ArrayList<>(
            List.of(
                MangledArgument.signed(image),
                MangledArgument.signed(code.type(pair.operand(1))),
                MangledArgument.signed(code.type(i.operand(1)))));
    List<String> arguments =
        new ArrayList<>(
            List.of(
                code.typed(pair.operand(0)),
                code.typed(pair.operand(1)),
                code.typed(i.operand(1))));
    if ((mask & Operand.LOD) != 0 && !isZero(i.operand(3))) {
      types.add(MangledArgument.signed(code.type(i.operand(3))));
      arguments.add(code.typed(i.operand(3)));
    } else if ((mask & Operand.GRAD) != 0) {
      for (int k = 3; k <= 4; k++) {
        types.add(MangledArgument.signed(code.type(i.operand(k))));
        arguments.add(code.typed(i.operand(k)));
      }
    }
    define("read_image" + kind(code.resultType(), mask), image, types, arguments);
  }

  private boolean isZero(int id) {
    String text = code.value(id);
    return text.equals("0x0000000000000000") || text.equals("zeroinitializer");
  }

  /** Depth images give one component where the result has four. */
  private void define(
      String name, SpirvType.Image image, List<MangledArgument> types, List<String> arguments) {
    SpirvType type = code.resultType();
    if (image.depth() == 1 && type instanceof SpirvType.Vector v) {
      String value = code.temporary(code.library(name, v.element(), types, arguments));
      code.define(
          "insertelement %s zeroinitializer, %s %s, i32 0"
              .formatted(type.llvm(), v.element().llvm(), value));
    } else {
      code.define(code.library(name, type, types, arguments));
    }
  }

  private void read(SpirvInstruction i) {
    SpirvType.Image image = image(i.operand(0), i);
    define(
        "read_image" + kind(code.resultType(), mask(i, 2)),
        image,
        List.of(MangledArgument.signed(image), MangledArgument.signed(code.type(i.operand(1)))),
        List.of(code.typed(i.operand(0)), code.typed(i.operand(1))));
  }

  private void write(SpirvInstruction i) {
    SpirvType.Image image = image(i.operand(0), i);
    int mask = mask(i, 3);
    SpirvType texel = code.type(i.operand(2));
    boolean asks =
        texel.scalar() instanceof SpirvType.Int
            && (mask & (Operand.SIGN_EXTEND | Operand.ZERO_EXTEND)) == 0;
    String kind = kind(texel, mask);
    String value = code.typed(i.operand(2));
    if (image.depth() == 1 && texel instanceof SpirvType.Vector v) {
      value = v.element().llvm() + " " + code.temporary("extractelement " + value + ", i32 0");
      texel = v.element();
    }
    List<MangledArgument> types =
        new ArrayList<>(
            List.of(
                MangledArgument.signed(image), MangledArgument.signed(code.type(i.operand(1)))));
    List<String> arguments =
        new ArrayList<>(List.of(code.typed(i.operand(0)), code.typed(i.operand(1))));
    if ((mask & Operand.LOD) != 0) {
      types.add(MangledArgument.signed(code.type(i.operand(4))));
      arguments.add(code.typed(i.operand(4)));
    }
    types.add(new MangledArgument.Value(texel, !kind.equals("ui")));
    arguments.add(value);
    if (asks) {
      code.effect(UnknownSign.write(code, i.operand(0), types, arguments));
    } else {
      code.effect(code.library("write_image" + kind, new SpirvType.VoidType(), types, arguments));
    }
  }

  private String ask(int id, String name, SpirvInstruction i) {
    SpirvType.Image image = image(id, i);
    return code.temporary(
        code.library(
            name,
            new SpirvType.Int(32),
            List.of(MangledArgument.signed(image)),
            List.of(code.typed(id))));
  }

  private void size(SpirvInstruction i) {
    SpirvType.Image image = image(i.operand(0), i);
    boolean deep = image.dim() == 2;
    List<String> names = ImageQuery.SIZES.subList(0, deep ? 3 : image.dim() == 1 ? 2 : 1);
    List<String> parts = new ArrayList<>();
    names.forEach(name -> parts.add(extended(ask(i.operand(0), name, i), "i32")));
    if (image.arrayed() == 1) {
      String layers =
          code.temporary(
              code.library(
                  ImageQuery.LAYERS,
                  new SpirvType.Int(64),
                  List.of(MangledArgument.signed(image)),
                  List.of(code.typed(i.operand(0)))));
      parts.add(extended(layers, "i64"));
    }
    SpirvType type = code.resultType();
    if (type.components() != parts.size()) {
      throw i.invalid("its type has not " + parts.size() + " components");
    }
    if (parts.size() == 1) {
      code.define("add " + type.llvm() + " " + parts.getFirst() + ", 0");
      return;
    }
    String whole = "poison";
    for (int k = 0; k < parts.size(); k++) {
      String operation =
          "insertelement %s %s, %s %s, i32 %d"
              .formatted(type.llvm(), whole, type.scalar().llvm(), parts.get(k), k);
      if (k == parts.size() - 1) {
        code.define(operation);
      } else {
        whole = code.temporary(operation);
      }
    }
  }

  private String extended(String value, String from) {
    String to = code.resultType().scalar().llvm();
    if (to.equals(from)) {
      return value;
    }
    String operation = to.equals("i64") ? "zext" : "trunc";
    return code.temporary(operation + " " + from + " " + value + " to " + to);
  }
}
