package dev.barnacle.frontend.internal.reader.expand;

import dev.barnacle.ir.Function;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.text.IrParser;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** The function {@code wide.divide}, which divides integers of 128 bits, as text of the IR. */
public final class DivisionFunction {
  private static final String FILE = "/dev/barnacle/frontend/reader/wide_division.ir";

  private DivisionFunction() {}

  /** Adds {@code wide.divide} and what it calls to a module; returns it. */
  public static Function addTo(Module module) {
    Module own = IrParser.parse(text(), FILE);
    module.functions().addAll(own.functions());
    return own.functions().getFirst();
  }

  private static String text() {
    try (InputStream in = DivisionFunction.class.getResourceAsStream(FILE)) {
      return new String(Objects.requireNonNull(in, FILE).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
