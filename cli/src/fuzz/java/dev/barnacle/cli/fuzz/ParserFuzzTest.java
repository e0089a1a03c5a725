package dev.barnacle.cli.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.barnacle.frontend.Diagnostic;
import dev.barnacle.frontend.FrontendException;
import dev.barnacle.frontend.litmus.LitmusReader;
import dev.barnacle.model.Model;
import dev.barnacle.model.ModelException;
import java.nio.charset.StandardCharsets;

/**
 * A coverage-guided fuzzer on the two parsers, from the text to what comes after lowering: each
 * text is taken, or refused with the declared exception at a place. {@code mvn test -Pfuzz -pl cli
 * -am} runs both, with the lessons and the shipped models for seeds; see CONTRIBUTING.
 */
final class ParserFuzzTest {
  @FuzzTest(maxDuration = "5m")
  void litmus(byte[] data) {
    readLitmus(data);
  }

  @FuzzTest(maxDuration = "5m")
  void cat(byte[] data) {
    readModel(data);
  }

  /** Reads a litmus test. */
  static void readLitmus(byte[] data) {
    try {
      LitmusReader.parse("t.litmus", new String(data, StandardCharsets.UTF_8));
    } catch (FrontendException e) {
      for (Diagnostic d : e.diagnostics()) {
        if (d.line() < 1 || d.column() < 1 || d.message().isEmpty()) {
          throw new AssertionError("an error without a place: " + e.getMessage(), e);
        }
      }
    }
  }

  /** Reads and compiles a model. */
  static void readModel(byte[] data) {
    try {
      Model.parse("m", "m.cat", new String(data, StandardCharsets.UTF_8));
    } catch (ModelException e) {
      if (e.line() < 1 || e.column() < 1) {
        throw new AssertionError("an error without a place: " + e.getMessage(), e);
      }
    }
  }
}
