package dev.barnacle.frontend.internal.spirv;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** The modules beside the tests. */
final class Samples {
  /** Their names. */
  static final List<String> NAMES =
      List.of(
          "arithmetic",
          "atomics",
          "control",
          "memory",
          "composites",
          "images",
          "groups",
          "builtins",
          "structures",
          "pipes",
          "enqueue");

  private Samples() {}

  /** Returns a module's text. */
  static String text(String name) {
    try (InputStream in = Samples.class.getResourceAsStream(name + ".spvasm")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns a module. */
  static byte[] module(String name) {
    return Assembler.assemble(text(name));
  }
}
