package dev.barnacle.frontend.internal.spirv.write;

import dev.barnacle.frontend.internal.spirv.binary.Opcode;
import dev.barnacle.frontend.internal.spirv.dictionary.ImageQuery;
import dev.barnacle.frontend.internal.spirv.dictionary.ImageQuery.Operand;
import dev.barnacle.frontend.internal.spirv.write.WrittenType.Kind;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Images and samplers (OpenCL C, 6.15.15). */
final class ImageFunctions implements BuiltinCall.Family {
  private static final int SPIRV_1_4 = 0x00010400;
  private static final int BUFFER = 5;

  private static final Pattern READ = Pattern.compile("read_image(f|i|ui|h)");
  private static final Pattern WRITE = Pattern.compile("write_image(f|i|ui|h)");

  @Override
  public int write(BuiltinCall call) {
    if (call.name().equals("__translate_sampler_initializer")) {
      return call.body().constants().sampler(call.literal(0, "value"));
    }
    if (call.types().isEmpty() || !call.type(0).name().startsWith("ocl_image")) {
      return OTHER;
    }
    Matcher read = READ.matcher(call.name());
    if (read.matches()) {
      return call.types().size() > 1 && call.type(1).name().equals("ocl_sampler")
          ? sample(call, read.group(1))
          : read(call, read.group(1));
    }
    Matcher write = WRITE.matcher(call.name());
    if (write.matches()) {
      return store(call, write.group(1));
    }
    return query(call);
  }

  /** Returns the operand that tells a texel's sign, where the version has it. */
  private static int sign(BuiltinCall call, String kind) {
    boolean integer = kind.equals("i") || kind.equals("ui");
    if (!integer || !call.body().module().text.prefer(SPIRV_1_4)) {
      return 0;
    }
    return kind.equals("ui") ? Operand.ZERO_EXTEND : Operand.SIGN_EXTEND;
  }

  private static boolean isDepth(WrittenType image) {
    return image.numbers().get(2) == 1;
  }

  private static int dimension(WrittenType image) {
    return image.numbers().get(1);
  }

  /** Returns the texel's type: four components, also of depth images. */
  private static WrittenType texel(BuiltinCall call) {
    WrittenType result = call.result();
    return result.is(Kind.VECTOR) ? result : call.body().types().vector(result, 4);
  }

  private static int component(BuiltinCall call, int texel) {
    WrittenType result = call.result();
    return call.body().typeOf(texel).equals(result)
        ? texel
        : call.body().emit(Opcode.COMPOSITE_EXTRACT, result, texel, 0);
  }

  /**
   * Returns the level: 0 where the function has none, which reads the first one whatever the
   * sampler's limits are; a level 0 that it has, and which these hold for, is the negative zero.
   */
  private static int level(BuiltinCall call) {
    Body body = call.body();
    WrittenType type = body.types().floating(32);
    int none = body.constants().floating(type, 0);
    if (call.count() <= 3) {
      return none;
    }
    int level = call.value(3);
    return level == none ? body.constants().floating(type, -0.0) : level;
  }

  private static int sample(BuiltinCall call, String kind) {
    Body body = call.body();
    WrittenType image = call.typeOf(0);
    int pair =
        body.emit(
            Opcode.SAMPLED_IMAGE, body.types().sampledImage(image), call.value(0), call.value(1));
    int[] words = {pair, call.value(2)};
    int sign = sign(call, kind);
    if (call.count() > 4) {
      words = WordBuffer.joined(words, Operand.GRAD | sign, call.value(3), call.value(4));
    } else {
      words = WordBuffer.joined(words, Operand.LOD | sign, level(call));
    }
    return component(call, body.emit(Opcode.IMAGE_SAMPLE_EXPLICIT_LOD, texel(call), words));
  }

  private static int read(BuiltinCall call, String kind) {
    WrittenType image = call.typeOf(0);
    int[] words = {call.value(0), call.value(1)};
    int mask = sign(call, kind);
    boolean samples = image.numbers().get(4) == 1;
    if (samples) {
      mask |= Operand.SAMPLE;
    }
    if (mask != 0) {
      words = WordBuffer.joined(words, mask);
    }
    if (samples) {
      words = WordBuffer.joined(words, call.value(2));
    }
    WrittenType type = isDepth(image) ? call.result() : texel(call);
    return component(call, call.body().emit(Opcode.IMAGE_READ, type, words));
  }

  private static int store(BuiltinCall call, String kind) {
    int last = call.count() - 1;
    int mask = sign(call, kind);
    boolean level = last > 2;
    int[] words = {call.value(0), call.value(1), call.value(last)};
    if (level) {
      words = WordBuffer.joined(words, mask | Operand.LOD, call.value(2));
    } else if (mask != 0) {
      words = WordBuffer.joined(words, mask);
    }
    call.body().effect(Opcode.IMAGE_WRITE, words);
    return NOTHING;
  }

  private static int query(BuiltinCall call) {
    ImageQuery query = ImageQuery.of(call.name()).orElse(null);
    if (query != null) {
      return query(call, query);
    }
    if (call.name().equals(ImageQuery.LAYERS)) {
      return part(call, dimensions(call.typeOf(0)));
    }
    int size = ImageQuery.SIZES.indexOf(call.name());
    if (size >= 0) {
      return part(call, size);
    }
    return call.name().equals("get_image_dim") ? sizes(call) : OTHER;
  }

  private static int query(BuiltinCall call, ImageQuery query) {
    Body body = call.body();
    WrittenType integer = body.types().integer(32);
    if (!query.capability().isEmpty()) {
      body.module().text.capability(query.capability());
    }
    int value = body.emit(query.op(), integer, call.value(0));
    return query.first() == 0
        ? value
        : body.emit(Opcode.I_ADD, integer, value, call.integer(query.first()));
  }

  private static int dimensions(WrittenType image) {
    return dimension(image) == BUFFER ? 1 : dimension(image) + 1;
  }

  private static int size(BuiltinCall call) {
    Body body = call.body();
    WrittenType image = call.typeOf(0);
    int count = dimensions(image) + image.numbers().get(3);
    WrittenType type = body.types().vector(body.types().integer(32), count);
    boolean levels = dimension(image) != BUFFER && image.numbers().get(4) == 0;
    return levels
        ? body.emit(Opcode.IMAGE_QUERY_SIZE_LOD, type, call.value(0), call.integer(0))
        : body.emit(Opcode.IMAGE_QUERY_SIZE, type, call.value(0));
  }

  private static int part(BuiltinCall call, int index) {
    Body body = call.body();
    int size = size(call);
    int one =
        body.typeOf(size).is(Kind.VECTOR)
            ? body.emit(Opcode.COMPOSITE_EXTRACT, body.types().integer(32), size, index)
            : size;
    return call.resized(one, call.result(), false);
  }

  /** Width and height; of images of three dimensions the depth and a zero too. */
  private static int sizes(BuiltinCall call) {
    Body body = call.body();
    int size = size(call);
    boolean three = dimension(call.typeOf(0)) == 2;
    List<Integer> mask = three ? List.of(0, 1, 2, 3) : List.of(0, 1);
    if (!three && body.typeOf(size).equals(call.result())) {
      return size;
    }
    int zeros = body.constants().integer(body.typeOf(size), 0);
    return body.emit(
        Opcode.VECTOR_SHUFFLE,
        call.result(),
        WordBuffer.joined(
            new int[] {size, zeros}, mask.stream().mapToInt(Integer::intValue).toArray()));
  }
}
