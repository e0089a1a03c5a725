package dev.barnacle.cli.internal.check;

import dev.barnacle.cl.DataType;
import dev.barnacle.cli.internal.launch.ArgumentSpec;
import dev.barnacle.cli.internal.launch.Init;
import java.util.List;

/** Arguments as they are written on the command line. */
public final class SpecWords {
  private SpecWords() {}

  /**
   * Returns an argument that was chosen.
   *
   * @param zeroStructs whether structs are zeros; else each four bytes are an integer
   * @param integer that integer
   */
  public static String of(ArgumentSpec spec, boolean zeroStructs, long integer) {
    return switch (spec) {
      case ArgumentSpec.BufferSpec buffer ->
          buffer.type()
              + "["
              + buffer.count().map(String::valueOf).orElse("")
              + "]"
              + text(buffer.init());
      case ArgumentSpec.ImageSpec image ->
          "image"
              + (image.type() == DataType.Scalar.FLOAT ? "" : "-" + image.type().keyword())
              + "["
              + commas(image.size())
              + "]"
              + text(image.init());
      case ArgumentSpec.PipeSpec pipe ->
          "pipe:"
              + pipe.type()
              + (pipe.elements() == 1 ? "" : "*" + pipe.elements())
              + "["
              + pipe.packets()
              + "]"
              + pipe.init().map(i -> i instanceof Init.Zero ? "=zero" : text(i)).orElse("");
      case ArgumentSpec.SamplerSpec _ -> "sampler";
      case ArgumentSpec.QueueSpec _ -> "queue";
      case ArgumentSpec.Local local -> "local[" + local.byteSize() + "]";
      case ArgumentSpec.Value value ->
          value.literals().size() == 1
              ? value.literals().getFirst()
              : "(" + String.join(",", value.literals()) + ")";
      case ArgumentSpec.Bytes bytes ->
          bytes.bytes().byteSize() + (zeroStructs ? " zero bytes" : " bytes of " + integer);
      case ArgumentSpec.BytesFile file -> "@" + file.file();
      case ArgumentSpec.Same same ->
          "same:" + same.other() + (same.offset() == 0 ? "" : "+" + same.offset());
      case ArgumentSpec.Any any -> "any:" + String.join(",", any.literals());
      case ArgumentSpec.Shared shared -> "the buffer " + shared.buffer();
      case ArgumentSpec.Null _ -> "null";
    };
  }

  private static String text(Init init) {
    return switch (init) {
      case Init.Iota _ -> "=iota";
      case Init.Mixed _ -> "=mixed";
      case Init.Steps s -> "=steps:" + s.first() + ":" + s.step();
      case Init.Among a -> "=among:" + a.first() + ":" + a.count();
      case Init.Random r -> "=random:" + r.seed();
      case Init.None _ -> "=none";
      case Init.Values values -> "=" + String.join(",", values.literals());
      case Init.Any any -> "=any:" + String.join(",", any.literals());
      case Init.RawFile file -> "=@" + file.file();
      case Init.ImageFile file -> "=image:" + file.file();
      case Init.Zero _ -> "";
    };
  }

  /** Returns sizes with commas between them. */
  public static String commas(List<?> sizes) {
    return sizes.stream().map(String::valueOf).reduce((a, b) -> a + "," + b).orElse("");
  }
}
